// Partitions of the numbers below a bound into sets. To refine a partition, mark elements and split the sets into marked
// and unmarked elements (Valmari and Lehtinen 2008).

import type { Groups } from "./grouped.js";

/** A partition. The elements of set s are `elements[first[s], past[s])`. */
export interface Partition {
  readonly elements: Int32Array;
  readonly first: Int32Array;
  readonly past: Int32Array;
  /** The set of each element. */
  readonly setOf: Int32Array;
  /** Returns the number of sets. */
  size(): number;
  mark(element: number): void;
  /**
   * Splits each set that has both marked and unmarked elements. The smaller part becomes a new set. Removes all marks.
   */
  split(): void;
}

/** Creates a partition of some numbers below `count`. Takes `members` over. */
export function createPartition(count: number, groups: Groups): Partition {
  const elements = groups.members;
  const places = new Int32Array(count);
  const setOf = new Int32Array(count);
  const first = new Int32Array(count + 1);
  const past = new Int32Array(count + 1);
  const marks = new Int32Array(count + 1);
  let size = 0;
  const marked = new Int32Array(count + 1);
  let markedSets = 0;
  for (; size + 2 < groups.first.length; size++) {
    first[size] = groups.first[size]!;
    past[size] = groups.first[size + 1]!;
    for (let place = first[size]!; place < past[size]!; place++) {
      places[elements[place]!] = place;
      setOf[elements[place]!] = size;
    }
  }
  return {
    elements,
    first,
    past,
    setOf,
    size: () => size,
    mark(element) {
      const set = setOf[element]!;
      const place = places[element]!;
      const free = first[set]! + marks[set]!;
      if (place < free) return;
      const other = elements[free]!;
      elements[place] = other;
      places[other] = place;
      elements[free] = element;
      places[element] = free;
      if (marks[set] === 0) marked[markedSets++] = set;
      marks[set]!++;
    },
    split() {
      for (let i = 0; i < markedSets; i++) {
        const set = marked[i]!;
        const begin = first[set]!;
        const end = past[set]!;
        const middle = begin + marks[set]!;
        marks[set] = 0;
        if (middle === end) continue;
        if (2 * middle <= begin + end) {
          first[size] = begin;
          past[size] = first[set] = middle;
        } else {
          first[size] = past[set] = middle;
          past[size] = end;
        }
        for (let place = first[size]!; place < past[size]!; place++) setOf[elements[place]!] = size;
        size++;
      }
      markedSets = 0;
    },
  };
}
