// The items of a suffix under construction: ascending ends, and the set of rule states of each end.

import type { IntegerSetId, IntegerSets } from "./integer-sets.js";

export interface SuffixItems {
  readonly ends: readonly number[];
  /** The set of rule states of each end, parallel to `ends`. */
  readonly states: readonly IntegerSetId[];
  clear(): void;
  add(end: number, states: IntegerSetId): void;
  /** Adds items[from, to): pairs of an end and a set of states. */
  addAll(items: ArrayLike<number>, from: number, to: number): void;
}

export function createSuffixItems(sets: IntegerSets): SuffixItems {
  const ends: number[] = [];
  const states: IntegerSetId[] = [];

  function add(end: number, set: IntegerSetId): void {
    if (set === 0) return;
    let at = ends.length;
    while (at > 0 && ends[at - 1]! > end) at--;
    if (at > 0 && ends[at - 1] === end) {
      states[at - 1] = sets.unite(states[at - 1]!, set);
      return;
    }
    ends.push(end);
    states.push(set);
    for (let i = ends.length - 1; i > at; i--) {
      ends[i] = ends[i - 1]!;
      states[i] = states[i - 1]!;
    }
    ends[at] = end;
    states[at] = set;
  }

  return {
    ends,
    states,
    clear(): void {
      ends.length = 0;
      states.length = 0;
    },
    add,
    addAll(items: ArrayLike<number>, from: number, to: number): void {
      for (let i = from; i < to; i += 2) add(items[i]!, items[i + 1]!);
    },
  };
}
