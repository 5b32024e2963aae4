// Hash-consing: every tuple of integers gets one number, and equal tuples get the same.
//
//   slots   open addressing, a power of two, at most half full: number + 1, or 0 when empty
//   ends    number → where its tuple ends in `pool`; it begins where that of number − 1 ends
//   pool    all tuples, end to end

import { LimitError } from "./limits.js";

/** Tuples of 32-bit integers, numbered from 0 in the order they were first met. */
export interface TupleTable {
  /** The number of `tuple`. @throws LimitError when it is new and the table is full. */
  numberOf(tuple: readonly number[]): number;
  /** Fills `into` with the tuple of `number`. @throws RangeError when there is none. */
  read(number: number, into: number[]): void;
  /** Forgets all tuples. */
  clear(): void;
}

/** A table of at most `limit` tuples. */
export function createTupleTable(limit: number): TupleTable {
  let slots = new Int32Array(64);
  let ends = new Uint32Array(32);
  let pool = new Int32Array(64);
  let count = 0;

  const beginOf = (number: number): number => (number === 0 ? 0 : ends[number - 1]!);

  function equals(number: number, tuple: readonly number[]): boolean {
    const begin = beginOf(number);
    if (ends[number]! - begin !== tuple.length) return false;
    for (let at = 0; at < tuple.length; at++) if (pool[begin + at] !== tuple[at]) return false;
    return true;
  }

  function grow(): void {
    const larger = new Int32Array(slots.length * 2);
    const mask = larger.length - 1;
    const tuple: number[] = [];
    for (let number = 0; number < count; number++) {
      read(number, tuple);
      let slot = hash(tuple) & mask;
      while (larger[slot] !== 0) slot = (slot + 1) & mask;
      larger[slot] = number + 1;
    }
    slots = larger;
  }

  function numberOf(tuple: readonly number[]): number {
    const mask = slots.length - 1;
    let slot = hash(tuple) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) if (equals(slots[slot]! - 1, tuple)) return slots[slot]! - 1;
    if (count >= limit) throw new LimitError("states", limit);
    const begin = beginOf(count);
    const end = begin + tuple.length;
    if (end > pool.length) {
      const larger = new Int32Array(Math.max(end, pool.length * 2));
      larger.set(pool);
      pool = larger;
    }
    if (count === ends.length) {
      const larger = new Uint32Array(ends.length * 2);
      larger.set(ends);
      ends = larger;
    }
    pool.set(tuple, begin);
    ends[count] = end;
    slots[slot] = ++count;
    if (count * 2 > slots.length) grow();
    return count - 1;
  }

  function read(number: number, into: number[]): void {
    if (!(number >= 0 && number < count)) throw new RangeError(`${number} is no state: there are ${count}`);
    const begin = beginOf(number);
    into.length = ends[number]! - begin;
    for (let at = 0; at < into.length; at++) into[at] = pool[begin + at]!;
  }

  function clear(): void {
    count = 0;
    slots.fill(0);
  }

  return { numberOf, read, clear };
}

/** FNV-1a over whole words, with the high bits folded into the low ones that pick the slot. */
function hash(tuple: readonly number[]): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < tuple.length; at++) value = Math.imul(value ^ tuple[at]!, 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return value ^ (value >>> 13);
}
