// The kernel of an Earley set under construction (chart.ts): its items and whether the text may end.

import { createPairTable, type SequenceTable } from "@espalier/monitor";
import { tooAmbiguous } from "./limits.js";
import { sortItems } from "./sort-items.js";

export interface Kernel {
  /** Begins a new kernel: no items, and the text may not end. */
  clear(): void;
  /**
   * Adds an item (rule state, origin) unless it is present.
   *
   * @throws ChartLimitError if the kernel has too many items.
   */
  add(q: number, origin: number): void;
  /** Says that the text may end. */
  accept(): void;
  /** Returns the number of items. */
  count(): number;
  /** Returns the id of the kernel in `sets`: `[accepts, q₀, origin₀, …]`, ascending. 0 if it is empty. */
  intern(sets: SequenceTable): number;
}

/** Scratch for the sequence of a kernel. */
let out = new Int32Array(66);

export function createKernel(mostItems: number): Kernel {
  // Pairs of integers. Once there are many, `present` detects duplicates.
  const buffer: number[] = [];
  const present = createPairTable();
  let count = 0;
  let accepting = false;

  function add(q: number, origin: number): void {
    if (count < 8) {
      for (let i = 0; i < count; i++) if (buffer[2 * i] === q && buffer[2 * i + 1] === origin) return;
    } else {
      if (count === 8) for (let i = 0; i < 8; i++) present.set(buffer[2 * i]!, buffer[2 * i + 1]!, 1);
      if (present.get(q, origin) >= 0) return;
      present.set(q, origin, 1);
    }
    if (count >= mostItems) throw tooAmbiguous(mostItems);
    buffer[2 * count] = q;
    buffer[2 * count + 1] = origin;
    count++;
  }

  function intern(sets: SequenceTable): number {
    if (count === 0 && !accepting) return 0;
    if (out.length < 2 * count + 1) out = new Int32Array(4 * count + 2);
    // Insertion sort by (state, origin), because kernels have few items. Long ones use the engine's sort.
    if (count > 24) {
      for (let i = 0; i < 2 * count; i++) out[1 + i] = buffer[i]!;
      sortItems(out, 1 + 2 * count);
    } else {
      for (let i = 0; i < count; i++) {
        const q = buffer[2 * i]!;
        const origin = buffer[2 * i + 1]!;
        let j = i - 1;
        while (j >= 0 && (out[1 + 2 * j]! > q || (out[1 + 2 * j]! === q && out[2 + 2 * j]! > origin))) {
          out[3 + 2 * j] = out[1 + 2 * j]!;
          out[4 + 2 * j] = out[2 + 2 * j]!;
          j--;
        }
        out[3 + 2 * j] = q;
        out[4 + 2 * j] = origin;
      }
    }
    out[0] = accepting ? 1 : 0;
    return sets.intern(out, 1 + 2 * count);
  }

  return {
    clear(): void {
      count = 0;
      accepting = false;
      present.clear();
    },
    add,
    accept(): void {
      accepting = true;
    },
    count: (): number => count,
    intern,
  };
}
