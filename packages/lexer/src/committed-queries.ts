// What a state of a committing lexer allows.

import type { CommittedStates } from "./committed-states.js";
import type { Guards } from "./guards.js";
import type { KindLists } from "./kind-lists.js";
import type { LineStarts } from "./line-starts.js";

/** Questions about states that need no step. */
export interface CommittedQueries {
  /** Returns whether the text may end at a boundary with this guard. */
  mayEnd(guard: number): boolean;
  /** Returns the bytes that must not come first at a boundary with this guard: 1 for each; undefined if there is none. */
  forbidden(guard: number): Uint8Array | undefined;
  /**
   * Returns a *demand*: what the parser must allow for the text to be valid so far. It is the list of kinds that the
   * lexeme in progress may become; the parser must allow at least one of them. {@link CommittedQueries.kindsAsked}
   * returns the list.
   */
  demand(local: number): number;
  /**
   * Returns the kinds of a demand, one of which must be allowed; `undefined` if the end of the line must be allowed.
   */
  kindsAsked(demand: number): readonly number[] | undefined;
  /**
   * Returns whether the state `local` satisfies a demand. A demand is a list of kinds; a state satisfies it if it
   * allows at least one of them, for the lexeme in progress or for the next lexeme.
   */
  admits(local: number, demand: number): boolean;
  /** Returns whether `local` allows a lexeme of `kind`. */
  allows(local: number, kind: number): boolean;
  isMarked(local: number): boolean;
  /** Returns whether `local` is directly before a lexeme: no byte of it has been read. */
  begins(local: number): boolean;
  /** Returns whether `local` is directly before a lexeme and the line may end there instead. */
  allowsLine(local: number): boolean;
  /** Returns the guard of a state directly before a lexeme. */
  guardOf(local: number): number;
  /** Returns whether `local` is at the start of a line, or in blanks or a comment there. */
  isLine(local: number): boolean;
  /** Returns whether a text may end at `local`, a start of a line. */
  lineMayEnd(local: number): boolean;
  /** Returns whether more blanks leave the columns of `local`, a start of a line, unchanged. */
  lineIsFixed(local: number): boolean;
  /** Returns the allowed kinds that the lexeme in progress may become, ascending. */
  possible(local: number): readonly number[];
}

/** The demand for the end of a line. Larger numbers are demands for one of a list of kinds. */
const LINE_DEMANDED = 1;

export function createCommittedQueries(
  { allowedAt, flagsAt, beginsAt, isLine, isMarked, allowsLine }: CommittedStates,
  lists: KindLists,
  guards: Guards,
  lines: LineStarts | undefined,
): CommittedQueries {
  return {
    demand: (local: number): number => (isLine(local) ? LINE_DEMANDED : LINE_DEMANDED + 1 + allowedAt(local)),
    kindsAsked: (demand: number): readonly number[] | undefined =>
      demand === LINE_DEMANDED ? undefined : lists.of(demand - LINE_DEMANDED - 1),
    admits(local: number, demand: number): boolean {
      if (demand === LINE_DEMANDED) return isLine(local) || allowsLine(local);
      if (isLine(local)) return false;
      return lists.meet(allowedAt(local), demand - LINE_DEMANDED - 1);
    },
    isMarked,
    allows: (local: number, kind: number): boolean => !isLine(local) && lists.has(allowedAt(local), kind),
    mayEnd: (behind: number): boolean => !guards.of(behind).unfinished,
    forbidden: (behind: number): Uint8Array | undefined => guards.of(behind).forbidden,
    begins: beginsAt,
    allowsLine,
    guardOf: (local: number): number => flagsAt(local) >> 1,
    isLine,
    lineIsFixed: (local: number): boolean => lines!.isFixed(allowedAt(local)),
    lineMayEnd: (local: number): boolean => lines!.mayEnd(allowedAt(local)),
    possible(local: number): readonly number[] {
      return isLine(local) ? [] : lists.of(allowedAt(local));
    },
  };
}
