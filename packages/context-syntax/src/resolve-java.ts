// Resolves imports of Java to files. The source root is the folder above the importing file that contains the imported
// package. Tests in `src/test` also see `src/main`.

import type { ImportFact, RepositoryFiles } from "@espalier/context";
import { foldersAbove, inside } from "./paths.js";

export function resolveJava(path: string, { specifier }: ImportFact, files: RepositoryFiles): readonly string[] {
  const above = foldersAbove(path);
  const roots = new Set([...above, ...above.map((folder) => folder.replace(/(^|\/)src\/test\//, "$1src/main/"))]);
  const parts = specifier.split(".");
  const wildcard = parts.at(-1) === "*";
  if (wildcard) parts.pop();
  for (const root of roots) {
    if (wildcard) {
      const classes = files.folder(inside(root, parts.join("/"))).filter((file) => file.endsWith(".java"));
      if (classes.length > 0) return classes.filter((file) => file !== path);
    }
    // A static import (`a.b.C.m`) names a member, and an import of a nested class (`a.b.C.D`) begins with its outer
    // class. So use the longest prefix that is a file (`a/b/C.java`).
    for (let length = parts.length; length > 1; length--) {
      const file = inside(root, `${parts.slice(0, length).join("/")}.java`);
      if (files.has(file)) return file === path ? [] : [file];
    }
  }
  return [];
}
