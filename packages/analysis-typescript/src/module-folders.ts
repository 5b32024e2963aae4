// Where the compiler looks for modules, one segment of the specifier at a time: after `./folder/`, the files and folders there; after the opening quote,
// packages.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** Possible next segments, some of which may not resolve, and folders whose names continue after a slash. */
export interface FoundModules {
  readonly modules: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/** Where modules are looked for. */
interface Looking {
  readonly ts: Compiler;
  readonly system: ts.System;
  readonly options: ts.CompilerOptions;
  /** The path of the importing file. */
  readonly file: string;
  /** The specifier so far: empty, or up to and including a slash. */
  readonly written: string;
}

/** The segments that can follow `written` according to the disk, or a text that says why they cannot be enumerated. */
export function foundModules(looking: Looking): FoundModules | string {
  const { file, written, options } = looking;
  if (options.rootDirs !== undefined) return "the project merges several root folders";
  if (options.moduleResolution === looking.ts.ModuleResolutionKind.Classic)
    return "modules are resolved in the classic way";
  if (written.startsWith("/") || /^[A-Za-z]:/.test(written)) return "absolute paths are not listed";
  const found = { modules: new Set<string>(), folders: new Set<string>() };
  if (written === "") addAbove(found);
  if (written.startsWith(".")) {
    listFolder(looking, joined(folderOf(file), written), found);
    return found;
  }
  const mapped = mappedPaths(looking, found);
  if (mapped !== undefined) return mapped;
  if (options.baseUrl !== undefined) listFolder(looking, joined(options.baseUrl, written), found);
  return listPackages(looking, found) ?? found;
}

/** Adds the modules that are declared without a file, by their names. A relative name means a file. */
export function withDeclared(
  { modules, folders }: FoundModules,
  written: string,
  names: readonly string[],
): FoundModules {
  const found = { modules: new Set(modules), folders: new Set(folders) };
  if (written.startsWith(".")) return found;
  for (const name of names) if (name.startsWith(written)) add(found, name.slice(written.length));
  return found;
}

interface Finding extends FoundModules {
  readonly modules: Set<string>;
  readonly folders: Set<string>;
}

/** Adds the part of a name before its first slash. */
function add({ modules, folders }: Finding, name: string): void {
  const slash = name.indexOf("/");
  if (slash === -1) modules.add(name);
  else folders.add(name.slice(0, slash));
}

/** Adds the current folder and its parent. */
function addAbove({ modules, folders }: Finding): void {
  for (const each of [".", ".."]) {
    modules.add(each);
    folders.add(each);
  }
}

/** File extensions, and the extensions that an import may write for them. */
const ENDINGS: readonly (readonly [ending: string, written: readonly string[]])[] = [
  [".d.ts", ["", ".js", ".ts", ".d.ts"]],
  [".d.mts", ["", ".mjs", ".mts", ".d.mts"]],
  [".d.cts", ["", ".cjs", ".cts", ".d.cts"]],
  [".tsx", ["", ".js", ".jsx", ".tsx"]],
  [".ts", ["", ".js", ".ts"]],
  [".mts", ["", ".mjs", ".mts"]],
  [".cts", ["", ".cjs", ".cts"]],
  [".jsx", ["", ".js", ".jsx"]],
  [".js", ["", ".js"]],
  [".mjs", ["", ".mjs"]],
  [".cjs", ["", ".cjs"]],
];

/** Adds the files and folders of a folder, with every extension that an import may write for them. */
function listFolder({ ts, system }: Looking, folder: string, found: Finding): void {
  if (!system.directoryExists(folder)) return;
  addAbove(found);
  for (const path of system.readDirectory(folder, undefined, undefined, ["*"])) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    found.modules.add(name);
    const [ending, written] = ENDINGS.find(([its]) => name.endsWith(its)) ?? ["", [""]];
    for (const each of written) found.modules.add(name.slice(0, name.length - ending.length) + each);
  }
  for (const name of system.getDirectories(folder)) {
    if (name === "node_modules" || name.startsWith(".")) continue;
    found.modules.add(name);
    if (holdsModules(ts, system, `${folder}/${name}`, DEEPEST)) found.folders.add(name);
  }
}

/** How many levels of folders are searched for a module. */
const DEEPEST = 4;

function holdsModules(ts: Compiler, system: ts.System, folder: string, depth: number): boolean {
  if (
    system.readDirectory(folder, [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"], undefined, [
      "*",
    ]).length > 0
  )
    return true;
  return (
    depth > 0 && system.getDirectories(folder).some((name) => holdsModules(ts, system, `${folder}/${name}`, depth - 1))
  );
}

/** Adds the targets of the option `paths`. Returns the reason if they cannot be enumerated. */
function mappedPaths(looking: Looking, found: Finding): string | undefined {
  const { options, written } = looking;
  const { baseUrl, pathsBasePath } = options;
  const base = baseUrl ?? (pathsBasePath as string | undefined);
  for (const [key, targets] of Object.entries(options.paths ?? {})) {
    const [prefix, ending, ...more] = key.split("*") as [string, string?, ...string[]];
    if (ending === undefined) {
      if (key.startsWith(written)) add(found, key.slice(written.length));
      continue;
    }
    if (ending !== "" || more.length > 0 || !prefix.endsWith("/") || base === undefined)
      return "the project maps names of modules by a pattern";
    if (prefix.startsWith(written) && prefix !== written) add(found, prefix.slice(written.length));
    if (!written.startsWith(prefix)) continue;
    for (const target of targets) {
      const [folder, rest] = target.split("*") as [string, string?];
      if (rest !== "" || !folder.endsWith("/")) return "the project maps names of modules by a pattern";
      listFolder(looking, joined(base, folder + written.slice(prefix.length)), found);
    }
  }
  return undefined;
}

/** Adds packages and their exports. Returns the reason if they cannot be enumerated. */
function listPackages(looking: Looking, found: Finding): string | undefined {
  const { system, file, written } = looking;
  const [, name, rest] = /^((?:@[^/]*\/)?[^/@][^/]*)\/(.*)$/u.exec(written) ?? [];
  let own: Package | undefined;
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    if (own === undefined) {
      own = packageAt(system, folder);
      const why = own && listOwnNames(looking, own, folder, found);
      if (why !== undefined) return why;
    }
    for (const place of [`${folder}/node_modules`, `${folder}/node_modules/@types`]) {
      if (!system.directoryExists(place)) continue;
      if (name === undefined) listNames(looking, place, found);
      else {
        const why = listPackage(looking, `${place}/${place.endsWith("@types") ? typesName(name) : name}`, rest!, found);
        if (why !== undefined) return why;
      }
    }
    if (folder === folderOf(folder)) return undefined;
  }
}

/** Adds the names by which the files of a package import the package itself, and its `imports`. Returns the reason if they cannot be enumerated. */
function listOwnNames(looking: Looking, own: Package, folder: string, found: Finding): string | undefined {
  const { written } = looking;
  for (const key of typeof own.imports === "object" && own.imports !== null ? Object.keys(own.imports) : []) {
    if (key.includes("*")) return "the package maps names by a pattern";
    if (key.startsWith(written)) add(found, key.slice(written.length));
  }
  if (own.exports === undefined || typeof own.name !== "string") return undefined;
  if (own.name.startsWith(written) && own.name !== written) add(found, own.name.slice(written.length));
  const left = own.name.slice(written.length);
  if (own.name.startsWith(written) && left !== "" && !left.includes("/") && hasSubpaths(own.exports))
    found.folders.add(left);
  return written.startsWith(`${own.name}/`)
    ? listPackage(looking, folder, written.slice(own.name.length + 1), found)
    : undefined;
}

/** The name of the `@types` package for `name`. */
function typesName(name: string): string {
  return name.replace(/^@([^/]*)\//u, "$1__");
}

/** Adds the names of the packages in `place`, or of those in the scope that `written` names. */
function listNames({ system, written }: Looking, place: string, found: Finding): void {
  for (const folder of system.getDirectories(
    written === "" || place.endsWith("@types") ? place : `${place}/${written}`,
  )) {
    const name = folder.replace(/^([^_]+)__/u, place.endsWith("@types") ? "@$1/" : "$1__");
    if (name.startsWith(".") || name === "@types") continue;
    if (place.endsWith("@types")) {
      if (name.startsWith(written)) add(found, name.slice(written.length));
    } else if (name.startsWith("@")) {
      found.folders.add(name);
      continue;
    } else found.modules.add(name);
    const its = packageAt(system, `${place}/${written}${folder}`);
    if (hasSubpaths(its?.exports)) found.folders.add(name.slice(place.endsWith("@types") ? written.length : 0));
  }
}

/** Whether a package has importable subpaths. Without `exports`, all its files are importable. */
function hasSubpaths(exports: unknown): boolean {
  if (exports === undefined) return true;
  if (typeof exports !== "object" || exports === null) return false;
  return Object.keys(exports).some((key) => key.startsWith("./"));
}

/** Adds what can follow the name of a package and a slash. Returns the reason if it cannot be enumerated. */
function listPackage(looking: Looking, folder: string, rest: string, found: Finding): string | undefined {
  const its = packageAt(looking.system, folder);
  if (its === undefined && !looking.system.directoryExists(folder)) return undefined;
  if (its?.typesVersions !== undefined) return "the package has types by version";
  if (its?.exports === undefined || typeof its.exports !== "object" || its.exports === null) {
    listFolder(looking, joined(folder, rest), found);
    return undefined;
  }
  for (const key of Object.keys(its.exports)) {
    if (!key.startsWith(`./${rest}`) && !(key.includes("*") && `./${rest}`.startsWith(key.split("*")[0]!))) continue;
    if (key.includes("*")) return "the package exports files by a pattern";
    add(found, key.slice(2 + rest.length));
  }
  return undefined;
}

interface Package {
  readonly name?: unknown;
  readonly exports?: unknown;
  readonly imports?: unknown;
  readonly typesVersions?: unknown;
}

function packageAt(system: ts.System, folder: string): Package | undefined {
  const text = system.readFile(`${folder}/package.json`);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Package;
  } catch {
    return undefined;
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

function joined(folder: string, path: string): string {
  const parts = `${folder}/${path}`.split("/");
  const kept: string[] = [];
  for (const part of parts) {
    if (part === "..") kept.pop();
    else if (part !== "." && part !== "") kept.push(part);
  }
  return `${folder.startsWith("/") ? "/" : ""}${kept.join("/")}`;
}
