// A site: a hole with its repository, as proposals and rankers see it. It combines the index, the facts of the file
// around the hole, and what can be derived from them. A site belongs to one hole and one version of the index, and
// caches its results.

import { signature } from "@espalier/arguments";
import { copyTest } from "./copies.js";
import { type ClassFact, type FileFacts, type Span, type Spans, spansWhere } from "./facts.js";
import { type Hole, holeWindow, lineAt, lineStarts } from "./hole.js";
import type { ResolvedImport } from "./imported.js";
import { holeKind, indexKind, siteOptionsKind } from "./kinds.js";
import type { IndexedFile, RepositoryIndex } from "./repository-index.js";
import { termsOf, wordsOf } from "./terms.js";

/**
 * Edited lines of a file; lists are ordered with the latest edit first. Only the position is recorded, so no earlier
 * text can be shown.
 */
export interface RecentEdit {
  readonly path: string;
  /** Lines counted from 0, half-open. */
  readonly fromLine: number;
  readonly toLine: number;
}

/**
 * Whether the published proposals follow the paper or its published code, where the two differ. The README of this
 * package lists the differences.
 */
export type Semantics = "paper" | "rlpg-code";

/** Options of a site. */
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
  /** The prefix and the suffix, concatenated. */
  readonly text: string;
  /** The facts of `text`, without names and strings that touch the hole and without signatures that span it. */
  readonly facts: FileFacts;
  /** See {@link holeWindow}. */
  readonly window: string;
  /** The terms of the window. */
  readonly query: readonly string[];
  /** Yields those of `paths` that may be used: indexed files that are not copies of the file with the hole. */
  files(paths: Iterable<string>): Iterable<IndexedFile>;
  /**
   * Returns the imports of the file, each with the distance in lines from its nearest use to the hole; `Infinity` if it
   * is unused.
   */
  imports(): readonly NearImport[];
  /** Returns the class declarations at or above the hole's line, nearest first. */
  classesAbove(): readonly ClassFact[];
  /**
   * Returns the distinct names within 20 lines of the hole: those before it, nearest first, then those after it.
   * Without facts, returns words of the window.
   */
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

/** Maps names to the offsets where they occur. */
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

/** Within this many lines, a name counts as nearby. */
const NEAR = 20;
