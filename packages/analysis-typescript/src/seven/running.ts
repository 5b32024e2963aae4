// A process of TypeScript 7 that has read a project's configuration. It is exact until the files that it depends on have changed; then another one takes its place.

import type ts from "typescript";
import type * as sync from "typescript-7/unstable/sync";
import { type Configuration, WITHOUT_CONFIGURATION, withFiles } from "./configuration.js";
import { filesOf } from "./files.js";
import type { Modules } from "./modules.js";
import { startedProcess } from "./process.js";
import { watchOf } from "./watch.js";

/** A process with a project's configuration. */
export interface Running {
  readonly api: sync.API;
  /** Whether there is no configuration. */
  readonly isMissing: boolean;
  /** The files of the configuration. */
  readonly roots: ReadonlySet<string>;
  /** Whether a file exists on disk. The process may depend on the answer. */
  fileExists(path: string): boolean;
  /** Whether the process can no longer be told what has changed on disk since the last call. */
  isStale(): boolean;
  /** The modules whose text has changed since the last call, which the process can be told. */
  changedModules(): readonly string[];
  end(): void;
}

/** Starts a process. `shown` has the files that exist for it alone, or with another text than on disk; the configuration is added to them. */
export function run(
  modules: Modules,
  system: ts.System | undefined,
  configuration: Configuration,
  shown: Map<string, string>,
): Running {
  const watch = watchOf(filesOf(system), shown, system !== undefined);
  const { path, folder, extended } = configuration;
  const text = watch.readFile(path);
  const original = text ?? WITHOUT_CONFIGURATION;
  shown.set(extended, original);
  const { api, end } = startedProcess(modules, { cwd: folder, fs: watch.fs });
  const listed = (): ReadonlySet<string> => {
    const before = shown.get(path);
    shown.set(path, original);
    const roots = watch.listing(() => rootsOf(api, path));
    shown.set(path, before ?? withFiles(configuration, roots));
    return roots;
  };
  shown.delete(path);
  const roots = listed();
  const isListed = (now: ReadonlySet<string>): boolean =>
    now.size === roots.size && [...now].every((each) => roots.has(each));
  return {
    api,
    isMissing: text === undefined,
    roots,
    fileExists: watch.fileExists,
    isStale: () => watch.haveChanged() || (watch.haveListsChanged() && !isListed(listed())),
    changedModules: watch.changedModules,
    end,
  };
}

/** The files of a configuration; none if it cannot be read. */
function rootsOf(api: sync.API, configuration: string): ReadonlySet<string> {
  try {
    return new Set(api.parseConfigFile(configuration).fileNames);
  } catch {
    return new Set();
  }
}
