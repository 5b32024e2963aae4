// Sources: where in a repository a proposal takes its text from. Each source is a ranked list of files for a hole. The
// ten published ones are those of Shrivastava et al. 2023 (RLPG), §3.1, ranked as in table 6.

import type { ClassFact } from "./facts.js";
import { baseName, folderOf, nameParts, stemOf } from "./file-name.js";
import type { IndexedFile } from "./repository-index.js";
import type { NearImport, Site } from "./site.js";
import { countsOf } from "./terms.js";

/** Sources with related files; the imports of these files are further sources. */
const RELATED = ["parent", "sibling", "similar", "child"] as const;
type Related = (typeof RELATED)[number];

/** The name of a source. */
export type SourceName =
  | "current"
  | "import"
  | Related
  | `import of ${Related}`
  /** The source file of a test, or the tests of a source file. */
  | "counterpart"
  /** Files ranked by BM25 with the hole's window as the query. */
  | "relevant"
  /** Recently edited files, latest first. */
  | "recent";

const filesBySite = new WeakMap<Site, Map<SourceName, Replayed<IndexedFile>>>();

/**
 * Returns the files of a source other than `current`, best first, without the file with the hole and its copies. The
 * list is computed once for each site and only as far as it is read, because every source has several contents.
 */
export function filesOf(source: Exclude<SourceName, "current">, site: Site): Iterable<IndexedFile> {
  let known = filesBySite.get(site);
  if (known === undefined) filesBySite.set(site, (known = new Map()));
  let files = known.get(source);
  if (files === undefined) known.set(source, (files = new Replayed(findFiles(source, site))));
  return files;
}

/** An iterable for several readers that computes each item once, on first use. */
class Replayed<T> implements Iterable<T> {
  readonly #made: T[] = [];
  readonly #rest: Iterator<T>;
  #ended = false;

  constructor(items: Iterable<T>) {
    this.#rest = items[Symbol.iterator]();
  }

  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let at = 0; ; at++) {
      if (at === this.#made.length && !this.#more()) return;
      yield this.#made[at]!;
    }
  }

  #more(): boolean {
    if (this.#ended) return false;
    const { done, value } = this.#rest.next();
    if (done) this.#ended = true;
    else this.#made.push(value);
    return !this.#ended;
  }
}

function findFiles(source: Exclude<SourceName, "current">, site: Site): Iterable<IndexedFile> {
  switch (source) {
    case "import":
      return site.files(importedFiles(site));
    case "counterpart":
      return site.files(counterparts(site));
    case "relevant":
      return relevantFiles(site);
    case "recent":
      return site.files(new Set(site.edits.map(({ path }) => path)));
    default:
      return source.startsWith("import of ")
        ? site.files(importsOf(relatedFiles(source.slice("import of ".length) as Related, site), site))
        : relatedFiles(source as Related, site);
  }
}

function relatedFiles(source: Related, site: Site): readonly IndexedFile[] {
  const { index, hole } = site;
  switch (source) {
    case "parent":
      return [...site.files(parentFile(site))];
    case "sibling":
      return bySharedImports(site, [...site.files(index.folder(folderOf(hole.path)))]);
    case "similar":
      return bySharedImports(site, [...site.files(similarlyNamed(site))]);
    case "child":
      return bySharedImports(site, [...site.files(children(site))]);
  }
}

/** Files that the current file imports: those used nearest to the hole first, unused ones last. */
function importedFiles(site: Site): readonly string[] {
  const used = site
    .imports()
    .filter(({ distance }) => site.semantics === "paper" || distance < Number.POSITIVE_INFINITY);
  return [...new Set([...used].sort(nearestFirst).flatMap(({ paths }) => paths))];
}

function nearestFirst(a: NearImport, b: NearImport): number {
  if (a.distance !== b.distance) return a.distance - b.distance;
  return a.imported.from - b.imported.from;
}

/** The file of the base class of the nearest class above the hole that has one. */
function parentFile(site: Site): readonly string[] {
  for (const { bases } of site.classesAbove()) {
    for (const base of bases) {
      const found = declaring(site, base);
      if (found !== undefined) return [found];
    }
  }
  return [];
}

/**
 * Resolves a base class name of the current file: to an import that declares it, a file in the same folder, or the only
 * file with such a class.
 */
function declaring(site: Site, base: string): string | undefined {
  const { index, hole, semantics } = site;
  const declares = (path: string): boolean => classNamed(index.file(path), base) !== undefined;
  const anywhere = index.definers(base).filter((path) => path !== hole.path && declares(path));
  if (semantics === "rlpg-code") return anywhere.at(-1);
  const imported = site
    .imports()
    .filter(({ imported: { names } }) => names.includes(base) || names.length === 0)
    .flatMap(({ paths }) => paths);
  const folder = folderOf(hole.path);
  return (
    imported.find(declares) ??
    // An import of the name that leads to a file where the class has another name, or to a re-export.
    site.imports().find(({ imported: { names }, paths }) => names.includes(base) && paths.length > 0)?.paths[0] ??
    anywhere.find((path) => folderOf(path) === folder) ??
    (anywhere.length === 1 ? anywhere[0] : undefined)
  );
}

function classNamed(file: IndexedFile | undefined, name: string): ClassFact | undefined {
  return file?.facts.classes.find((declared) => declared.name === name);
}

/** Files with a class that extends one of the current file. */
function children(site: Site): readonly string[] {
  const { index, hole, facts, semantics } = site;
  const found = facts.classes.flatMap(({ name }) =>
    index.inheritors(name).filter((path) => semantics === "rlpg-code" || leadsTo(site, path, name)),
  );
  return [...new Set(found)].filter((path) => path !== hole.path).sort();
}

/** Whether the base `name` in the file at `path` refers to the current file's class. */
function leadsTo(site: Site, path: string, name: string): boolean {
  const { index, hole } = site;
  const imports = index.imports(path);
  if (imports.some(({ imported, paths }) => imported.names.includes(name) && paths.length > 0))
    return imports.some(({ imported, paths }) => imported.names.includes(name) && paths.includes(hole.path));
  if (imports.some(({ paths }) => paths.includes(hole.path))) return true;
  if (classNamed(index.file(path), name) !== undefined) return false;
  if (folderOf(path) === folderOf(hole.path)) return true;
  return index.definers(name).every((definer) => definer === hole.path);
}

/** Files whose names share a part with the current file's. */
function similarlyNamed({ index, hole, semantics }: Site): readonly string[] {
  const parts =
    semantics === "paper"
      ? nameParts(hole.path)
      : // The published code splits names at changes of case only.
        (stemOf(hole.path).match(/[A-Z]?[^A-Z]+|[A-Z]+/g) ?? []).map((part) => part.toLowerCase());
  const found = new Set(parts.flatMap((part) => index.named(part)));
  return [...found].filter((path) => path !== hole.path).sort();
}

/**
 * Sorts by shared imports: first the file whose shared import is used nearest to the hole, then by the number of shared
 * imports, then by path. Files without shared imports come last.
 */
function bySharedImports(site: Site, files: readonly IndexedFile[]): readonly IndexedFile[] {
  const compat = site.semantics === "rlpg-code";
  const keyed = (key: string): string => (compat ? baseName(key.slice(key.lastIndexOf(".") + 1)) : key);
  const distances = new Map<string, number>();
  for (const { imported, paths, distance } of site.imports()) {
    if (compat && (distance === Number.POSITIVE_INFINITY || imported.specifier.startsWith("java."))) continue;
    for (const key of paths.length > 0 ? paths : [`library ${imported.specifier}`])
      distances.set(keyed(key), Math.min(distance, distances.get(keyed(key)) ?? Number.POSITIVE_INFINITY));
  }
  const judged = files.map((file) => {
    const shared = [...new Set([...site.index.importKeys(file.path)].map(keyed))].filter((key) => distances.has(key));
    return { file, shared, count: shared.length, nearest: Math.min(...shared.map((key) => distances.get(key)!)) };
  });
  if (!compat)
    return judged.sort((a, b) => difference(a.nearest, b.nearest) || b.count - a.count).map(({ file }) => file);
  // The published code considers only one import: the nearest one that any of the files shares.
  const nearest = Math.min(...judged.map((one) => one.nearest));
  const first = (one: (typeof judged)[number]): number => (one.nearest === nearest ? 0 : 1);
  return nearest === Number.POSITIVE_INFINITY
    ? files
    : judged.sort((a, b) => first(a) - first(b) || b.count - a.count).map(({ file }) => file);
}

function difference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Files that the given ones import, most often imported first, then by path. */
function importsOf(files: readonly IndexedFile[], { index }: Site): readonly string[] {
  const counts = countsOf(files.flatMap(({ path }) => [...new Set(index.imports(path).flatMap(({ paths }) => paths))]));
  return [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1));
}

const TEST_NAME = /^tests?[_-]|[_-](tests?|spec)$|\.(test|spec)(?=\.|$)|(?<=\p{Ll})(Test|Tests|Spec)$/u;

/** The tests of a source file, or the source of a test: files whose names differ only in the test suffix or prefix. */
function counterparts({ index, hole }: Site): readonly string[] {
  const withoutExtension = (path: string): string => baseName(path).replace(/\.[^.]*$/, "");
  const subject = (path: string): string => withoutExtension(path).replace(TEST_NAME, "").toLowerCase();
  const isTest = (path: string): boolean => TEST_NAME.test(withoutExtension(path));
  const wanted = subject(hole.path);
  const candidates = new Set(nameParts(hole.path).flatMap((part) => index.named(part)));
  return [...candidates].filter((path) => subject(path) === wanted && isTest(path) !== isTest(hole.path)).sort();
}

/** How many files BM25 proposes. */
const MOST_RELEVANT = 16;

function* relevantFiles(site: Site): Iterable<IndexedFile> {
  const { index, query } = site;
  const scored = index.words.scores(query);
  // Equal scores are sorted by path below, so files that tie with the last one are kept here.
  const least =
    Float64Array.from(scored.values())
      .sort()
      .at(-4 * MOST_RELEVANT) ?? 0;
  const scores = [...scored]
    .filter(([, score]) => score > 0 && score >= least)
    .map(([document, score]) => ({ file: index.fileOf(document)!, score }))
    .sort((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1));
  let left = MOST_RELEVANT;
  for (const file of site.files(scores.map(({ file: { path } }) => path))) {
    if (left-- === 0) return;
    yield file;
  }
}
