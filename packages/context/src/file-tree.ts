// The paths of a repository, and the files of each folder. Sorted lists are built on first use and cached until a path
// is added or removed.

import { folderOf } from "./file-name.js";

/** A set of paths. */
export interface FileTree {
  add(path: string): void;
  delete(path: string): void;
  /** Returns all paths, sorted by code units. */
  paths(): readonly string[];
  /** Returns the files directly in a folder, sorted. */
  folder(path: string): readonly string[];
}

export function createFileTree(): FileTree {
  const all = new Set<string>();
  const folders = new Map<string, Set<string>>();
  let sorted: readonly string[] | undefined;
  const sortedFolders = new Map<string, readonly string[]>();
  const changed = (folder: string): void => {
    sorted = undefined;
    sortedFolders.delete(folder);
  };
  return {
    add: (path) => {
      const folder = folderOf(path);
      all.add(path);
      const inside = folders.get(folder);
      if (inside === undefined) folders.set(folder, new Set([path]));
      else inside.add(path);
      changed(folder);
    },
    delete: (path) => {
      const folder = folderOf(path);
      all.delete(path);
      const inside = folders.get(folder);
      if (inside?.delete(path) && inside.size === 0) folders.delete(folder);
      changed(folder);
    },
    paths: () => (sorted ??= [...all].sort()),
    folder: (path) => {
      let found = sortedFolders.get(path);
      if (found === undefined) sortedFolders.set(path, (found = [...(folders.get(path) ?? [])].sort()));
      return found;
    },
  };
}
