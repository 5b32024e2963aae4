// A repository on disk, from which `fill` takes what a model should see beside the file with the gap.

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

/** A folder of source files, indexed when it is first needed. */
export interface Repository {
  /** The absolute path of the folder. */
  readonly folder: string;
  /** A file's path as the repository has it: relative, with `/`; `undefined` for files outside. A relative path is one of the folder. */
  pathOf(file: string): string | undefined;
  /** Reads what changed since the last time: all files, by their times and sizes. The first call reads everything. */
  refresh(options?: ScanOptions): Promise<ScanReport>;
  /** Says what a file is now, without looking for other changes; `undefined` for one that is gone. For editors. */
  changed(file: string, text: string | undefined): Promise<void>;
  /** What to show for a hole; reads the folder first if nobody has. */
  context(hole: Hole, options: RetrieveOptions): Promise<Retrieved>;
}

const checkRepository = signature("repository", { folder: text });

/**
 * The source files of a folder: Python, TypeScript, JavaScript and Java, without what .gitignore and .ignore leave out, those of the folders above
 * in the same git work tree too. Nothing is read before it is needed. A file that cannot be read is left out; `refresh` tells which and why.
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
    // One scan at a time: a second one waits, and then sees what the first has not.
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
