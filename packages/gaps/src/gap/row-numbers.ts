// Numbers the rows of layout-rows.ts. A row is a state of a rule with the frames that the rule has opened, at one of
// three types of positions. Positions are numbered, too:
//
//   3 · p        place p of the middle
//   3 · i + 1    within a lexeme that is several terminals: the terminals that are left, and the place after the lexeme
//   3 · s + 2    the beginning of a suffix, with the innermost frame that is open there

import type { SuffixId } from "@espalier/earley";
import { createPairTable } from "@espalier/monitor";

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
  // Lists of frames below the innermost one; 0 is empty.
  const belows: Below[] = [{ parent: -1, top: -1 }];
  const belowIds = createPairTable();
  function push(parent: number, top: number): number {
    let id = belowIds.get(parent, top);
    if (id < 0) {
      id = belows.push({ parent, top }) - 1;
      belowIds.set(parent, top, id);
    }
    return id;
  }
  // Rule states with such a list.
  const stateIds = createPairTable();
  const [qs, lists]: number[][] = [[], []];
  function stateOf(q: number, below: number): number {
    let id = stateIds.get(q, below);
    if (id < 0) {
      id = qs!.push(q) - 1;
      lists!.push(below);
      stateIds.set(q, below, id);
    }
    return id;
  }

  // Places within a lexeme with several terminals.
  const withinIds = createPairTable();
  const within: Within[] = [];
  function withinOf(k: number, read: number, after: number): number {
    let id = withinIds.get(k * most + read, after);
    if (id < 0) {
      id = within.push({ k, read, after }) - 1;
      withinIds.set(k * most + read, after, id);
    }
    return 3 * id + 1;
  }
  // Suffixes, each with the innermost frame that is open there.
  const restIds = createPairTable();
  const rests: { readonly suffix: SuffixId; readonly top: number }[] = [];
  function restOf(suffix: SuffixId, top: number): number {
    let id = restIds.get(suffix, top);
    if (id < 0) {
      id = rests.push({ suffix, top }) - 1;
      restIds.set(suffix, top, id);
    }
    return 3 * id + 2;
  }

  return {
    push,
    below: (list) => belows[list]!,
    state: stateOf,
    q: (state) => qs![state]!,
    list: (state) => lists![state]!,
    within: withinOf,
    withinAt: (x) => within[(x - 1) / 3]!,
    rest: restOf,
    restAt: (x) => rests[(x - 2) / 3]!,
  };
}
