// Hash-consing: assigns small integers to structures, so that equal structures have equal ids and states compare with
// `===`.
//
// Both tables use open addressing over typed arrays (linear probing, at most half full) and only grow. `bytes` returns
// their size, so that an owner can enforce a limit. Entries are not removed singly: ids stay valid until the table is
// cleared.

import { integer, signature } from "@espalier/arguments";

/** A map from pairs of integers (each in [0, 2³¹)) to integers ≥ 0. */
export interface PairTable {
  /** Returns the value of (a, b), or −1 if there is none. */
  get(a: number, b: number): number;
  /** Sets the value of (a, b). */
  set(a: number, b: number, value: number): void;
  /** Removes all entries. */
  clear(): void;
  readonly size: number;
  /** Returns the size of the table's arrays in bytes. */
  bytes(): number;
}

function hashPair(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}

/**
 * The array of empty tables, never written to. Many tables are short-lived, so memory is allocated only on the first
 * insertion.
 */
const NOTHING = new Int32Array(3);
/** The slots of a small table, less one. Allocating a kilobyte takes no longer than a few bytes. */
const SMALL = 63;
/** Below this size, tables grow by a factor of eight, because growing costs more than inserting. */
const LARGE = 2047;
/** A sequence table that is cleared keeps its memory up to this many integers. */
const KEPT = 16_384;

/** Returns the mask of the next larger table. */
function larger(mask: number): number {
  return mask === 0 ? SMALL : mask < LARGE ? 8 * mask + 7 : 2 * mask + 1;
}

/** A class, because languages create dozens of tables: an object with its methods as closures takes ten times the memory. */
class Pairs implements PairTable {
  size = 0;
  private mask = 0;
  /** Three lanes for each slot: a + 1 (0 = free), b, value. */
  private slots: Int32Array = NOTHING;

  get(a: number, b: number): number {
    const { slots } = this;
    const at = find(slots, this.mask, a, b);
    return slots[at] === 0 ? -1 : slots[at + 2]!;
  }

  set(a: number, b: number, value: number): void {
    let at = find(this.slots, this.mask, a, b);
    if (this.slots[at] === 0) {
      if (2 * (this.size + 1) > this.mask) {
        this.grow();
        at = find(this.slots, this.mask, a, b);
      }
      this.size++;
      this.slots[at] = a + 1;
      this.slots[at + 1] = b;
    }
    this.slots[at + 2] = value;
  }

  clear(): void {
    if (this.size === 0) return;
    // Small tables are cleared in place, because frequent allocation would burden the garbage collector.
    if (this.mask < 1024) this.slots.fill(0);
    else {
      this.mask = 0;
      this.slots = NOTHING;
    }
    this.size = 0;
  }

  bytes(): number {
    return this.slots.byteLength;
  }

  private grow(): void {
    const old = this.slots;
    this.mask = larger(this.mask);
    this.slots = new Int32Array(3 * (this.mask + 1));
    for (let i = 0; i < old.length; i += 3) {
      const key = old[i]!;
      if (key === 0) continue;
      const at = find(this.slots, this.mask, key - 1, old[i + 1]!);
      this.slots[at] = key;
      this.slots[at + 1] = old[i + 1]!;
      this.slots[at + 2] = old[i + 2]!;
    }
  }
}

/** Returns where the slot of (a, b) begins, or the free slot for it. */
function find(slots: Int32Array, mask: number, a: number, b: number): number {
  const wanted = (a + 1) | 0; // wraps at the greatest a, as its slot does
  let slot = hashPair(a, b) & mask;
  for (;;) {
    const at = 3 * slot;
    const key = slots[at]!;
    if (key === 0 || (key === wanted && slots[at + 1] === b)) return at;
    slot = (slot + 1) & mask;
  }
}

/** Creates an empty table of pairs. */
export function createPairTable(): PairTable {
  return new Pairs();
}

/**
 * A set of distinct sequences of 32-bit integers. Ids count up from 0 in order of insertion; sequence `id` is
 * `pool[offset(id), offset(id + 1))`.
 */
export interface SequenceTable {
  /**
   * Returns the id of `items[0, length)`; copies the items if they are new. Returns −1 if they are new and the table is
   * full.
   */
  intern(items: Int32Array, length: number): number;
  /** Returns the offset of sequence `id` in `pool`; `offset(size)` is the end of the last. */
  offset(id: number): number;
  /** All sequences end to end. Replaced when it grows: read it again after each `intern`. */
  readonly pool: Int32Array;
  /** Removes all entries, and frees the memory if it has grown large. */
  clear(): void;
  readonly size: number;
  /** Returns the size of the table's arrays in bytes. */
  bytes(): number;
}

const checkCreateSequenceTable = signature("createSequenceTable", { limit: integer({ min: 1 }) });

/** Creates a table for at most `limit` sequences. */
export function createSequenceTable(limit: number = 2 ** 30): SequenceTable {
  checkCreateSequenceTable(limit);
  let used = 0;
  let mask = 0;
  // Two arrays in one. Up to `first`: the slots of the hash table (id + 1; 0 = free). From `first` on: two numbers for
  // each sequence (its offset and its hash), and then the end of the last sequence.
  let entries: Int32Array = NOTHING;
  let first = 1;

  function hash(items: Int32Array, length: number): number {
    let h = Math.imul(length + 1, 0x9e3779b1);
    for (let i = 0; i < length; i++) {
      h = Math.imul(h ^ items[i]!, 0x85ebca6b);
      h ^= h >>> 13;
    }
    h = Math.imul(h, 0x2c1b3c6d);
    return h ^ (h >>> 16);
  }

  function grow(): void {
    const known = entries.subarray(first, first + 2 * table.size + 1);
    mask = larger(mask);
    first = mask + 1;
    // At most half of the slots are used.
    entries = new Int32Array(first + mask + 2);
    entries.set(known, first);
    for (let id = 0; id < table.size; id++) {
      let slot = entries[first + 2 * id + 1]! & mask;
      while (entries[slot] !== 0) slot = (slot + 1) & mask;
      entries[slot] = id + 1;
    }
  }

  const table = {
    pool: NOTHING as Int32Array,
    size: 0,
    intern(items: Int32Array, length: number): number {
      let { pool } = table;
      const h = hash(items, length);
      let slot = h & mask;
      probe: for (;;) {
        const id = entries[slot]! - 1;
        if (id < 0) break;
        const at = first + 2 * id;
        const from = entries[at]!;
        if (entries[at + 1] === h && entries[at + 2]! - from === length) {
          for (let i = 0; i < length; i++) {
            if (pool[from + i] !== items[i]) {
              slot = (slot + 1) & mask;
              continue probe;
            }
          }
          return id;
        }
        slot = (slot + 1) & mask;
      }
      if (table.size >= limit) return -1;
      if (2 * (table.size + 1) > mask) {
        grow();
        slot = h & mask;
        while (entries[slot] !== 0) slot = (slot + 1) & mask;
      }
      if (pool === NOTHING || used + length > pool.length) {
        table.pool = pool = longer(pool, Math.max(POOL, (pool.length < KEPT ? 4 : 2) * pool.length, used + length));
      }
      for (let i = 0; i < length; i++) pool[used + i] = items[i]!;
      used += length;
      const id = table.size++;
      entries[slot] = id + 1;
      entries[first + 2 * id + 1] = h;
      entries[first + 2 * id + 2] = used;
      return id;
    },
    offset(id: number): number {
      return entries[first + 2 * id]!;
    },
    clear(): void {
      // Large arrays are freed: an owner that clears the table because of `bytes` would otherwise have to clear it
      // again at once.
      if (table.pool.length + entries.length > KEPT) {
        mask = 0;
        first = 1;
        table.pool = entries = NOTHING;
      } else if (table.size > 0) entries.fill(0, 0, first);
      used = 0;
      table.size = 0;
    },
    bytes: (): number => table.pool.byteLength + entries.byteLength,
  };
  return table;
}

/** Initial capacity of a sequence table in integers. */
const POOL = 256;

function longer(array: Int32Array, length: number): Int32Array {
  const copy = new Int32Array(length);
  copy.set(array);
  return copy;
}
