// The files that TypeScript 7's process cannot tell of: where the configuration is, and whether files have changed.

import type ts from "typescript";

/** A file system. */
export interface Files {
  /** The folder to which relative paths refer. */
  readonly folder: string;
  readFile(path: string): string | undefined;
  fileExists(path: string): boolean;
  /** When a file was last written; 0 if there is no such file. */
  modifiedAt(path: string): number;
}

/** What is used of Node's modules. */
interface NodeFiles {
  readFileSync(path: string, encoding: "utf8"): string;
  statSync(
    path: string,
    options: { throwIfNoEntry: false },
  ): { isFile(): boolean; readonly mtimeMs: number } | undefined;
}

/** What is used of Node's global object. Pages lack it, and they cannot run TypeScript 7. */
interface Host {
  readonly process?: { cwd(): string; getBuiltinModule?(name: string): unknown };
}

/** The given file system, or that of Node. */
export function filesOf(system: ts.System | undefined): Files {
  if (system !== undefined)
    return {
      folder: normalized(system.getCurrentDirectory()),
      readFile: (path) => system.readFile(path),
      fileExists: (path) => system.fileExists(path),
      modifiedAt: (path) => system.getModifiedTime?.(path)?.getTime() ?? 0,
    };
  const { process } = globalThis as unknown as Host;
  const node = process?.getBuiltinModule?.("node:fs") as NodeFiles | undefined;
  if (process === undefined || node === undefined)
    throw new RangeError("openProject: this host has no file system; pass one as system");
  const attempt = <Value>(read: () => Value): Value | undefined => {
    try {
      return read();
    } catch {
      return undefined;
    }
  };
  const stat = (path: string): ReturnType<NodeFiles["statSync"]> =>
    attempt(() => node.statSync(path, { throwIfNoEntry: false }));
  return {
    folder: normalized(process.cwd()),
    readFile: (path) => attempt(() => node.readFileSync(path, "utf8")),
    fileExists: (path) => stat(path)?.isFile() === true,
    modifiedAt: (path) => stat(path)?.mtimeMs ?? 0,
  };
}

/** An absolute path with slashes and without `.` and `..`. */
export function placed(path: string, folder: string): string {
  const its = normalized(path);
  const whole = /^(\/|[A-Za-z]:\/)/.test(its) ? its : `${folder}/${its}`;
  const parts: string[] = [];
  for (const part of whole.split("/").slice(1)) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return [whole.split("/")[0], ...parts].join("/");
}

/** The folder of a path with slashes. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

const normalized = (path: string): string => path.replaceAll("\\", "/");
