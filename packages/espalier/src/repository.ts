// A repository on disk. `fill` shows a model the relevant parts of it in addition to the file with the gap.

import path from "node:path";
import { signature, text } from "@espalier/arguments";
import {
  createRepositoryIndex,
  createScanner,
  type Hole,
  type Retrieved,
  type RetrieveOptions,
  retrieve,
  type ScanOptions,
  type ScanReport,
} from "@espalier/context";
import { loadSyntax } from "@espalier/context-syntax";
import { folderReader } from "./folder-reader.js";

/** A folder of source files that is indexed on first use. */
export interface Repository {
  /** The absolute path of the folder. */
  readonly folder: string;
  /**
   * Returns a file's path in the repository: relative, with `/`; `undefined` for files outside. Relative arguments are
   * relative to the folder.
   */
  pathOf(file: string): string | undefined;
  /**
   * Reads what has changed since the last call, judged by modification times and sizes of all files. The first call
   * reads everything.
   */
  refresh(options?: ScanOptions): Promise<ScanReport>;
  /**
   * Sets the current content of a file, without looking for other changes; `undefined` for a deleted file. For editors.
   */
  changed(file: string, text: string | undefined): Promise<void>;
  /** Returns what to show for a hole. Reads the folder first if that has not happened. */
  context(hole: Hole, options: RetrieveOptions): Promise<Retrieved>;
}

const checkRepository = signature("repository", { folder: text });

/**
 * Returns the repository of the source files in a folder: Python, TypeScript, JavaScript and Java, without what
 * .gitignore and .ignore exclude, including those of enclosing folders in the same git work tree. Nothing is read
 * before it is needed. Unreadable files are skipped; `refresh` reports them with reasons.
 */
export function repository(folder: string): Repository {
  checkRepository(folder);
  const root = path.resolve(folder);
  let opened: ReturnType<typeof open> | undefined;
  let read: Promise<ScanReport> | undefined;
  const pathOf = (file: string): string | undefined => {
    const relative = path.relative(root, path.resolve(root, file));
    if (relative === "" || /^\.\.(?:$|[\\/])/.test(relative) || path.isAbsolute(relative)) return undefined;
    return relative.split(path.sep).join("/");
  };
  const ready = async (): Promise<Awaited<ReturnType<typeof open>>> => {
    opened ??= open(root).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const refresh = (options?: ScanOptions): Promise<ScanReport> => {
    // Only one scan runs at a time. A second one waits, and then sees changes that the first has missed.
    const before = read?.catch(() => undefined);
    const next = (async () => {
      await before;
      return (await ready()).scanner.scan(options);
    })();
    read = next;
    next.catch(() => {
      if (read === next) read = undefined;
    });
    return next;
  };
  const firstRead = async (): Promise<Awaited<ReturnType<typeof open>>> => {
    await (read ?? refresh());
    return ready();
  };
  return {
    folder: root,
    pathOf,
    refresh,
    changed: async (file, text) => {
      const at = pathOf(file);
      if (at === undefined) throw new RangeError(`${file} is not in ${root}.`);
      (await firstRead()).index.update([{ path: at, text }]);
    },
    context: async (hole, options) => retrieve((await firstRead()).index, hole, options),
  };
}

async function open(root: string) {
  const syntax = await loadSyntax();
  const index = createRepositoryIndex(syntax);
  const reader = folderReader(root, (file) => syntax.grammarOf(file) !== undefined || syntax.configures(file));
  return { index, scanner: createScanner(index, reader) };
}
