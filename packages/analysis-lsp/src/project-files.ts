// Watches the files of a project on disk, and reports which have changed since the last check.

import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { setImmediate as nextTask, setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { FileEvent } from "vscode-languageserver-protocol";

/** The largest number of files that are checked. */
const MOST_FILES = 20_000;
/** Milliseconds for which files are checked at once. Then other tasks run: the step of a model may have ended, and the next one cannot begin before. */
const AT_ONCE = 0.25;
const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

/** Checks a project's files periodically. */
export interface ProjectFiles {
  /** Starts a check if the last one began at least `watching` milliseconds ago. Its results count when it has finished. */
  look(): void;
  /** The number of checks that found changes. */
  changes(): number;
  close(): void;
}

/**
 * Watches the files of `root` whose names end in one of `extensions`. Skips `node_modules`, folders that begin with a dot, and files beyond the first 20,000.
 * The first check reports no changes. A check begins when the promise of `untilFree` is settled.
 */
export function watchFiles(
  root: string,
  extensions: readonly string[],
  watching: number,
  untilFree: () => Promise<unknown>,
  changed: (events: FileEvent[]) => void,
): ProjectFiles {
  let known: ReadonlyMap<string, string> | undefined;
  let isLooking = false;
  let last = Number.NEGATIVE_INFINITY;
  let changes = 0;
  let isClosed = false;

  async function lookNow(): Promise<void> {
    // A question has just arisen. The model's next step begins first. While a server is at work, a check would take a processor from the model.
    await setTimeout(1, undefined, { ref: false });
    await untilFree();
    const found = new Map<string, string>();
    let since = performance.now();
    for (const folders = [root]; folders.length > 0 && found.size < MOST_FILES; ) {
      const folder = folders.pop()!;
      for (const entry of entriesOf(folder)) {
        if (performance.now() - since > AT_ONCE) {
          await nextTask();
          since = performance.now();
        }
        const { name } = entry;
        const file = `${folder}${path.sep}${name}`;
        if (entry.isDirectory() && name !== "node_modules" && !name.startsWith(".")) folders.push(file);
        if (!entry.isFile() || !extensions.includes(path.extname(name))) continue;
        const { mtimeMs, size } = statOf(file) ?? { mtimeMs: 0, size: 0 };
        found.set(file, `${mtimeMs} ${size}`);
      }
    }
    const before = known;
    known = found;
    if (before === undefined || isClosed) return;
    const events: FileEvent[] = [];
    const note = (file: string, type: FileEvent["type"]): void => {
      events.push({ uri: pathToFileURL(file).href, type });
    };
    for (const [file, mark] of found) if (before.get(file) !== mark) note(file, before.has(file) ? CHANGED : CREATED);
    for (const file of before.keys()) if (!found.has(file)) note(file, DELETED);
    if (events.length === 0) return;
    changes++;
    changed(events);
  }

  return {
    look() {
      if (isLooking || isClosed || performance.now() - last < watching) return;
      isLooking = true;
      void lookNow().finally(() => {
        isLooking = false;
        last = performance.now();
      });
    },
    changes: () => changes,
    close() {
      isClosed = true;
    },
  };
}

// A synchronous call takes a fraction of the time that an asynchronous call takes of this thread.

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
