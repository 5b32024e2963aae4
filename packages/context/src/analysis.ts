// The words and terms of a candidate, for rankers. They are counted by piece and remembered with the piece's items, which many candidates of many
// holes share.

import type { Candidate } from "./candidates.js";
import type { Item } from "./contents.js";
import { countsOf, countTerms, type TermCounts, wordsOf } from "./terms.js";

/** What a candidate's text is made of. */
export interface Analysis {
  /** Whether a word occurs, as it is written; see {@link wordsOf}. O(pieces). */
  has(word: string): boolean;
  /** All words. O(words). */
  words(): ReadonlySet<string>;
  readonly terms: TermCounts;
}

interface Part {
  readonly words: ReadonlySet<string>;
  readonly terms: TermCounts;
}

const parts = new WeakMap<readonly Item[], Part>();
const analyses = new WeakMap<Candidate, Analysis>();

/** O(text) for pieces whose items are new. */
export function analysisOf(candidate: Candidate): Analysis {
  let analysis = analyses.get(candidate);
  if (analysis === undefined) analyses.set(candidate, (analysis = together(candidate.pieces.map(partOf))));
  return analysis;
}

function partOf({ items }: { readonly items: readonly Item[] }): Part {
  let part = parts.get(items);
  if (part === undefined) {
    // No word spans two items.
    const words = countsOf(wordsOf(items.map(({ text }) => text).join("\n")));
    parts.set(items, (part = { words: new Set(words.keys()), terms: countTerms(words) }));
  }
  return part;
}

function together(all: readonly Part[]): Analysis {
  return {
    has: (word) => all.some(({ words }) => words.has(word)),
    words: () => new Set(all.flatMap(({ words }) => [...words])),
    terms: {
      length: all.reduce((sum, { terms }) => sum + terms.length, 0),
      frequency: (term) => all.reduce((sum, { terms }) => sum + terms.frequency(term), 0),
      distinct: () => new Set(all.flatMap(({ terms }) => [...terms.distinct()])),
    },
  };
}
