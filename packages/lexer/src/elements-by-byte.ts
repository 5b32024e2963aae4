// Sorts the elements of a vector (open-lexer.ts) by the bytes with which they begin. A *literal* element has only one
// possible first byte; all others that are not empty are *open*. So where hundreds of keys compete, each byte needs a look
// at few of them.

import type { shapesOf } from "@espalier/automata";
import { EPSILON_EXPRESSION } from "./open-states.js";
import { sortShort } from "./sort-short.js";

export interface ElementsByByte {
  /** Sorts the `count` pairs (slot, expression) of `pool` that begin at `from`. Returns a record that it reuses. */
  sort(pool: Int32Array, from: number, count: number): SortedElements;
  /** Writes to `into` the numbers of the elements sorted last that can begin with `byte`, ascending. Returns how many. */
  at(byte: number, into: Int32Array): number;
}

/** The arrays may be longer than the counts say. */
export interface SortedElements {
  /** The bytes with which literals begin, ascending. */
  readonly literalBytes: Int32Array;
  byteCount: number;
  /** The numbers of the open elements, ascending. */
  open: Int32Array;
  openCount: number;
}

export function createElementsByByte(shapes: ReturnType<typeof shapesOf>): ElementsByByte {
  const sorted = { literalBytes: new Int32Array(256), byteCount: 0, open: new Int32Array(128), openCount: 0 };
  const { literalBytes } = sorted;
  // The literals that begin with the same byte are a linked list. By byte: its ends; −1 for an empty one.
  const firstLiteral = new Int32Array(256).fill(-1);
  const lastLiteral = new Int32Array(256);
  let nextLiteral = new Int32Array(128);

  return {
    sort(pool: Int32Array, from: number, count: number): SortedElements {
      if (count > nextLiteral.length) {
        nextLiteral = new Int32Array(2 * count);
        sorted.open = new Int32Array(2 * count);
      }
      for (let i = 0; i < sorted.byteCount; i++) firstLiteral[literalBytes[i]!] = -1;
      let byteCount = 0;
      let openCount = 0;
      for (let i = 0; i < count; i++) {
        const expression = pool[from + 2 * i + 1]!;
        const byte = shapes.soleFirstByte(expression);
        if (byte < 0) {
          if (expression !== EPSILON_EXPRESSION) sorted.open[openCount++] = i;
          continue;
        }
        nextLiteral[i] = -1;
        if (firstLiteral[byte]! < 0) {
          firstLiteral[byte] = i;
          literalBytes[byteCount++] = byte;
        } else nextLiteral[lastLiteral[byte]!] = i;
        lastLiteral[byte] = i;
      }
      sortShort(literalBytes, byteCount);
      sorted.byteCount = byteCount;
      sorted.openCount = openCount;
      return sorted;
    },
    at(byte: number, into: Int32Array): number {
      const { open, openCount } = sorted;
      let literal = firstLiteral[byte]!;
      let i = 0;
      let count = 0;
      // Both lists are ascending, so merge them.
      while (literal >= 0 || i < openCount) {
        if (i < openCount && (literal < 0 || open[i]! < literal)) into[count++] = open[i++]!;
        else {
          into[count++] = literal;
          literal = nextLiteral[literal]!;
        }
      }
      return count;
    },
  };
}
