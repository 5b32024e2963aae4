// The capability of a language to bound the length of completions from below, so that it recognises most readings that
// cannot be completed without a search. A plain language has it only if the caller passes it, so a page loads
// hopeful-boundary.ts only if the page imports this.

import type { SetId } from "@espalier/earley";
import type { LexerState } from "@espalier/lexer";
import { type CompletionCost, createCompletionCost, createRuleCosts } from "./completion-cost.js";
import { createDeadProof, type DeadProof } from "./dead-proof.js";
import { ENDINGS_VISITED, type Endings, guardedEndings } from "./endings.js";
import { NO_GUARDS } from "./guards.js";
import { createHopefulBoundaries, type HopefulBoundaries } from "./hopeful-boundary.js";
import type { Parts } from "./parts.js";
import type { Reader, Reading } from "./reading.js";

/** Bounds the length of completions from below. {@link completionBounds} does; languages only pass it on. */
export interface CompletionBounds {
  /** Returns the bound for each reading of a language. Both belong to the language, and only `completionBounds` reads them. */
  of(searched: object): (reading: never) => number;
}

/** The parts of a language that searches completions. */
export interface Searched {
  readonly parts: Parts;
  readonly reader: Reader;
  /** Returns the endings of a lexeme, if no guards are kept. */
  readonly endingsOf: (lexeme: LexerState) => Endings;
}

/**
 * Bounds the length of completions from below, for {@link createPlainLanguage} (6 kB, gzip). Without it, languages whose
 * terminals swallow each other have larger costs, and reach the limit `searchSteps` sooner.
 */
export const completionBounds: CompletionBounds = { of: (searched) => boundsOf(searched as Searched) };

/**
 * Computes a lower bound on the number of bytes to the end of the text, as if as few terminals as possible competed in
 * the lexer. If the bound is Infinity, no text completes the reading.
 *
 * @param thorough whether to look closer at readings whose bound is finite: dead-proof.ts.
 */
export type BoundOf = (reading: Reading, thorough?: boolean) => number;

function boundsOf({ parts, reader, endingsOf }: Searched): BoundOf {
  const { lexer, chart } = parts;
  let proof: DeadProof | undefined;
  // Created on demand: most languages never need it.
  let hopeful: { readonly boundaries: HopefulBoundaries; readonly cost: CompletionCost } | undefined;

  return ({ lexeme, set, guards }, thorough = false) => {
    if (hopeful === undefined) {
      const wide = createHopefulBoundaries(parts);
      hopeful = { boundaries: wide, cost: createCompletionCost(chart, createRuleCosts(chart.rules, wide)) };
    }
    const { boundaries, cost: hoped } = hopeful;
    const restAt = (after: SetId, states: readonly LexerState[]): number => {
      if (chart.accepts(after)) return 0;
      if (thorough && (proof ??= createDeadProof(parts)).dead(after, states)) return Number.POSITIVE_INFINITY;
      const costs = hoped.rest(after);
      let bound = 0;
      for (const label of boundaries.holding(states, after)) bound = Math.max(bound, costs[label]!);
      return bound;
    };
    if (lexer.begins(lexeme)) return restAt(set, reader.guardStates(guards));
    const ways =
      guards === NO_GUARDS
        ? endingsOf(lexeme)
        : guardedEndings(lexer, lexeme, guards, reader.stepGuards, ENDINGS_VISITED);
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; ; i++) {
      if (i === ways.found.length && (ways.horizon() >= best || !ways.more(ENDINGS_VISITED)))
        return Math.min(best, ways.horizon());
      const { distance, exit, state, guards: left = NO_GUARDS } = ways.found[i]!;
      if (distance >= best) return best;
      best = Math.min(best, distance + restAt(reader.cross(set, exit), [state, ...reader.guardStates(left)]));
    }
  };
}
