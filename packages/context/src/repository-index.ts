// A repository in memory: the text of every file, its facts, and which files define, import and mention which names.
// Each distinct content is parsed once: two files with equal content share their facts, and an unchanged file that is
// written again costs one comparison.

import { optionally, signature } from "@espalier/arguments";
import { contentHash } from "./content-hash.js";
import { type FactExtractor, type FileFacts, type ImportFact, NO_FACTS, type RepositoryFiles } from "./facts.js";
import { nameParts } from "./file-name.js";
import { createFileTree } from "./file-tree.js";
import { importKeysOf, type ResolvedImport } from "./imported.js";
import { extractorKind } from "./kinds.js";
import { createTextIndex, type TextIndex } from "./text-index.js";

/** A file of an index. */
export interface IndexedFile {
  /** Relative to the root of the repository, with `/` between folders. */
  readonly path: string;
  readonly text: string;
  /** See {@link contentHash}. In one index, files with equal hashes have equal texts. */
  readonly hash: string;
  readonly facts: FileFacts;
  /** The document id of the file in the index's `words`. */
  readonly document: number;
}

/** A file that was written, or removed (`text` is `undefined`). */
export interface FileChange {
  readonly path: string;
  readonly text: string | undefined;
}

/** The result of an update. */
export interface UpdateReport {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Files whose facts could not be extracted. Their text is indexed anyway. */
  readonly failed: readonly { readonly path: string; readonly message: string }[];
}

/**
 * The files of a repository and what can be derived from them. All lists of paths are sorted by code units, so nothing
 * depends on the order of the file system.
 */
export interface RepositoryIndex extends RepositoryFiles {
  /** Increases with every update that changes something. */
  version(): number;
  file(path: string): IndexedFile | undefined;
  /** Returns the file of a document in `words`. */
  fileOf(document: number): IndexedFile | undefined;
  paths(): readonly string[];
  /** Applies changes in order. Linear in the texts that changed. */
  update(changes: readonly FileChange[]): UpdateReport;
  /**
   * Returns the facts of a text that need not be in the repository, such as an edited file. If the extractor throws,
   * there are no facts.
   */
  factsOf(path: string, text: string): FileFacts;
  /** Returns the imports of an indexed file. */
  imports(path: string): readonly ResolvedImport[];
  /** Returns the imports in `facts` of a text at `path`. */
  resolved(path: string, facts: FileFacts): readonly ResolvedImport[];
  /** Returns what a file imports, as keys that are equal for equal modules. */
  importKeys(path: string): ReadonlySet<string>;
  /** Returns the files that declare a class, function or method of this name. */
  definers(name: string): readonly string[];
  /** Returns the files that declare a class with a base of this simple name. */
  inheritors(name: string): readonly string[];
  /** Returns the files whose name contains this part, in lower case. */
  named(part: string): readonly string[];
  readonly words: TextIndex;
}

const checkCreateRepositoryIndex = signature("createRepositoryIndex", { extractor: optionally(extractorKind) });

/**
 * Creates an empty index. Without an extractor, it contains only the texts and names of files.
 *
 * @example
 * const index = createRepositoryIndex();
 * index.update([{ path: "a.py", text: "x = 1\n" }]).added; // => 1
 * index.update([{ path: "a.py", text: "x = 1\n" }]).unchanged; // => 1
 */
export function createRepositoryIndex(extractor?: FactExtractor): RepositoryIndex {
  checkCreateRepositoryIndex(extractor);
  const files = new Map<string, IndexedFile>();
  const documents = new Map<number, string>();
  const contents = new Map<string, { text: string; facts: FileFacts; users: number }>();
  const tree = createFileTree();
  const byDefinition = new PathsByKey();
  const byBase = new PathsByKey();
  const byPart = new PathsByKey();
  const words = createTextIndex();
  const resolutions = new Map<string, readonly ResolvedImport[]>();
  const keys = new Map<string, ReadonlySet<string>>();
  const destinations = new Map<string, Map<string, readonly string[]>>();
  let version = 0;
  let nextDocument = 0;

  const extracted = (path: string, text: string): { facts: FileFacts; message?: string } => {
    try {
      return { facts: extractor?.facts(path, text) ?? NO_FACTS };
    } catch (error) {
      return { facts: NO_FACTS, message: error instanceof Error ? error.message : String(error) };
    }
  };
  /**
   * The cache key of a content. It includes the extension, which determines the language. A hash collision gets a key
   * of its own.
   */
  const nameOf = (path: string, text: string): string => {
    const base = `${contentHash(text)}${/\.[^./]*$/.exec(path)?.[0] ?? ""}`;
    let name = base;
    for (let at = 1; contents.has(name) && contents.get(name)!.text !== text; at++) name = `${base}#${at}`;
    return name;
  };
  const forget = (file: IndexedFile): void => {
    const content = contents.get(file.hash)!;
    if (--content.users === 0) contents.delete(file.hash);
    words.remove(file.document);
    documents.delete(file.document);
    for (const name of definitionsOf(file)) byDefinition.delete(name, file.path);
    for (const name of basesOf(file)) byBase.delete(name, file.path);
    resolutions.delete(file.path);
    keys.delete(file.path);
    files.delete(file.path);
  };
  const remember = (path: string, text: string): string | undefined => {
    const hash = nameOf(path, text);
    let message: string | undefined;
    let content = contents.get(hash);
    if (content === undefined) {
      const { facts, message: why } = extracted(path, text);
      message = why;
      contents.set(hash, (content = { text, facts, users: 0 }));
    }
    content.users++;
    const file: IndexedFile = { path, text: content.text, hash, facts: content.facts, document: nextDocument++ };
    files.set(path, file);
    documents.set(file.document, path);
    words.add(file.document, file.text);
    for (const name of definitionsOf(file)) byDefinition.add(name, path);
    for (const name of basesOf(file)) byBase.add(name, path);
    return message;
  };
  const forgetResolutions = (): void => {
    resolutions.clear();
    destinations.clear();
    keys.clear();
  };
  const visible: RepositoryFiles = {
    has: (path) => files.has(path),
    text: (path) => files.get(path)?.text,
    facts: (path) => files.get(path)?.facts,
    folder: (path) => tree.folder(path),
  };
  /** Resolves an import. Cached by path and specifier, because most imports stay the same while a file is edited. */
  const leadsTo = (path: string, imported: ImportFact): readonly string[] => {
    const wording = `${imported.specifier}\n${imported.members.join()}`;
    let known = destinations.get(path);
    if (known === undefined || known.size > MOST_WORDINGS) destinations.set(path, (known = new Map()));
    let paths = known.get(wording);
    if (paths === undefined) {
      paths = (extractor?.resolve(path, imported, visible) ?? []).filter((found) => files.has(found));
      known.set(wording, paths);
    }
    return paths;
  };
  const resolved = (path: string, facts: FileFacts): readonly ResolvedImport[] =>
    facts.imports.map((imported) => ({ imported, paths: leadsTo(path, imported) }));

  return {
    ...visible,
    version: () => version,
    file: (path) => files.get(path),
    fileOf: (document) => files.get(documents.get(document) ?? ""),
    paths: () => tree.paths(),
    update: (changes) => {
      const report = {
        added: 0,
        changed: 0,
        removed: 0,
        unchanged: 0,
        failed: [] as { path: string; message: string }[],
      };
      for (const { path, text } of changes) {
        const before = files.get(path);
        if (before?.text === text) {
          if (before !== undefined) report.unchanged++;
          continue;
        }
        version++;
        if (before !== undefined) forget(before);
        if (text === undefined) {
          report.removed++;
          tree.delete(path);
          for (const part of nameParts(path)) byPart.delete(part, path);
        } else {
          report[before === undefined ? "added" : "changed"]++;
          const message = remember(path, text);
          if (message !== undefined) report.failed.push({ path, message });
          if (before === undefined) {
            tree.add(path);
            for (const part of nameParts(path)) byPart.add(part, path);
          }
        }
        if (before === undefined || text === undefined || extractor?.configures(path)) forgetResolutions();
      }
      return report;
    },
    factsOf: (path, text) => contents.get(nameOf(path, text))?.facts ?? extracted(path, text).facts,
    imports: (path) => {
      const file = files.get(path);
      if (file === undefined) return [];
      let found = resolutions.get(path);
      if (found === undefined) resolutions.set(path, (found = resolved(path, file.facts)));
      return found;
    },
    resolved,
    importKeys(path) {
      let found = keys.get(path);
      if (found === undefined) keys.set(path, (found = new Set(this.imports(path).flatMap(importKeysOf))));
      return found;
    },
    definers: (name) => byDefinition.get(name),
    inheritors: (name) => byBase.get(name),
    named: (part) => byPart.get(part),
    words,
  };
}

/** Maximum number of cached imports for each path. It exceeds the imports of a file and bounds half-typed ones. */
const MOST_WORDINGS = 1_000;

/** Returns the names that a file declares: classes, functions and methods. */
export function definitionsOf({ facts }: Pick<IndexedFile, "facts">): ReadonlySet<string> {
  return new Set([...facts.classes, ...facts.methods].map(({ name }) => name));
}

function basesOf({ facts }: IndexedFile): ReadonlySet<string> {
  return new Set(facts.classes.flatMap(({ bases }) => bases));
}

/** Paths grouped by keys. Each list is sorted when it is read. */
class PathsByKey {
  readonly #paths = new Map<string, Set<string>>();

  add(key: string, path: string): void {
    const known = this.#paths.get(key);
    if (known === undefined) this.#paths.set(key, new Set([path]));
    else known.add(path);
  }

  delete(key: string, path: string): void {
    const known = this.#paths.get(key);
    if (known?.delete(path) && known.size === 0) this.#paths.delete(key);
  }

  get(key: string): readonly string[] {
    return [...(this.#paths.get(key) ?? [])].sort();
  }
}
