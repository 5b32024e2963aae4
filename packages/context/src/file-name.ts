// File names: folders, and the parts of names by which files are similar.

import { partsOf } from "./terms.js";

/** Returns the folder of a path; `""` for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns the name of a file without folders. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the name without folders and extensions: `user-store` for `src/user-store.test.ts`. */
export function stemOf(path: string): string {
  const name = baseName(path);
  const dot = name.indexOf(".", 1);
  return dot < 0 ? name : name.slice(0, dot);
}

/** Parts that describe the kind of a file and not its topic. */
const KINDS: ReadonlySet<string> = new Set(["test", "tests", "spec", "specs", "index", "init", "main"]);

/**
 * Returns the distinct parts of a file's name in lower case, split at `_`, `-`, `.` and changes of case. Parts such as
 * `test` are omitted.
 */
export function nameParts(path: string): readonly string[] {
  return [...new Set(partsOf(stemOf(path)))].filter((part) => !KINDS.has(part));
}
