// Resolves imports of Python to files: relative ones from the package of the importing file; absolute ones from the
// repository's root, from `src`, and from each folder above the importing file. For a name that a package's
// `__init__.py` imports from one of its modules, that module comes first.

import type { ImportFact, RepositoryFiles } from "@espalier/context";
import { escaped } from "./escaped.js";
import { folderOf, foldersAbove, inside, joinPath } from "./paths.js";

/** How many re-imports of a name are followed. */
const MOST_STEPS = 8;

export function resolvePython(
  path: string,
  { specifier, members }: ImportFact,
  files: RepositoryFiles,
): readonly string[] {
  const found = new Set<string>();
  const folders = moduleFolders(path, specifier, files);
  for (const member of members)
    for (const file of folders.flatMap((folder) => moduleFiles(inside(folder, member), files))) found.add(file);
  for (const file of folders.flatMap((folder) => moduleFiles(folder, files))) {
    for (const member of members) for (const deeper of definedIn(file, member, files, MOST_STEPS)) found.add(deeper);
    found.add(file);
  }
  found.delete(path);
  return [...found];
}

/** Returns the possible paths of a module, without extension. Only the first root that contains the module counts. */
function moduleFolders(path: string, specifier: string, files: RepositoryFiles): readonly string[] {
  const dots = /^\.*/.exec(specifier)![0].length;
  const relative = specifier.slice(dots).replaceAll(".", "/");
  if (dots > 0) {
    const folder = joinPath(folderOf(path), `${"../".repeat(dots - 1)}${relative}`);
    return folder === undefined ? [] : [folder];
  }
  const roots = new Set(["", "src", ...foldersAbove(path).toReversed()]);
  for (const root of roots) {
    const folder = inside(root, relative);
    if (moduleFiles(folder, files).length > 0 || files.folder(folder).length > 0) return [folder];
  }
  return [];
}

function moduleFiles(module: string, files: RepositoryFiles): readonly string[] {
  return [`${module}.py`, `${module}.pyi`, inside(module, "__init__.py"), inside(module, "__init__.pyi")].filter(
    (path) => files.has(path),
  );
}

/**
 * Returns the files from which `file` imports a name, followed as far as possible. Each file is visited once, so cycles
 * end.
 */
function definedIn(file: string, name: string, files: RepositoryFiles, steps: number): readonly string[] {
  const found: string[] = [];
  const visited = new Set([file]);
  let frontier = [file];
  for (let step = 0; step < steps && frontier.length > 0; step++) {
    frontier = frontier.flatMap((one) =>
      importersOf(one, name, files).filter((next) => {
        if (visited.has(next)) return false;
        visited.add(next);
        return true;
      }),
    );
    found.unshift(...frontier);
  }
  return found;
}

/** Returns the modules from which a file imports a name. */
function importersOf(file: string, name: string, files: RepositoryFiles): readonly string[] {
  const found: string[] = [];
  for (const { specifier, names, members } of files.facts(file)?.imports ?? []) {
    // `from a import *` lists no names, and `import a` lists no members.
    const everything = names.length === 0;
    if (!everything && (members.length === 0 || !names.includes(name))) continue;
    for (const folder of moduleFolders(file, specifier, files)) {
      const modules = moduleFiles(folder, files);
      found.push(...(everything ? modules.filter((one) => declares(files.text(one), name)) : modules));
    }
  }
  return found;
}

function declares(text: string | undefined, name: string): boolean {
  const literal = escaped(name);
  return new RegExp(`^(?:class|def|async def) ${literal}\\b|^${literal}\\b`, "m").test(text ?? "");
}
