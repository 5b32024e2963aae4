// The file system that TypeScript 7's process has: the given one, or that of Node.

import type ts from "typescript";

/** What is used of a file system. */
export type Files = Pick<
  ts.System,
  | "getCurrentDirectory"
  | "readFile"
  | "fileExists"
  | "directoryExists"
  | "getDirectories"
  | "readDirectory"
  | "realpath"
  | "getModifiedTime"
>;

/** What is used of Node's modules. */
interface NodeFiles {
  readFileSync(path: string, encoding: "utf8"): string;
  readdirSync(path: string): readonly string[];
  readonly realpathSync: { native(path: string): string };
  statSync(
    path: string,
    options: { throwIfNoEntry: false },
  ): { isFile(): boolean; isDirectory(): boolean; readonly mtime: Date } | undefined;
}

/** What is used of Node's global object. Pages lack it, and they cannot run TypeScript 7. */
interface Host {
  readonly process?: { cwd(): string; getBuiltinModule?(name: string): unknown };
}

/** The given file system, or that of Node, which lists only what is directly in a folder. */
export function filesOf(system: ts.System | undefined): Files {
  if (system !== undefined) return system;
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
  const fileExists = (path: string): boolean => stat(path)?.isFile() === true;
  const directoryExists = (path: string): boolean => stat(path)?.isDirectory() === true;
  const listed = (path: string): readonly string[] => attempt(() => node.readdirSync(path)) ?? [];
  return {
    getCurrentDirectory: () => process.cwd(),
    readFile: (path) => attempt(() => node.readFileSync(path, "utf8")),
    fileExists,
    directoryExists,
    getDirectories: (path) => listed(path).filter((name) => directoryExists(`${path}/${name}`)),
    readDirectory: (path) =>
      listed(path)
        .map((name) => `${path}/${name}`)
        .filter(fileExists),
    realpath: (path) => attempt(() => node.realpathSync.native(path)) ?? path,
    getModifiedTime: (path) => stat(path)?.mtime,
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

/** A path with slashes. */
export const normalized = (path: string): string => path.replaceAll("\\", "/");
