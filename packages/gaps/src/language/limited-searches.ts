// The searches for a completion of a state: with each estimate of the goal, and within limits. A mask asks for the costs of
// thousands of states. Where estimates mislead, no search finds a completion, and each would visit as many states as it
// may. So after some searches in vain, searches visit few states, until enough others have found a completion.

import { type Goal, NONE } from "./goal.js";
import type { LexedMachine, LexedState } from "./machine.js";
import type { Moves } from "./witness-moves.js";
import { type BOUND, type Settled, searchWay, type Way } from "./witness-search.js";

export interface Searches {
  /** Searches for any completion, and then for a shorter one. Returns {@link BOUND} if a limit was reached. */
  anyFrom(state: LexedState): Way | typeof BOUND | undefined;
  /** The same for the state after one byte. All bytes together visit as many states as a search before them. */
  nearFrom(state: LexedState): Way | typeof BOUND | undefined;
  /** Tells that the searches from a state reached their limits and found nothing. */
  endedInVain(): void;
}

/** The goal with one of its estimates, and the moves by it. */
interface Estimate {
  readonly goal: Goal;
  readonly moves: Moves;
}

/** The number of states that a search for any completion visits; it follows the estimate greedily. */
const MOST_VISITS = 2_000;
const EAGER = 64;
/** The number of states that a search for a shorter completion visits. */
const FEW_VISITS = 64;
/** The searches that may reach their limits in vain before others are shortened. */
const MOST_VAIN = 12;
/** A search that finds a completion allows so many more of them. */
const VAIN_PER_FOUND = 1 / 64;
/** The part of its limit that a shortened search visits. */
const SHORT = 1 / 512;

export function createSearches(machine: LexedMachine, estimates: readonly Estimate[], settled: Settled): Searches {
  const count = machine.core.compiled.lexer.representatives.length;
  let vainLeft = MOST_VAIN;
  /** The part of its limit that a search for any completion may visit. */
  const share = (): number => (vainLeft >= 1 ? 1 : SHORT);

  const search = (state: LexedState, offerMoves: Moves["all"], weight: number, most: number, limit: number) =>
    searchWay(machine, settled, state, offerMoves, weight, most, limit);

  function searchAll(state: LexedState, moves: Moves, most: number): Way | typeof BOUND | undefined {
    const some = search(state, moves.all, EAGER, most, NONE);
    if (typeof some !== "object") return some;
    vainLeft = Math.min(MOST_VAIN, vainLeft + VAIN_PER_FOUND);
    const shorter = search(state, moves.all, 1, FEW_VISITS, some.length);
    return typeof shorter === "object" ? shorter : some;
  }

  /** The first way that a search with one of the estimates finds; otherwise, whether one of them reached its limit. */
  function firstOf(searched: (by: Estimate) => Way | typeof BOUND | undefined): Way | typeof BOUND | undefined {
    let found: typeof BOUND | undefined;
    for (const estimate of estimates) {
      const way = searched(estimate);
      if (typeof way === "object") return way;
      found ??= way;
    }
    return found;
  }

  return {
    anyFrom: (state) =>
      firstOf(({ goal: { next, most = MOST_VISITS }, moves }) => {
        const guided = next === undefined ? undefined : search(state, moves.named, EAGER, FEW_VISITS, NONE);
        return typeof guided === "object" ? guided : searchAll(state, moves, Math.ceil(share() * most));
      }),
    nearFrom: (state) =>
      firstOf(({ goal: { most }, moves }) => {
        const visits = most === undefined ? FEW_VISITS : Math.min(FEW_VISITS, Math.ceil(most / count));
        return search(state, moves.all, EAGER, Math.floor(share() * visits), NONE);
      }),
    endedInVain(): void {
      vainLeft = Math.max(0, vainLeft - 1);
    },
  };
}
