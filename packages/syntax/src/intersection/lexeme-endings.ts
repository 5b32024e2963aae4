// The cheapest ending of a lexeme in progress that a finite automaton reads too.

import type { LexerState, PlainLexer } from "@espalier/lexer";
import { burn, createPairTable } from "@espalier/monitor";
import { type FiniteReader, REFUSED } from "./finite-reader.js";

/** The most pairs of states visited for the endings of one lexeme. */
export const MOST_PAIRS = 200_000;

/** A state on the path through a lexeme. */
export interface Step {
  readonly lexeme: LexerState;
  readonly finite: number;
  readonly distance: number;
  readonly before: Step | undefined;
}

/** The least number of symbols, and the last state of the lexeme; no state if there is no completion. */
export interface LeastEnding {
  readonly symbols: number;
  readonly end: Step | undefined;
}

/**
 * Returns the least number of symbols from a lexeme in progress to the end of the text, over all endings of the
 * lexeme; `restOf` returns the cost after each. The search stops at a cost of at most `enough`. Returns Infinity if there is no
 * completion, and `undefined` if there are too many endings to decide.
 */
export function leastEnding(
  lexer: PlainLexer,
  automaton: FiniteReader,
  from: LexerState,
  at: number,
  restOf: (exit: number, lexeme: LexerState, finite: number) => number,
  enough: number,
): LeastEnding | undefined {
  const seen = createPairTable();
  seen.set(from, at, 0);
  let now: Step[] = [{ lexeme: from, finite: at, distance: 0, before: undefined }];
  let best = Number.POSITIVE_INFINITY;
  let end: Step | undefined;
  for (let distance = 0; now.length > 0 && distance < best && best > enough; distance++) {
    const next: Step[] = [];
    burn("search", now.length);
    for (const step of now) {
      const exit = lexer.exit(step.lexeme);
      if (exit !== 0) {
        const symbols = distance + restOf(exit, step.lexeme, step.finite);
        if (symbols < best) [best, end] = [symbols, step];
      }
      if (lexer.closes(step.lexeme)) continue;
      for (const byte of automaton.bytes) {
        const lexeme = lexer.step(step.lexeme, byte);
        if (lexeme === 0) continue;
        const after = automaton.step(step.finite, byte);
        if (after === REFUSED || seen.get(lexeme, after) >= 0) continue;
        seen.set(lexeme, after, 0);
        next.push({ lexeme, finite: after, distance: distance + 1, before: step });
      }
    }
    if (seen.size > MOST_PAIRS) return end === undefined ? undefined : { symbols: best, end };
    now = next;
  }
  return { symbols: best, end };
}
