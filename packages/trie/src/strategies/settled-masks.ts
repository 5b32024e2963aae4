// Caches masks by lists of numbers: states with equal lists have equal masks. Some of these numbers are ids that become
// invalid when the walker clears its tables.

import { createSequenceTable } from "@espalier/monitor";
import { maskBytes } from "../masks/mask.js";
import { createMemo, MEMO_BYTES, type MemoPool } from "../memory/memo.js";
import { createNumbers, type Numbers } from "../memory/numbers.js";
import type { Walker } from "../walks/walk.js";
import type { Made } from "./made.js";

export interface SettledMasks {
  /** The list of the next call of `by`. */
  readonly key: Numbers;
  /** Returns the cached result for the numbers in `key`; calls `make` the first time. */
  by(make: () => Made): Made;
}

/** The size of the lists in bytes at which the cache is cleared. */
const MOST_BYTES = 1 << 20;

/** @param pool the memory for the masks. */
export function createSettledMasks(walker: Pick<Walker<unknown>, "reachEpoch">, pool: MemoPool): SettledMasks {
  const numbers = createSequenceTable();
  const key = createNumbers();
  const results = createMemo<number, Made>(pool);
  let epoch = walker.reachEpoch();
  let clears = 0;

  return {
    key,
    by(make: () => Made): Made {
      if (epoch !== walker.reachEpoch() || numbers.bytes() > MOST_BYTES) {
        numbers.clear();
        results.clear();
        clears++;
        epoch = walker.reachEpoch();
      }
      const number = numbers.intern(key.array, key.length);
      const ready = results.get(number);
      if (ready !== undefined) return ready;
      const before = clears;
      const made = make();
      // The computation may have invalidated the reaches in the key, and the results for them.
      if (epoch === walker.reachEpoch() && clears === before)
        results.set(number, made, MEMO_BYTES + maskBytes(made.mask) + made.owned);
      return made;
    },
  };
}
