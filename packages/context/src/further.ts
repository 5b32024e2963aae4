// Proposals beyond the published ones: uses of the names near the hole, declarations of the names in its window,
// recently edited lines, windows of other files that are similar to the hole's, and the test or source file that
// belongs to a file.

import { integer, signature } from "@espalier/arguments";
import type { Item } from "./contents.js";
import { lineAt, lineStarts } from "./hole.js";
import { type SimilarWindow, windowsLike } from "./jaccard.js";
import { NOTHING, type Piece, type Proposal, source } from "./proposal.js";
import { publishedProposals } from "./published.js";
import type { IndexedFile } from "./repository-index.js";
import type { Site } from "./site.js";
import { filesOf } from "./sources.js";
import { wordsOf } from "./terms.js";
import type { TextIndex } from "./text-index.js";

/** How many names near the hole are searched for uses. */
const MOST_NAMES = 8;
/** How many files may show uses of one name. If more files declare a name, its declarations are not shown. */
const MOST_FILES = 16;

const checkIdentifierUsages = signature("identifierUsages", { radius: integer({ min: 0 }) });

/**
 * Proposes lines around uses of the names near the hole, nearest name first. A name that most files use is not
 * informative and is skipped.
 */
export function identifierUsages(radius = 2): Proposal {
  checkIdentifierUsages(radius);
  return {
    ...NOTHING,
    id: "Usage",
    number: undefined,
    share: 0.5,
    separator: "\n",
    pieces: (site) => usagePieces(site, radius),
  };
}

function* usagePieces(site: Site, radius: number): Iterable<Piece> {
  for (const name of site.namesNearby().slice(0, MOST_NAMES)) {
    const documents = site.index.words.documents(name.toLowerCase());
    if (documents.length > Math.max(MOST_FILES, site.index.paths().length / 4)) continue;
    const paths = documents.map((document) => site.index.fileOf(document)!.path).sort();
    let files = 0;
    for (const file of site.files(paths)) {
      const places = placesOf(file, name, site.index.words);
      if (places.length === 0) continue;
      yield codePiece(file, linesAround(file, places, radius), `uses of ${name}`);
      if (++files === MOST_FILES) break;
    }
  }
}

/** Returns the offsets of a word in a file. O(words of the file). */
function placesOf({ document }: IndexedFile, name: string, { lines, table }: TextIndex): readonly number[] {
  const word = table.find(name);
  const { words, offsets } = lines(document)!;
  const places: number[] = [];
  if (word === undefined) return places;
  for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) places.push(offsets[at]!);
  return places;
}

/** Returns whole lines around offsets, merged where they overlap. */
function linesAround({ text }: IndexedFile, places: readonly number[], radius: number): readonly Item[] {
  const starts = lineStarts(text);
  const ranges: { from: number; to: number }[] = [];
  for (const place of places) {
    const line = lineAt(starts, place);
    const from = Math.max(0, line - radius);
    const to = Math.min(starts.length, line + radius + 1);
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges.map(({ from, to }) => lineItem(text, starts, from, to));
}

function lineItem(text: string, starts: readonly number[], fromLine: number, toLine: number): Item {
  const from = starts[fromLine]!;
  const to = toLine < starts.length ? starts[toLine]! - 1 : text.length;
  return { text: text.slice(from, to), from, to };
}

function codePiece(file: IndexedFile, items: readonly Item[], reason: string): Piece {
  return { path: file.path, heading: "", items, joiner: "\n", names: false, reason, file };
}

/**
 * Proposes the declarations in other files of the names in the hole's window: the header, fields and signatures of a
 * class, the signature of a function.
 */
export function declarationsNearby(): Proposal {
  return { ...NOTHING, id: "Decl", number: undefined, share: 0.5, separator: "\n", pieces: declarationPieces };
}

function* declarationPieces(site: Site): Iterable<Piece> {
  const names = new Set([...wordsOf(site.window), ...site.namesNearby()]);
  for (const name of names) {
    const definers = site.index.definers(name);
    if (definers.length > MOST_FILES) continue;
    for (const file of site.files(definers)) {
      const items = declarationItems(file, name);
      if (items.length > 0) yield codePiece(file, items, `declares ${name}`);
    }
  }
}

function declarationItems({ text, facts }: IndexedFile, name: string): readonly Item[] {
  const items: Item[] = [];
  const add = (from: number, to: number): void => {
    const shown = text.slice(from, to).trimEnd();
    if (shown !== "" && !items.some((item) => item.from < to && from < item.to))
      items.push({ text: shown, from, to: from + shown.length });
  };
  const lineEnd = (from: number): number => (text.indexOf("\n", from) + 1 || text.length + 1) - 1;
  for (const declared of facts.classes) {
    if (declared.name !== name) continue;
    add(declared.from, Math.min(declared.to, lineEnd(declared.from)));
    const inside = (from: number): boolean => from > declared.from && from < declared.to;
    for (const { from, body } of facts.methods) if (inside(from)) add(lineIndent(text, from), body);
    for (let at = 0; at < facts.fields.length; at += 2)
      if (inside(facts.fields[at]!)) add(lineIndent(text, facts.fields[at]!), facts.fields[at + 1]!);
  }
  for (const method of facts.methods) if (method.name === name) add(lineIndent(text, method.from), method.body);
  return items.sort((a, b) => a.from - b.from);
}

/** Returns the start of an offset's line if only blanks precede it there. */
function lineIndent(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return text.slice(start, offset).trim() === "" ? start : offset;
}

const checkRecentEdits = signature("recentEdits", { radius: integer({ min: 0 }) });

/** Proposes recently edited lines of other files, latest first, with their current text. */
export function recentEdits(radius = 2): Proposal {
  checkRecentEdits(radius);
  return {
    ...NOTHING,
    id: "Edit.lines",
    number: undefined,
    share: 0.5,
    separator: "\n",
    *pieces(site) {
      for (const { path, fromLine, toLine } of site.edits) {
        for (const file of site.files([path])) {
          const starts = lineStarts(file.text);
          if (fromLine >= starts.length || toLine <= fromLine) continue;
          const item = lineItem(
            file.text,
            starts,
            Math.max(0, fromLine - radius),
            Math.min(starts.length, toLine + radius),
          );
          if (item.text.trim() !== "") yield codePiece(file, [item], "edited recently");
        }
      }
    },
  };
}

const checkSimilarCode = signature("similarCode", { lines: integer({ min: 1 }) });

/**
 * Proposes the windows of the most relevant files that are most similar to the hole's window, by Jaccard similarity of
 * their words.
 */
export function similarCode(lines = 20): Proposal {
  checkSimilarCode(lines);
  return {
    ...NOTHING,
    id: "Window",
    number: undefined,
    share: 0.5,
    separator: "\n",
    pieces: (site) => {
      const { words } = site.index;
      const wanted = new Set(wordsOf(site.window));
      const ids = new Set([...wanted].map((word) => words.table.find(word)).filter((id) => id !== undefined));
      const shape = { lines, stride: Math.ceil(lines / 2) };
      const best = (file: IndexedFile): SimilarWindow | undefined =>
        windowsLike(file.text, words.lines(file.document)!, ids, wanted.size, shape)[0];
      return [...filesOf("relevant", site)]
        .map((file) => ({ file, best: best(file) }))
        .filter(({ best }) => best !== undefined && best.score > 0)
        .sort((a, b) => b.best!.score - a.best!.score || (a.file.path < b.file.path ? -1 : 1))
        .map(({ file, best }) => {
          const { from, to, score } = best!;
          return codePiece(file, [{ text: file.text.slice(from, to), from, to }], `similar lines, ${score.toFixed(2)}`);
        });
    },
  };
}

/** Returns the published proposals and the further ones: the default of {@link retrieve}. */
export function allProposals(): readonly Proposal[] {
  const contents = ["method names", "identifiers", "method bodies"] as const;
  return [
    ...publishedProposals(),
    ...contents.map((content) => source("counterpart").content(content)),
    ...contents.map((content) => source("relevant").content(content)),
    ...contents.map((content) => source("recent").content(content)),
    identifierUsages(),
    declarationsNearby(),
    recentEdits(),
    similarCode(),
  ];
}
