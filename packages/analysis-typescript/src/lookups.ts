// What a compiler has looked up on disk besides the files of its program: which files and folders exist, where links lead, what a `package.json` says. The compiler
// does not ask again for files that have not changed, so a module that appears, or a package that exports other files, must be noticed here.

import type ts from "typescript";

/** A file system that remembers what it was asked. */
export interface Lookups {
  readonly system: ts.System;
  /** Whether an answer may be another than before, since the last call. */
  haveChanged(): boolean;
}

/** A question to the file system, and its last answer. */
interface Lookup {
  readonly ask: () => unknown;
  answer: unknown;
}

/** A folder or a file. Answers about it stay the same until it is modified. */
interface Place {
  modified: number;
  /** Whether it had been modified just before the last look, so that a later change may have the same time. */
  isRecent: boolean;
  readonly lookups: Map<string, Lookup>;
}

/** The largest step in which a file system counts time, in milliseconds: FAT stores even seconds. */
const COARSEST_TIME = 2_000;

export function lookupsOf(system: ts.System): Lookups {
  const places = new Map<string, Place>();
  /** Whether a question had another answer than the last time, outside `haveChanged`. */
  let hasDiffered = false;

  const stateOf = (path: string): Pick<Place, "modified" | "isRecent"> => {
    const modified = modifiedAt(system, path);
    return { modified, isRecent: isRecent(modified) };
  };
  /** Asks, and remembers the answer under all `placesOf` it. */
  const asked = <Value>(
    key: string,
    ask: () => Value,
    placesOf: (value: Value) => Iterable<string>,
    told: (value: Value) => unknown = (value) => value,
  ): Value => {
    const value = ask();
    const answer = told(value);
    for (const path of placesOf(value)) {
      let place = places.get(path);
      if (place === undefined) places.set(path, (place = { ...stateOf(path), lookups: new Map() }));
      const known = place.lookups.get(key);
      if (known !== undefined && known.answer !== answer) hasDiffered = true;
      place.lookups.set(key, { ask: () => told(ask()), answer });
    }
    return value;
  };
  /** Whether something is at a path depends on the path's folder. */
  const inFolder =
    (kind: string, ask: (path: string) => boolean) =>
    (path: string): boolean =>
      asked(
        `${kind} ${path}`,
        () => ask(path),
        () => [folderOf(path)],
      );
  const joined = (names: readonly string[]): string => names.join("\n");
  const { realpath } = system;
  const remembering: Partial<ts.System> = {
    fileExists: inFolder("file", (path) => system.fileExists(path)),
    directoryExists: inFolder("folder", (path) => system.directoryExists(path)),
    ...(realpath === undefined
      ? {}
      : {
          realpath: (path) =>
            asked(
              `real ${path}`,
              () => realpath(path),
              () => foldersAbove(path),
            ),
        }),
    readFile: (path, encoding) =>
      asked(
        "text",
        () => system.readFile(path, encoding),
        () => [path],
      ),
    getDirectories: (path) =>
      asked(
        "folders",
        () => system.getDirectories(path),
        () => [path],
        joined,
      ),
    readDirectory: (path, ...how) =>
      asked(
        `files ${path} ${JSON.stringify(how)}`,
        () => system.readDirectory(path, ...how),
        (found) => new Set([path, ...found.map(folderOf)]),
        joined,
      ),
  };
  return {
    system: Object.assign(Object.create(system) as ts.System, remembering),
    haveChanged() {
      let hasChanged = hasDiffered;
      hasDiffered = false;
      for (const [path, place] of places) {
        const state = stateOf(path);
        if (state.modified === place.modified && !place.isRecent) continue;
        Object.assign(place, state);
        for (const lookup of place.lookups.values()) {
          const answer = lookup.ask();
          if (answer !== lookup.answer) hasChanged = true;
          lookup.answer = answer;
        }
      }
      return hasChanged;
    },
  };
}

/**
 * Watches the text of a file. Each call of the result tells whether the text has changed since the call before. Between the times that the file system tells, this
 * reads and compares the text.
 */
export function watchText(system: ts.System, path: string): () => boolean {
  let modified = modifiedAt(system, path);
  let text = isRecent(modified) ? system.readFile(path) : undefined;
  return () => {
    const now = modifiedAt(system, path);
    if (now === modified && text === undefined) return false;
    const written = system.readFile(path);
    const hasChanged = now !== modified || written !== text;
    modified = now;
    text = isRecent(now) ? written : undefined;
    return hasChanged;
  };
}

/** Whether something has been modified so recently that the time of a later change may be equal. */
function isRecent(modified: number): boolean {
  return Date.now() - modified <= COARSEST_TIME;
}

function modifiedAt(system: ts.System, path: string): number {
  return system.getModifiedTime?.(path)?.getTime() ?? 0;
}

function folderOf(path: string): string {
  return path.replace(/[\\/]+[^\\/]*$/, "") || "/";
}

/** All folders that may contain a link on the way to a path. */
function foldersAbove(path: string): readonly string[] {
  const folder = folderOf(path);
  return folder === path || folder === "/" ? [folder] : [folder, ...foldersAbove(folder)];
}
