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
  /** Returns the bounds for the readings of a language. Only the language reads both objects. */
  of(searched: object): object;
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

/** Computes a lower bound on the number of bytes to the end of the text. If it is Infinity, no text completes the reading. */
export type BoundOf = (reading: Reading) => number;

/** Lower bounds, as if as few terminals as possible competed in the lexer. */
export interface ReadingBounds {
  readonly of: BoundOf;
  /** The same, but a reading that dead-proof.ts proves dead has the bound Infinity. It costs much more. */
  readonly closer: BoundOf;
}

/** The bound for a text at the start of a lexeme, at the set `after`, if none of the lexer states may match. */
type RestAt = (after: SetId, states: readonly LexerState[]) => number;

function boundsOf({ parts, reader, endingsOf }: Searched): ReadingBounds {
  const { lexer, chart } = parts;
  // Both are created on demand: most languages never need them.
  let hopeful: { readonly boundaries: HopefulBoundaries; readonly cost: CompletionCost } | undefined;
  let proof: DeadProof | undefined;

  const restAt: RestAt = (after, states) => {
    if (chart.accepts(after)) return 0;
    if (hopeful === undefined) {
      const boundaries = createHopefulBoundaries(parts);
      hopeful = { boundaries, cost: createCompletionCost(chart, createRuleCosts(chart.rules, boundaries)) };
    }
    const costs = hopeful.cost.rest(after);
    let bound = 0;
    for (const label of hopeful.boundaries.holding(states, after)) bound = Math.max(bound, costs[label]!);
    return bound;
  };
  const restUnlessDead: RestAt = (after, states) =>
    !chart.accepts(after) && (proof ??= createDeadProof(parts)).dead(after, states)
      ? Number.POSITIVE_INFINITY
      : restAt(after, states);

  function boundOf({ lexeme, set, guards }: Reading, rest: RestAt): number {
    if (lexer.begins(lexeme)) return rest(set, reader.guardStates(guards));
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
      best = Math.min(best, distance + rest(reader.cross(set, exit), [state, ...reader.guardStates(left)]));
    }
  }

  return { of: (reading) => boundOf(reading, restAt), closer: (reading) => boundOf(reading, restUnlessDead) };
}
