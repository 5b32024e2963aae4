// Watches the files of a project on disk, and reports which have changed.

import { realpathSync, type Stats } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type FSWatcher, watch } from "chokidar";
import type { FileEvent } from "vscode-languageserver-protocol";

/** The largest number of files and folders that are watched. */
const MOST_WATCHED = 20_000;
/** Milliseconds for which changes are collected before they are reported together. */
const COLLECTING = 20;
/** Milliseconds between checks of a file where the system cannot report changes. */
const POLLING = 1_000;
/** The system's limits on what a process may watch. */
const LIMITS: ReadonlySet<string | undefined> = new Set(["EMFILE", "ENOSPC"]);

/** Files that say what a project consists of, and with which options it is read. */
const PROJECT_FILES: ReadonlySet<string> = new Set([
  ...["pyproject.toml", "pyrightconfig.json", "setup.cfg", "tsconfig.json", "jsconfig.json", "package.json"],
  ...["go.mod", "go.work", "Cargo.toml", "compile_commands.json", "compile_flags.txt", "pom.xml", "build.gradle"],
]);

const TYPES = [
  ["add", 1],
  ["change", 2],
  ["unlink", 3],
] as const;

/** Watches a project's files. */
export interface ProjectFiles {
  /** Resolves when all files are watched. */
  readonly ready: Promise<void>;
  /** The number of reports so far. Reports first what has just changed. */
  changes(): number;
  close(): void;
}

/**
 * Watches the files of `root` whose names end in one of `extensions`, and those that describe projects, from now on. Skips `node_modules`, folders that begin with a dot, symbolic links, and
 * what exceeds `mostWatched` files and folders. If the system's own limit is lower, files are checked once a second instead.
 *
 * @throws if `root` does not exist.
 */
export function watchFiles(
  root: string,
  extensions: readonly string[],
  changed: (events: FileEvent[]) => void,
  mostWatched: number = MOST_WATCHED,
): ProjectFiles {
  // A link to the project's folder is followed, and its files are reported by the path that the caller uses.
  const folder = realpathSync(root);
  const wanted = new Set(extensions.map((each) => each.toLowerCase()));
  let changes = 0;
  const pending = new Map<string, FileEvent["type"]>();
  let reporting: NodeJS.Timeout | undefined;
  const watched = new Set<string>();
  let isReady!: () => void;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });

  function report(): void {
    clearTimeout(reporting);
    reporting = undefined;
    if (pending.size === 0) return;
    const uriOf = (file: string): string => pathToFileURL(path.join(root, path.relative(folder, file))).href;
    const events = [...pending].map(([file, type]) => ({ uri: uriOf(file), type }));
    pending.clear();
    changes++;
    changed(events);
  }

  function isWatched(file: string, stats: Stats): boolean {
    const name = path.basename(file);
    const isWanted = stats.isDirectory()
      ? file === folder || (name !== "node_modules" && !name.startsWith("."))
      : stats.isFile() && (wanted.has(path.extname(name).toLowerCase()) || PROJECT_FILES.has(name));
    if (!isWanted || (watched.size >= mostWatched && !watched.has(file))) return false;
    watched.add(file);
    return true;
  }

  function start(usePolling: boolean) {
    const watcher = watch(folder, {
      ...{ usePolling, interval: POLLING, ignoreInitial: true, persistent: false, followSymlinks: false },
      ignored: (file, stats) => stats !== undefined && !isWatched(path.normalize(file), stats),
    });
    for (const [event, type] of TYPES)
      watcher.on(event, (file) => {
        if (type === 3) watched.delete(file);
        pending.set(file, type);
        reporting ??= setTimeout(report, COLLECTING).unref();
      });
    watcher.on("unlinkDir", (inner) => watched.delete(inner));
    watcher.once("ready", isReady);
    watcher.on("error", (error) => {
      if (usePolling || !LIMITS.has((error as NodeJS.ErrnoException).code) || watcher.closed) return;
      end(watcher);
      current = start(true);
    });
    return watcher;
  }

  let current = start(false);
  return {
    ready,
    changes() {
      report();
      return changes;
    },
    close() {
      isReady();
      clearTimeout(reporting);
      end(current);
    },
  };
}

/** Ends a watcher. It may still report errors, such as that of the system's limit for each further folder; without a listener, they would end this process. */
function end(watcher: FSWatcher): void {
  void watcher.close();
  watcher.on("error", () => {});
}
