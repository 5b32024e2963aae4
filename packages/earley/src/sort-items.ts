// Sorts the items of a set or an effect: pairs of a rule state and an origin.

import { burn } from "@espalier/monitor";

/** Both parts of a key are exact below 2²⁶: more sets or rule states would need gigabytes. */
const ORIGINS = 2 ** 26;

let keys = new Float64Array(64);

/** Sorts the items `items[1]` to `items[length - 1]`, two integers each, by state, then by origin. */
export function sortItems(items: Int32Array, length: number): void {
  const count = (length - 1) / 2;
  burn("parser", count >>> 1);
  if (keys.length < count) keys = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) keys[i] = items[1 + 2 * i]! * ORIGINS + items[2 + 2 * i]!;
  keys.subarray(0, count).sort();
  for (let i = 0; i < count; i++) {
    const state = Math.floor(keys[i]! / ORIGINS);
    items[1 + 2 * i] = state;
    items[2 + 2 * i] = keys[i]! - state * ORIGINS;
  }
}
