// Paths of a repository: `/` between folders, relative to the root, which is `""`.

/** A path with `.` and `..` worked out; `undefined` when it leads out of the repository. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts: string[] = [];
  for (const part of [...folder.split("/"), ...relative.split("/")]) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** The folder of a path. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The folders that a path is in, the nearest first and the root last. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    folders.push(folder);
    if (folder === "") return folders;
  }
}

/** A name in a folder; the root's names have no slash. */
export function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
