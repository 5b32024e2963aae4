// How a lexeme in progress may end: every lexer state ahead in which some terminal has matched, nearest first.

import type { Lexer, LexerState } from "@espalier/lexer";
import { burn } from "@espalier/monitor";

/** One way for a lexeme in progress to end. */
export interface Ending {
  /** Bytes still to read. */
  readonly distance: number;
  readonly exit: number;
  /** The lexer state at the end. */
  readonly state: LexerState;
  /** The way there, last state first; the lexeme's own state comes last. */
  readonly before: Step | undefined;
}

/** A state on the way to an ending. */
export interface Step {
  readonly state: LexerState;
  /** Bytes read to get there. */
  readonly distance: number;
  readonly before: Step | undefined;
}

/** All ways for a lexeme to end, found nearest first as far as asked for. */
export interface Endings {
  readonly found: readonly Ending[];
  /** Looks further until an ending beyond those known is found; false when none remain or `maxVisited` is passed. */
  more(maxVisited: number): boolean;
  /** Everything nearer than this distance has been found. */
  horizon(): number;
  /** Lexer states visited so far. */
  visited(): number;
}

/** All endings of the lexeme in progress at `from`, nearest first: best first, guided by the distance to the next match. */
export function endingsFrom(lexer: Lexer, from: LexerState): Endings {
  const found: Ending[] = [];
  const seen = new Set<LexerState>([from]);
  // queue[f]: states whose next ending is f bytes from the start, with how far they are themselves.
  const queue: Step[][] = [];
  let rank = lexer.distance(from);
  let waiting = 0;
  const push = (state: LexerState, distance: number, before: Step | undefined): void => {
    const at = distance + lexer.distance(state);
    (queue[at] ??= []).push({ state, distance, before });
    waiting++;
  };
  if (rank < Number.POSITIVE_INFINITY) push(from, 0, undefined);
  return {
    found,
    more(maxVisited: number): boolean {
      while (waiting > 0 && seen.size <= maxVisited) {
        const visit = queue[rank]?.pop();
        if (visit === undefined) {
          rank++;
          continue;
        }
        waiting--;
        burn("search", lexer.representatives.length);
        const { state, distance } = visit;
        if (!lexer.closes(state)) {
          for (const byte of lexer.representatives) {
            const next = lexer.step(state, byte);
            if (next === 0 || seen.has(next)) continue;
            seen.add(next);
            push(next, distance + 1, visit);
          }
        }
        const exit = lexer.exit(state);
        if (exit === 0) continue;
        found.push({ distance, exit, state, before: visit.before });
        return true;
      }
      return false;
    },
    horizon(): number {
      return waiting > 0 ? rank : Number.POSITIVE_INFINITY;
    },
    visited(): number {
      return seen.size;
    },
  };
}
