// Completions that follow from the completion of another state, without a search of their own. Most states after a token
// are inside a lexeme, and few places follow these lexemes: names and strings with different texts lead to the same place.
// Three rules use this:
//
// - The lexeme in progress may end in this state. Then a completion from the place after the lexeme is also one from this
//   state, unless its first byte continues the lexeme.
// - The lexeme must go on. Then its shortest rest leads to a state in which it may end.
// - A line begins with more blanks than any line needs. Then another line begins, or the text goes on at this column. The
//   first such line that was searched decides for the others.
//
// The rules give way to a search if the estimates show something shorter, or if one byte inside the lexeme suffices. The
// machine has read each byte of a completion that they find.

import { lazily } from "../source/lazily.js";
import type { Goal } from "./goal.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";
import type { Moves } from "./witness-moves.js";

/** The beginning of a completion. */
export type SharedWay =
  /** The completion of `like`, whose steps are those of the state itself. */
  | { readonly like: LexedState }
  /** These bytes, and then the completion of the state after them. */
  | { readonly bytes: readonly number[] };

export interface SharedWays {
  /** A beginning of the completion; `undefined` if it must be searched for. */
  of(state: LexedState): SharedWay | undefined;
  /** Whether a byte that continues the lexeme in progress reaches the goal. */
  endsInside(state: LexedState): boolean;
  /** The bytes that may complete a state alone, by the estimates. */
  lastBytes(state: LexedState): readonly number[];
  /** Keeps the first byte of a completion that was searched for. */
  learn(state: LexedState, byte: number | undefined): void;
}

const LINE_FEED = 10;

/** @param estimates the goal with its estimates, and the moves by each of them. */
export function createSharedWays(
  machine: LexedMachine,
  estimates: readonly { readonly goal: Goal; readonly moves: Moves }[],
  nextByte: ReadonlyMap<LexedState, number>,
  costOf: (state: LexedState) => number,
): SharedWays {
  const { frames } = machine.core;
  const { lexer } = machine.core.compiled;
  const goal = estimates[0]!.goal;
  const everyByte = [...lexer.representatives];
  /** By set and frames: the first byte of the completion of a line with many blanks. */
  const firstBytes = new Map<string, number>();
  let farthest: number | undefined;

  /** The set and the frames of a line with more blanks than any line needs; `undefined` for other states. */
  function wideLine(state: LexedState): string | undefined {
    const local = machine.local(state);
    const exit = lexer.isLine(local) ? lexer.exit(local) : 0;
    const boundary = exit === 0 ? undefined : lexer.boundary(exit);
    if (boundary?.kind !== "line") return undefined;
    const frame = machine.frame(state);
    const lead = Math.max(...estimates.map(({ goal: its }) => its.lead?.[0] ?? 0));
    if (boundary.column <= frames.column(frame) + 1 + lead) return undefined;
    farthest ??= Math.max(
      0,
      ...estimates.flatMap(({ goal: its }) => (its.columns?.() ?? []).map(([column]) => column)),
    );
    return boundary.column <= farthest ? undefined : `${machine.set(state)};${frame}`;
  }

  /** The bytes that are last in a middle and end no lexeme: a line end, or the beginning of a lexeme that ends beyond the goal. */
  const lasts = lazily(() => {
    const texts = estimates.flatMap(({ goal: its }) => its.last?.() ?? []);
    return [...new Set([LINE_FEED, ...texts.filter(({ length }) => length === 1).map(([byte]) => byte!)])];
  });

  /** The bytes that may complete a text before a lexeme: those of `lasts`, and lexemes of one byte. */
  function lastBytesAt(before: LexedState): readonly number[] {
    if (before === DEAD_STATE) return lasts();
    return [...new Set([...lasts(), ...estimates.flatMap(({ moves }) => moves.lastBytes(before))])];
  }

  function behindLexeme(state: LexedState, exit: number): SharedWay | undefined {
    const like = machine.cross(state, exit);
    const cost = like === DEAD_STATE ? Number.POSITIVE_INFINITY : costOf(like);
    if (cost === 0 || cost === Number.POSITIVE_INFINITY) return undefined;
    if (lexer.step(machine.local(state), nextByte.get(like)!) !== 0) return undefined;
    const isNearer = estimates.some(({ goal: its, moves }) => {
      const nearest = moves.nearest(state);
      return nearest !== undefined && nearest.length < Math.min(cost, its.rest(machine.set(like), machine.frame(like)));
    });
    return isNearer ? undefined : { like };
  }

  function restOfLexeme(state: LexedState): SharedWay | undefined {
    for (const { moves } of estimates) {
      const nearest = moves.nearest(state);
      if (nearest !== undefined) return nearest;
    }
    return undefined;
  }

  return {
    of(state) {
      const local = machine.local(state);
      if (lexer.begins(local)) return undefined;
      if (lexer.isLine(local)) {
        const line = wideLine(state);
        const byte = line === undefined ? undefined : firstBytes.get(line);
        const isLast = byte === LINE_FEED || (byte !== undefined && goal.reached(machine.step(state, byte)));
        return isLast ? { bytes: [byte] } : undefined;
      }
      const exit = lexer.exit(local);
      return exit === 0 ? restOfLexeme(state) : behindLexeme(state, exit);
    },
    endsInside(state) {
      const local = machine.local(state);
      if (lexer.isLine(local)) return false;
      const met = new Set<number>([0]);
      for (const byte of lexer.representatives) {
        const longer = lexer.step(local, byte);
        if (met.has(longer)) continue;
        met.add(longer);
        const to = machine.step(state, byte);
        if (to !== DEAD_STATE && goal.reached(to)) return true;
      }
      return false;
    },
    lastBytes(state) {
      const local = machine.local(state);
      if (lexer.begins(local)) return lastBytesAt(state);
      const exit = lexer.isLine(local) ? lexer.exit(local) : 0;
      return exit === 0 ? everyByte : lastBytesAt(machine.cross(state, exit));
    },
    learn(state, byte) {
      const line = wideLine(state);
      if (line !== undefined && byte !== undefined && !firstBytes.has(line)) firstBytes.set(line, byte);
    },
  };
}
