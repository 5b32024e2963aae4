// Candidates: proposals with the text that they have for one hole, cut to what a budget could hold.

import { signature } from "@espalier/arguments";
import type { Item } from "./contents.js";
import { candidateLimitsKind, proposalsKind, siteKind } from "./kinds.js";
import { NOTHING, type Piece, type Proposal } from "./proposal.js";
import type { Site } from "./site.js";
import { countsOf, countTerms, type TermCounts, wordsOf } from "./terms.js";

/** A proposal with its text for a hole. */
export interface Candidate {
  readonly proposal: Proposal;
  /** Best first. */
  readonly pieces: readonly Piece[];
  /** All items, for rankers; empty for {@link NOTHING}. */
  readonly text: string;
}

/** What a candidate's text is made of, for rankers. */
export interface Analysis {
  /** How often each word occurs; see {@link wordsOf}. */
  readonly words: ReadonlyMap<string, number>;
  readonly terms: TermCounts;
}

const analyses = new WeakMap<Candidate, Analysis>();

/** The words and terms of a candidate's text. Made once, since several rankers ask. O(text). */
export function analysisOf(candidate: Candidate): Analysis {
  let known = analyses.get(candidate);
  if (known === undefined) {
    const words = countsOf(wordsOf(candidate.text));
    analyses.set(candidate, (known = { words, terms: countTerms(words) }));
  }
  return known;
}

/** What bounds the work. */
export interface CandidateLimits {
  /** The most characters that are taken from one proposal. */
  readonly characters: number;
  /** Whether to stop: asked before each proposal. */
  readonly expired?: () => boolean;
}

const checkCandidatesFor = signature("candidatesFor", {
  site: siteKind,
  proposals: proposalsKind,
  limits: candidateLimitsKind,
});

/** The proposals that have something to show, in their order, {@link NOTHING} always among them; and whether all were asked. */
export function candidatesFor(
  site: Site,
  proposals: readonly Proposal[],
  limits: CandidateLimits,
): { readonly candidates: readonly Candidate[]; readonly complete: boolean } {
  checkCandidatesFor(site, proposals, limits);
  const { characters, expired } = limits;
  const candidates: Candidate[] = [];
  let complete = true;
  for (const proposal of proposals) {
    if (proposal === NOTHING) continue;
    if (expired?.()) {
      complete = false;
      break;
    }
    const pieces = within(proposal.pieces(site), characters);
    if (pieces.length === 0) continue;
    const text = pieces.map(({ items, joiner }) => items.map((item) => item.text).join(joiner)).join("\n");
    candidates.push({ proposal, pieces, text });
  }
  candidates.push({ proposal: NOTHING, pieces: [], text: "" });
  return { candidates, complete };
}

function within(pieces: Iterable<Piece>, characters: number): readonly Piece[] {
  const taken: Piece[] = [];
  let left = characters;
  for (const piece of pieces) {
    const items: Item[] = [];
    for (const item of piece.items) {
      if (left <= 0) break;
      items.push(item);
      left -= item.text.length + 1;
    }
    if (items.length > 0) taken.push(items.length === piece.items.length ? piece : { ...piece, items });
    if (left <= 0) break;
  }
  return taken;
}
