// The table of suffixes, and the suffix under construction.
//
// A suffix has few ends. All states with the same end form one interned set, which moves as a whole
// (backward-moves.ts):
//
//     pool:  [accepts | mark << 1, cycle, end₀, states₀, end₁, states₁, …]     one entry of the sequence table for each suffix
//     suffix 0: dead      suffix 1: the end of the text

import { createSequenceTable, type SequenceTable } from "@espalier/monitor";
import type { IntegerSets } from "./integer-sets.js";
import { createSuffixItems, type SuffixItems } from "./suffix-items.js";
import { DEAD_SUFFIX, type SuffixId } from "./suffixes.js";

export interface SuffixTable {
  readonly sequences: SequenceTable;
  accepts(suffix: SuffixId): boolean;
  markOf(suffix: SuffixId): number;
  isInCycle(suffix: SuffixId): boolean;
  /** Returns the index of the first item of a suffix in the pool of `sequences`. */
  first(suffix: SuffixId): number;
  /** Returns the index after its last item. */
  past(suffix: SuffixId): number;

  /** The items of the suffix under construction. */
  readonly items: SuffixItems;
  /** Begins a suffix: it has no items, and the text may not end. */
  begin(): void;
  /** Says that the text may end. */
  accept(): void;
  /** Adds the items of `suffix`, and whether it accepts. */
  addSuffix(suffix: SuffixId): void;
  /** Returns the id of the suffix. `cycle` distinguishes it from all other suffixes; 0 outside of cycles. */
  finish(mark: number, cycle: number): SuffixId;
}

const HEADER = 2;

/** Scratch for the sequence of a suffix. */
let out = new Int32Array(64);

/** The table with the suffixes 0 and 1. */
export function createSuffixTable(states: IntegerSets): SuffixTable {
  const suffixes = createSequenceTable();
  const items = createSuffixItems(states);
  let accepting = false;

  const first = (suffix: SuffixId): number => suffixes.offset(suffix) + HEADER;
  const past = (suffix: SuffixId): number => suffixes.offset(suffix + 1);
  const header = (suffix: SuffixId): number => suffixes.pool[suffixes.offset(suffix)]!;
  const accepts = (suffix: SuffixId): boolean => (header(suffix) & 1) === 1;

  suffixes.intern(Int32Array.of(0, 0), HEADER);
  suffixes.intern(Int32Array.of(1, 0), HEADER);

  return {
    sequences: suffixes,
    accepts,
    markOf: (suffix: SuffixId): number => header(suffix) >>> 1,
    isInCycle: (suffix: SuffixId): boolean => suffixes.pool[suffixes.offset(suffix) + 1] !== 0,
    first,
    past,
    items,
    begin(): void {
      items.clear();
      accepting = false;
    },
    accept(): void {
      accepting = true;
    },
    addSuffix(suffix: SuffixId): void {
      accepting ||= accepts(suffix);
      items.addAll(suffixes.pool, first(suffix), past(suffix));
    },
    finish(mark: number, cycle: number): SuffixId {
      const { ends, states } = items;
      const count = ends.length;
      if (count === 0 && !accepting && cycle === 0) return DEAD_SUFFIX;
      if (out.length < HEADER + 2 * count) out = new Int32Array(2 * (HEADER + 2 * count));
      out[0] = (accepting ? 1 : 0) | (mark << 1);
      out[1] = cycle;
      for (let i = 0; i < count; i++) {
        out[HEADER + 2 * i] = ends[i]!;
        out[HEADER + 2 * i + 1] = states[i]!;
      }
      return suffixes.intern(out, HEADER + 2 * count);
    },
  };
}
