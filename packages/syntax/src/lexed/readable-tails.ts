// Tails of a text that have been read to its end: how many bytes they have, and from which place they were read. Reading the text again, from
// wherever, stops at the first of them that it comes to.

import { isSame } from "./line-readings.js";
import type { Place } from "./read-text.js";

/** A place on the way to the end of a text. */
export interface TailPlace {
  /** Bytes from there to the end of the text. */
  readonly left: number;
  readonly place: Place;
}

export interface ReadableTails {
  /** Whether the last `left` bytes are known to be readable to the end from `place`. */
  has(left: number, place: Place): boolean;
  /** Adds a way to the end, from where it began. Of tails of one length only the first is kept. */
  add(way: readonly TailPlace[]): void;
  /** Only the last `kept` bytes of the text are what they were. */
  edit(kept: number): void;
  bytes(): number;
}

export function createReadableTails(): ReadableTails {
  // The longest comes last.
  const known: TailPlace[] = [];
  const places = new Map<number, Place>();

  return {
    has(left: number, place: Place): boolean {
      const other = places.get(left);
      return other !== undefined && isSame(other, place);
    },
    add(way: readonly TailPlace[]): void {
      for (let i = way.length - 1; i >= 0; i--) {
        const tail = way[i] as TailPlace;
        const longest = known[known.length - 1];
        if (longest !== undefined && tail.left <= longest.left) continue;
        known.push(tail);
        places.set(tail.left, tail.place);
      }
    },
    edit(kept: number): void {
      for (let last = known[known.length - 1]; last !== undefined && last.left > kept; last = known[known.length - 1]) {
        places.delete(last.left);
        known.pop();
      }
    },
    bytes: () => 120 * known.length,
  };
}
