// Where a trie goes on with digits alone. Vocabularies have tokens of all digits by twos and threes, a thousand of them and more, and the
// inside of a number reads them all: which they are is found once for a trie.

import type { CharacterRanges } from "@espalier/monitor";
import { DEPTH_BITS, DEPTH_MASK, type Nodes } from "./trie.js";

/** The digits of ASCII: always the same object, as sets are told apart by identity. */
export const DIGITS: CharacterRanges = [[0x30, 0x39]];

/** Smaller subtrees are read as others are. */
const LEAST_NODES = 32;
/** Of subtrees that hold something else. */
const MIXED = -1;

const heights = new WeakMap<Nodes, Map<number, number>>();

/** How many digits at most follow node `p`, where many nodes lie below it and all are digits; −1 elsewhere. */
export function digitsBelow(nodes: Nodes, p: number): number {
  const { words } = nodes;
  if (words[2 * p + 1]! >>> DEPTH_BITS < LEAST_NODES || !isDigit(words[2 * p]! & 255)) return MIXED;
  let byNode = heights.get(nodes);
  if (byNode === undefined) heights.set(nodes, (byNode = new Map()));
  let height = byNode.get(p);
  if (height === undefined) byNode.set(p, (height = heightOf(words, p)));
  return height;
}

function heightOf(words: Int32Array, p: number): number {
  const end = p + (words[2 * p + 1]! >>> DEPTH_BITS);
  const depth = words[2 * p + 1]! & DEPTH_MASK;
  let height = 0;
  for (let at = p + 1; at < end; at++) {
    if (!isDigit(words[2 * at]! & 255)) return MIXED;
    height = Math.max(height, (words[2 * at + 1]! & DEPTH_MASK) - depth);
  }
  return height;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
