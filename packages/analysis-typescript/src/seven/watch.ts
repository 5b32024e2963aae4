// What TypeScript 7's process sees of the disk, and whether that has changed. The process does not watch the disk.

import type ts from "typescript";
import type * as sync from "typescript-7/unstable/sync";
import { lookupsOf, watchText } from "../lookups.js";
import type { Files } from "./files.js";

/** Answers a process, and remembers what it asked about the disk. */
export interface Watch {
  /** What the process asks about files: those that are shown come before the given file system, or the disk. */
  readonly fs: sync.APIOptions["fs"] & object;
  /** Whether a file exists on disk. The process may depend on the answer. */
  fileExists(path: string): boolean;
  /** The text of a configuration on disk. */
  readFile(path: string): string | undefined;
  /** Lets the process list the files of a configuration. */
  listing<Listed>(list: () => Listed): Listed;
  /** Whether something but the text of modules has changed since the last call: which files exist, where links lead, what a configuration or a package says. */
  haveChanged(): boolean;
  /** Whether the folders that were listed have changed since the last call, so that the configuration may have other files. */
  haveListsChanged(): boolean;
  /** The modules whose text has changed since the last call. */
  changedModules(): readonly string[];
}

/** Watches the files of a process, which reads them itself unless the file system was given. */
export function watchOf(files: Files, shown: ReadonlyMap<string, string>, isGiven: boolean): Watch {
  const disk = files as ts.System;
  const { system, haveChanged } = lookupsOf(disk);
  const lists = lookupsOf(disk);
  let isListing = false;
  /** Whether modules have changed since the last look. */
  const watches = new Map<string, () => boolean>();
  const given = <Value>(value: Value): Value | undefined => (isGiven ? value : undefined);
  const read = (path: string): string | null | undefined => {
    if (!MODULE.test(path)) return given(system.readFile(path) ?? null);
    if (!watches.has(path)) watches.set(path, watchText(disk, path));
    system.fileExists(path);
    return isGiven ? (disk.readFile(path) ?? null) : undefined;
  };
  const { realpath } = system;
  return {
    fs: {
      readFile: (path) => shown.get(path) ?? read(path),
      fileExists: (path) => shown.has(path) || given(system.fileExists(path)),
      directoryExists: (path) => given(system.directoryExists(path)),
      getAccessibleEntries(path) {
        const its = isListing ? lists.system : system;
        const names = its.readDirectory(path, undefined, undefined, undefined, 1).map(nameOf);
        return given({ files: names, directories: its.getDirectories(path) });
      },
      ...(realpath === undefined ? {} : { realpath: (path: string) => given(realpath(path)) }),
    },
    fileExists: system.fileExists,
    readFile: system.readFile,
    listing(list) {
      isListing = true;
      try {
        return list();
      } finally {
        isListing = false;
      }
    },
    haveChanged,
    haveListsChanged: lists.haveChanged,
    changedModules() {
      return [...watches].filter(([, hasChanged]) => hasChanged()).map(([path]) => path);
    },
  };
}

/** Names of files whose text says nothing about where other files are. */
const MODULE = /\.[cm]?[jt]sx?$/;

const nameOf = (path: string): string => path.replace(/^.*[\\/]/, "");
