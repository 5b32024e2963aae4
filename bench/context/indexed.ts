// An index of a folder of sources, with what it cost.

import path from "node:path";
import { createRepositoryIndex, type RepositoryIndex } from "@espalier/context";
import { loadSyntax } from "@espalier/context-syntax";
import { timed } from "../clock.js";
import { sourcesIn } from "./folder.js";

/** A repository with its index. Times leave other processes out: see `timed`. */
export interface Indexed {
  readonly name: string;
  readonly index: RepositoryIndex;
  readonly files: number;
  readonly characters: number;
  readonly buildMilliseconds: number;
  /** An update of one file, and the first question after it: over up to 50 files, spread evenly. */
  readonly changeMilliseconds: { readonly median: number; readonly longest: number };
}

export async function indexed(folders: readonly string[]): Promise<readonly Indexed[]> {
  const syntax = await loadSyntax();
  return folders.map((folder) => {
    const files = sourcesIn(folder, (file) => syntax.grammarOf(file) !== undefined || syntax.configures(file));
    const index = createRepositoryIndex(syntax);
    const buildMilliseconds = Math.round(timed(() => index.update(files)).us / 1000);
    const every = Math.max(1, Math.floor(files.length / 50));
    const changes = files
      .filter((_, at) => at % every === 0)
      .map(({ path: at, text }) => ({ path: at, text: `${text}\n` }));
    const times = changes
      .map((change) =>
        timed(() => {
          index.update([change]);
          index.imports(change.path);
        }),
      )
      .map(({ us }) => us / 1000)
      .sort((a, b) => a - b);
    index.update(files);
    return {
      name: path.basename(folder),
      index,
      files: files.length,
      characters: files.reduce((sum, { text }) => sum + text.length, 0),
      buildMilliseconds,
      changeMilliseconds: { median: times[times.length >> 1] ?? 0, longest: times.at(-1) ?? 0 },
    };
  });
}
