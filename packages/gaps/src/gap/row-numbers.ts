// Numbers the rows of layout-rows.ts. A row is a state of a rule with the frames that the rule has opened, at one of
// three types of positions. Positions are numbered, too:
//
//   3 · p        place p of the middle
//   3 · i + 1    within a lexeme that is several terminals: the terminals that are left, and the place after the lexeme
//   3 · s + 2    the beginning of a suffix, with the innermost frame that is open there

import type { SuffixId } from "@espalier/earley";
import { createPairNumbers } from "../source/pair-numbers.js";

/** The empty list of frames. */
export const NO_FRAMES = 0;

/** The tops of the frames below the innermost one that a rule has opened. */
interface Below {
  readonly parent: number;
  readonly top: number;
}

/** A lexeme that is several terminals, of which some have been read, and the place after it. */
export interface Within {
  readonly k: number;
  readonly read: number;
  readonly after: number;
}

export interface RowNumbers {
  /** A list with one more frame. */
  push(list: number, top: number): number;
  below(list: number): Below;
  /** A rule state with a list of frames. */
  state(q: number, list: number): number;
  q(state: number): number;
  list(state: number): number;
  /** A position within a lexeme, and what it stands for. */
  within(k: number, read: number, after: number): number;
  withinAt(x: number): Within;
  /** A suffix with the innermost frame, and what it stands for. */
  rest(suffix: SuffixId, top: number): number;
  restAt(x: number): { readonly suffix: SuffixId; readonly top: number };
}

/** @param most the largest number of terminals of a lexeme. */
export function createRowNumbers(most: number): RowNumbers {
  const lists = createPairNumbers();
  const states = createPairNumbers();
  const within = createPairNumbers();
  const rests = createPairNumbers();
  return {
    // 0 is the empty list.
    push: (list, top) => 1 + lists.of(list, top),
    below: (list) => ({ parent: lists.first(list - 1), top: lists.second(list - 1) }),
    state: states.of,
    q: states.first,
    list: states.second,
    within: (k, read, after) => 3 * within.of(k * most + read, after) + 1,
    withinAt(x) {
      const number = (x - 1) / 3;
      const read = within.first(number) % most;
      return { k: (within.first(number) - read) / most, read, after: within.second(number) };
    },
    rest: (suffix, top) => 3 * rests.of(suffix, top) + 2,
    restAt: (x) => ({ suffix: rests.first((x - 2) / 3), top: rests.second((x - 2) / 3) }),
  };
}
