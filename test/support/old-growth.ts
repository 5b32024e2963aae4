// How much of what a function makes and drops V8's minor collections leave behind.

import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
/** Without options, a major collection. */
const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")!.space_used_size;

/** What the process keeps after the first calls does not count. */
const FIRST_CALLS = 20;
const CALLS = 100;
const ITEMS = 10_000;
/** Without compressed pointers. */
const ITEM_BYTES = 8;

/** The least number of bytes that the ballasts of all calls of `make` take. */
export const BALLAST_BYTES = CALLS * ITEMS * ITEM_BYTES;

/** Returns a list that takes much memory: of numbers, because V8 creates objects of one literal in the old space once many have survived. */
export const ballast = (): readonly number[] => new Array<number>(ITEMS).fill(0);

/**
 * Returns by how many bytes V8's old space grows over 100 calls of `make`, whose results are dropped, with two minor
 * collections after each.
 */
export function oldGrowth(make: () => unknown): number {
  for (let i = 0; i < FIRST_CALLS; i++) drop(make);
  collect();
  const before = oldBytes();
  for (let i = 0; i < CALLS; i++) {
    drop(make);
    collect({ type: "minor" });
    collect({ type: "minor" });
  }
  return oldBytes() - before;
}

/** The frame of the caller would hold the result. */
function drop(make: () => unknown): void {
  make();
}
