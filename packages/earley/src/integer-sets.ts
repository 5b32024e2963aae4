// Interned sets of small integers: equal sets have equal ids. Set 0 is empty.

import { createPairTable, createSequenceTable } from "@espalier/monitor";

/** The id of a set. */
export type IntegerSetId = number;

export interface IntegerSets {
  /** Returns the id of the set of `members`, which must be ascending and distinct. */
  intern(members: Int32Array): IntegerSetId;
  /** Returns the union. Memoised. */
  unite(a: IntegerSetId, b: IntegerSetId): IntegerSetId;
  has(set: IntegerSetId, member: number): boolean;
  /** Returns the members, ascending. The array is a view into the pool; copy it to keep it. */
  members(set: IntegerSetId): Int32Array;
  /** Returns the memory held, in bytes. */
  bytes(): number;
}

export function createIntegerSets(): IntegerSets {
  const sets = createSequenceTable();
  const unions = createPairTable();
  sets.intern(new Int32Array(0), 0);

  return {
    intern: (members: Int32Array): IntegerSetId => sets.intern(members, members.length),
    unite(a: IntegerSetId, b: IntegerSetId): IntegerSetId {
      if (a === b || b === 0) return a;
      if (a === 0) return b;
      const low = a < b ? a : b;
      const high = a < b ? b : a;
      const known = unions.get(low, high);
      if (known >= 0) return known;
      const [first, second] = [members(low), members(high)];
      const merged = new Int32Array(first.length + second.length);
      let count = 0;
      for (let i = 0, j = 0; i < first.length || j < second.length; count++) {
        const x = i < first.length ? first[i]! : Number.POSITIVE_INFINITY;
        const y = j < second.length ? second[j]! : Number.POSITIVE_INFINITY;
        merged[count] = Math.min(x, y);
        if (x <= y) i++;
        if (y <= x) j++;
      }
      const id = sets.intern(merged, count);
      unions.set(low, high, id);
      return id;
    },
    has(set: IntegerSetId, member: number): boolean {
      const { pool } = sets;
      let low = sets.offset(set);
      let high = sets.offset(set + 1);
      while (low < high) {
        const middle = (low + high) >>> 1;
        const at = pool[middle]!;
        if (at === member) return true;
        if (at < member) low = middle + 1;
        else high = middle;
      }
      return false;
    },
    members,
    bytes(): number {
      return sets.bytes() + unions.bytes();
    },
  };

  function members(set: IntegerSetId): Int32Array {
    return sets.pool.subarray(sets.offset(set), sets.offset(set + 1));
  }
}
