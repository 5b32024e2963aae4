// A hole as proposals and rankers see it: the index, the facts of the file around the hole, and what follows from them. A site is made for one
// hole and one version of the index, and remembers what was asked of it.

import { signature } from "@espalier/arguments";
import { copyTest } from "./copies.js";
import { type ClassFact, type FileFacts, type Span, type Spans, spansWhere } from "./facts.js";
import { type Hole, holeWindow, lineAt, lineStarts } from "./hole.js";
import type { ResolvedImport } from "./imported.js";
import { holeKind, indexKind, siteOptionsKind } from "./kinds.js";
import type { IndexedFile, RepositoryIndex } from "./repository-index.js";
import { termsOf, wordsOf } from "./terms.js";

/** Lines of a file that were edited, the latest edit first in a list of them. Only where they are is told, so no earlier text can be shown. */
export interface RecentEdit {
  readonly path: string;
  /** Lines from 0, half-open. */
  readonly fromLine: number;
  readonly toLine: number;
}

/**
 * Whose semantics the published proposals have: the paper's, or those of the code that was published with it, where the two differ.
 * The differences are listed in this package's README.
 */
export type Semantics = "paper" | "rlpg-code";

/** What a site is made with, besides index and hole; everything is optional. */
export interface SiteOptions {
  readonly edits?: readonly RecentEdit[];
  readonly semantics?: Semantics;
}

/** A hole in its repository. */
export interface Site {
  readonly index: RepositoryIndex;
  readonly hole: Hole;
  readonly edits: readonly RecentEdit[];
  readonly semantics: Semantics;
  /** Prefix and suffix, joined. */
  readonly text: string;
  /** The facts of `text`, without names and strings that touch the hole and signatures that span it. */
  readonly facts: FileFacts;
  /** See {@link holeWindow}. */
  readonly window: string;
  /** The terms of the window. */
  readonly query: readonly string[];
  /** Files to take text from: those of `paths` that are in the index and are no copies of the file with the hole. */
  files(paths: Iterable<string>): Iterable<IndexedFile>;
  /** The imports of the file, each with its distance from the hole in lines: that of its nearest use; `Infinity` when it is not used. */
  imports(): readonly NearImport[];
  /** The class declarations at or above the hole's line, the nearest first. */
  classesAbove(): readonly ClassFact[];
  /** Distinct names within 20 lines of the hole: those before it, the nearest first, then those after it. Without facts, words of the window. */
  namesNearby(): readonly string[];
}

/** An import of the file with the hole. */
export interface NearImport extends ResolvedImport {
  readonly distance: number;
}

const checkCreateSite = signature("createSite", { index: indexKind, hole: holeKind, options: siteOptionsKind });

export function createSite(index: RepositoryIndex, hole: Hole, options: SiteOptions = {}): Site {
  checkCreateSite(index, hole, options);
  const { edits = [], semantics = "paper" } = options;
  const text = hole.prefix + hole.suffix;
  const offset = hole.prefix.length;
  const facts = around(index.factsOf(hole.path, text), offset);
  const window = holeWindow(hole);
  const isCopy = copyTest(index, hole);
  const starts = lineStarts(text);
  const holeLine = lineAt(starts, offset);
  let imports: readonly NearImport[] | undefined;
  let nearby: readonly string[] | undefined;
  return {
    index,
    hole,
    edits,
    semantics,
    text,
    facts,
    window,
    query: termsOf(window),
    *files(paths) {
      for (const path of paths) {
        const file = index.file(path);
        if (file !== undefined && !isCopy(file)) yield file;
      }
    },
    imports: () => (imports ??= importsNear(index, hole.path, text, facts, starts, holeLine, semantics)),
    classesAbove: () => facts.classes.filter(({ from }) => lineAt(starts, from) <= holeLine).reverse(),
    namesNearby: () => {
      nearby ??=
        facts.identifiers.length > 0 ? namesNear(text, facts, starts, holeLine) : [...new Set(wordsOf(window))];
      return nearby;
    },
  };
}

function around(facts: FileFacts, offset: number): FileFacts {
  const apart = (spans: Spans): Spans => spansWhere(spans, (from, to) => to < offset || from > offset);
  const spansHole = ({ from, to }: Span): boolean => from < offset && offset < to;
  return {
    imports: facts.imports.filter((imported) => !spansHole(imported)),
    classes: facts.classes,
    methods: facts.methods.filter(({ from, body }) => !spansHole({ from, to: body })),
    fields: apart(facts.fields),
    strings: apart(facts.strings),
    identifiers: apart(facts.identifiers),
    types: apart(facts.types),
    comments: apart(facts.comments),
  };
}

/** Names with the lines where they occur, as `from` offsets. */
function occurrences(text: string, facts: FileFacts): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const spans of [facts.identifiers, facts.types])
    for (let at = 0; at < spans.length; at += 2) {
      const name = text.slice(spans[at], spans[at + 1]);
      const places = found.get(name);
      if (places === undefined) found.set(name, [spans[at]!]);
      else places.push(spans[at]!);
    }
  return found;
}

function importsNear(
  index: RepositoryIndex,
  path: string,
  text: string,
  facts: FileFacts,
  starts: readonly number[],
  holeLine: number,
  semantics: Semantics,
): readonly NearImport[] {
  const places = occurrences(text, facts);
  return index.resolved(path, facts).map((resolved) => {
    const { names, from, to } = resolved.imported;
    const uses = names
      .flatMap((name) => places.get(name) ?? [])
      .filter((place) => place < from || place >= to)
      .sort((a, b) => a - b);
    const distances = uses.map((place) => Math.abs(lineAt(starts, place) - holeLine));
    const distance = semantics === "paper" ? Math.min(...distances) : (distances.at(-1) ?? Number.POSITIVE_INFINITY);
    return { ...resolved, distance };
  });
}

function namesNear(text: string, facts: FileFacts, starts: readonly number[], holeLine: number): readonly string[] {
  const named = [...occurrences(text, facts)].flatMap(([name, places]) =>
    places.map((place) => ({ name, place, line: lineAt(starts, place) })),
  );
  const above = named.filter(({ line }) => line <= holeLine).sort((a, b) => b.place - a.place);
  const below = named.filter(({ line }) => line > holeLine).sort((a, b) => a.place - b.place);
  const near = (lines: typeof named): readonly string[] =>
    lines.filter(({ line }) => Math.abs(line - holeLine) <= NEAR).map(({ name }) => name);
  return [...new Set([...near(above), ...near(below)])];
}

/** How many lines away a name still counts as nearby. */
const NEAR = 20;
