// The possible endings of a lexeme in progress: every reachable lexer state in which some terminal has matched, nearest
// first.

import type { LexerState, PlainLexer } from "@espalier/lexer";
import { burn, createPairTable } from "@espalier/monitor";

/** The endings examined for a reading once a finite cost is known. */
export const ENDINGS_VISITED = 512;

/** One possible ending of a lexeme in progress. */
export interface Ending {
  /** The number of bytes still to read. */
  readonly distance: number;
  readonly exit: number;
  /** The lexer state at the end. */
  readonly state: LexerState;
  /** The guards that are left (reading.ts); absent if the endings were searched without guards. */
  readonly guards?: number;
  /** The path to it, last state first; the current state of the lexeme comes last. */
  readonly before: Step | undefined;
}

/** A state on the path to an ending. */
export interface Step {
  readonly state: LexerState;
  /** The number of bytes read to get there. */
  readonly distance: number;
  readonly before: Step | undefined;
}

/** All endings of a lexeme, nearest first, computed on demand. */
export interface Endings {
  readonly found: readonly Ending[];
  /** Searches until a further ending is found. Returns false if there is none or `maxVisited` is exceeded. */
  more(maxVisited: number): boolean;
  /** Returns the distance up to which all endings have been found. */
  horizon(): number;
  /** Returns the number of lexer states visited so far. */
  visited(): number;
}

/**
 * Returns all ways in which the lexeme in progress at `from` can end, shortest first. The search is best first, guided
 * by the distance to the next match.
 */
export function endingsFrom(lexer: PlainLexer, from: LexerState): Endings {
  const found: Ending[] = [];
  const seen = new Set<LexerState>([from]);
  // queue[f]: states whose next ending is f bytes from the start, with their own distance.
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
        burn("search", 3 * lexer.representatives.length);
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

/**
 * Returns the endings of the lexeme in progress at `from` on whose way no guard matches, nearest first. `stepGuards`
 * gives the guards after a byte; −1 if one has matched. All are searched at once, but at most `most` pairs of lexer
 * state and guards are visited.
 */
export function guardedEndings(
  lexer: PlainLexer,
  from: LexerState,
  guards: number,
  stepGuards: (guards: number, byte: number) => number,
  most: number,
): Endings {
  const found: Ending[] = [];
  const seen = createPairTable();
  const queue: [state: LexerState, guards: number, distance: number][] = [[from, guards, 0]];
  seen.set(from, guards, 1);
  let horizon = Number.POSITIVE_INFINITY;
  for (const [state, left, distance] of queue) {
    if (queue.length > most) {
      horizon = distance;
      break;
    }
    burn("search", lexer.representatives.length);
    const exit = lexer.exit(state);
    if (exit !== 0) found.push({ distance, exit, state, guards: left, before: undefined });
    if (lexer.closes(state)) continue;
    for (const byte of lexer.representatives) {
      const next = lexer.step(state, byte);
      const kept = next === 0 ? -1 : stepGuards(left, byte);
      if (kept < 0 || seen.get(next, kept) >= 0) continue;
      seen.set(next, kept, 1);
      if (lexer.distance(next) < Number.POSITIVE_INFINITY) queue.push([next, kept, distance + 1]);
    }
  }
  return { found, more: () => false, horizon: () => horizon, visited: () => queue.length };
}
