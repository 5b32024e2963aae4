// Caches masks by lists of numbers: states with equal lists have equal masks. Some of these numbers are ids that become
// invalid when the walker clears its tables.

import { createSequenceTable } from "@espalier/monitor";
import { maskBytes } from "../masks/mask.js";
import { MEMO_BYTES } from "../memory/memo.js";
import { createNumbers, type Numbers } from "../memory/numbers.js";
import type { Walker } from "../walks/walk.js";
import type { Made } from "./made.js";

export interface SettledMasks {
  /** The list of the next call of `by`. */
  readonly key: Numbers;
  /** Returns the cached result for the numbers in `key`; calls `make` the first time. */
  by(make: () => Made): Made;
}

/** @param mostBytes the size at which the cache is cleared. */
export function createSettledMasks(walker: Pick<Walker<unknown>, "reachEpoch">, mostBytes: number): SettledMasks {
  const numbers = createSequenceTable();
  const key = createNumbers();
  let results: (Made | undefined)[] = [];
  let bytes = 0;
  let epoch = walker.reachEpoch();

  function clear(): void {
    numbers.clear();
    results = [];
    bytes = 0;
    epoch = walker.reachEpoch();
  }

  return {
    key,
    by(make: () => Made): Made {
      if (epoch !== walker.reachEpoch() || bytes > mostBytes) clear();
      const number = numbers.intern(key.array, key.length);
      const ready = results[number];
      if (ready !== undefined) return ready;
      const before = results;
      const made = make();
      // The computation may have invalidated the reaches in the key, and the results for them.
      if (epoch !== walker.reachEpoch() || results !== before) return made;
      results[number] = made;
      bytes += MEMO_BYTES + maskBytes(made.mask) + made.owned;
      return made;
    },
  };
}
