// Candidates: proposals with their text for one hole, shortened to what a budget could contain.

import { signature } from "@espalier/arguments";
import type { Item } from "./contents.js";
import { candidateLimitsKind, proposalsKind, siteKind } from "./kinds.js";
import { NOTHING, type Piece, type Proposal } from "./proposal.js";
import type { Site } from "./site.js";

/** A proposal with its text for a hole. */
export interface Candidate {
  readonly proposal: Proposal;
  /** Best piece first. */
  readonly pieces: readonly Piece[];
  /** The text of all items, for rankers; empty for {@link NOTHING}. */
  readonly text: string;
}

/** Limits on the work. */
export interface CandidateLimits {
  /** The most characters taken from one proposal. */
  readonly characters: number;
  /** Returns whether to stop. Called before each proposal. */
  readonly expired?: () => boolean;
}

const checkCandidatesFor = signature("candidatesFor", {
  site: siteKind,
  proposals: proposalsKind,
  limits: candidateLimitsKind,
});

/**
 * Returns the proposals that have text, in order and always including {@link NOTHING}, and whether all proposals were
 * evaluated.
 */
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
    candidates.push(new Applied(proposal, pieces));
  }
  candidates.push({ proposal: NOTHING, pieces: [], text: "" });
  return { candidates, complete };
}

/** A proposal with text. It builds the text when a ranker first reads it; most rankers do not. */
class Applied implements Candidate {
  readonly proposal: Proposal;
  readonly pieces: readonly Piece[];
  #text: string | undefined;

  constructor(proposal: Proposal, pieces: readonly Piece[]) {
    this.proposal = proposal;
    this.pieces = pieces;
  }

  get text(): string {
    this.#text ??= this.pieces.map(({ items, joiner }) => items.map(({ text }) => text).join(joiner)).join("\n");
    return this.#text;
  }
}

function within(pieces: Iterable<Piece>, characters: number): readonly Piece[] {
  const taken: Piece[] = [];
  let left = characters;
  for (const piece of pieces) {
    let count = 0;
    while (count < piece.items.length && left > 0) left -= piece.items[count++]!.text.length + 1;
    if (count > 0) taken.push(count === piece.items.length ? piece : { ...piece, items: firstOf(piece.items, count) });
    if (left <= 0) break;
  }
  return taken;
}

const heads = new WeakMap<readonly Item[], readonly Item[]>();

/**
 * Returns the first `count` items of a list. The last result is cached for each list, because successive holes usually
 * ask for the same number of items of the same files.
 */
function firstOf(items: readonly Item[], count: number): readonly Item[] {
  let head = heads.get(items);
  if (head?.length !== count) heads.set(items, (head = items.slice(0, count)));
  return head!;
}
