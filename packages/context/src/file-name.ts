// What the name of a file says: its folder, and the parts of its name by which files are similar.

import { partsOf } from "./terms.js";

/** The folder of a path; `""` for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The name of a file without folders. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The name without folders and extensions: `user-store` of `src/user-store.test.ts`. */
export function stemOf(path: string): string {
  const name = baseName(path);
  const dot = name.indexOf(".", 1);
  return dot < 0 ? name : name.slice(0, dot);
}

/** Parts that say what kind of file it is, and nothing of what it is about. */
const KINDS: ReadonlySet<string> = new Set(["test", "tests", "spec", "specs", "index", "init", "main"]);

/** The distinct parts of a file's name, in lower case: at `_`, `-`, `.` and changes of case. Parts such as `test` do not count. */
export function nameParts(path: string): readonly string[] {
  return [...new Set(partsOf(stemOf(path)))].filter((part) => !KINDS.has(part));
}
