// A folder as a repository's files: what .gitignore and .ignore leave out stays out, and symbolic links are not followed, so none can loop.

import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { ListedFile, RepositoryReader } from "@espalier/context";
import ignore, { type Ignore } from "ignore";

/** Folders that hold no source of the repository, whatever its ignore files say. */
const NEVER: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "node_modules", "__pycache__"]);

/** Rules of an ignore file, for paths relative to its folder. */
interface Rules {
  readonly folder: string;
  readonly ignore: Ignore;
}

/** A reader of the files of a folder that `wanted` is true of. Paths have `/` on every system. */
export function folderReader(root: string, wanted: (path: string) => boolean): RepositoryReader {
  const absolute = (relative: string): string => path.join(root, ...relative.split("/"));

  async function* filesIn(folder: string, above: readonly Rules[]): AsyncGenerator<ListedFile> {
    const entries = await readdir(absolute(folder), { withFileTypes: true }).catch((error: unknown) => {
      // A folder that vanished or may not be read is left out; the root has to be there.
      if (folder === "") throw error;
      return [];
    });
    const names = new Set(entries.map(({ name }) => name));
    const rules = [...above];
    for (const name of [".gitignore", ".ignore"]) {
      if (!names.has(name)) continue;
      const text = await readFile(absolute(inside(folder, name)), "utf8").catch(() => "");
      rules.push({ folder, ignore: ignore().add(text) });
    }
    for (const entry of entries) {
      const at = inside(folder, entry.name);
      if (entry.isDirectory()) {
        if (!NEVER.has(entry.name) && !ignored(rules, `${at}/`)) yield* filesIn(at, rules);
      } else if (entry.isFile() && wanted(at) && !ignored(rules, at)) {
        const found = await stat(absolute(at)).catch(() => undefined);
        if (found !== undefined)
          yield { path: at, size: found.size, stamp: `${found.mtimeMs}:${found.size}:${found.ino}` };
      }
    }
  }

  return {
    list: () => filesIn("", []),
    read: async (file) => {
      const bytes = await readFile(absolute(file)).catch((error: NodeJS.ErrnoException) => error);
      if (bytes instanceof Error) return { reason: bytes.code === "ENOENT" ? "vanished" : "unreadable" };
      if (bytes.includes(0)) return { reason: "binary" };
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      } catch {
        return { reason: "invalid-utf8" };
      }
    },
  };
}

/** Whether a path is ignored: the last file with a rule for it decides, as in git. */
function ignored(rules: readonly Rules[], at: string): boolean {
  let verdict = false;
  for (const { folder, ignore: own } of rules) {
    const result = own.test(folder === "" ? at : at.slice(folder.length + 1));
    if (result.ignored) verdict = true;
    else if (result.unignored) verdict = false;
  }
  return verdict;
}

function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
