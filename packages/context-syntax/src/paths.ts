// Paths in a repository: relative to the root, which is `""`, with `/` between folders.

/** Returns the path with `.` and `..` resolved; `undefined` if it leaves the repository. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts: string[] = [];
  for (const part of [...folder.split("/"), ...relative.split("/")]) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** Returns the folder of a path. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns the folders that contain a path, innermost first and the root last. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    folders.push(folder);
    if (folder === "") return folders;
  }
}

/** Returns the path of a name in a folder. In the root, that is the name itself. */
export function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
