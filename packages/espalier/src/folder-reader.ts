// A folder as a repository reader. It excludes what .gitignore and .ignore exclude, including the ignore files of
// enclosing folders in the same git work tree. It does not follow symbolic links, so there are no loops.

import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { ListedFile, RepositoryReader } from "@espalier/context";
import ignore, { type Ignore } from "ignore";

/** Folders that never contain sources of the repository, whatever its ignore files say. */
const NEVER: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "node_modules", "__pycache__"]);

/** The rules of an ignore file. */
interface Rules {
  /** Returns a path of the repository relative to the folder of the file. */
  readonly relative: (at: string) => string;
  readonly ignore: Ignore;
}

const IGNORE_FILES = [".gitignore", ".ignore"] as const;

/** Returns a reader of the files in a folder for which `wanted` is true. Paths use `/` on every system. */
export function folderReader(root: string, wanted: (path: string) => boolean): RepositoryReader {
  const absolute = (relative: string): string => path.join(root, ...relative.split("/"));

  async function* filesIn(folder: string, above: readonly Rules[]): AsyncGenerator<ListedFile> {
    const entries = await readdir(absolute(folder), { withFileTypes: true }).catch((error: unknown) => {
      // A folder that has vanished or cannot be read is omitted, but the root must exist.
      if (folder === "") throw error;
      return [];
    });
    const names = new Set(entries.map(({ name }) => name));
    const rules = [...above];
    for (const name of IGNORE_FILES) {
      if (!names.has(name)) continue;
      const relative = (at: string): string => (folder === "" ? at : at.slice(folder.length + 1));
      rules.push({ relative, ignore: await rulesOf(absolute(inside(folder, name))) });
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
    async *list() {
      yield* filesIn("", await rulesAbove(root));
    },
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

/**
 * Returns the rules of an ignore file; none if it cannot be read. Paths may begin with dots, as in a folder named
 * `...`.
 */
async function rulesOf(file: string): Promise<Ignore> {
  return ignore({ allowRelativePaths: true }).add(await readFile(file, "utf8").catch(() => ""));
}

/**
 * Returns the rules of the enclosing folders, up to the root of the git work tree; none outside a work tree, or if they
 * exclude the folder itself.
 */
async function rulesAbove(root: string): Promise<readonly Rules[]> {
  const above: string[] = [];
  for (let at = path.resolve(root); ; at = path.dirname(at)) {
    if (at !== path.resolve(root)) above.unshift(at);
    if (await stat(path.join(at, ".git")).catch(() => undefined)) break;
    if (path.dirname(at) === at) return [];
  }
  const rules: Rules[] = [];
  for (const folder of above) {
    const below = path.relative(folder, path.resolve(root)).split(path.sep).join("/");
    for (const name of IGNORE_FILES)
      rules.push({ relative: (at) => `${below}/${at}`, ignore: await rulesOf(path.join(folder, name)) });
  }
  return ignored(rules, "") ? [] : rules;
}

/** Returns whether a path is ignored: the last file with a matching rule decides, as in git. */
function ignored(rules: readonly Rules[], at: string): boolean {
  let verdict = false;
  for (const { relative, ignore: own } of rules) {
    const result = own.test(relative(at));
    if (result.ignored) verdict = true;
    else if (result.unignored) verdict = false;
  }
  return verdict;
}

function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
