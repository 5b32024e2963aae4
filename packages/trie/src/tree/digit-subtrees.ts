// Finds the subtrees of a trie that contain only digits. Many vocabularies contain all numbers of two and three digits,
// over a thousand tokens, and all of them are allowed inside a number. The subtrees are computed once for each trie.

import type { CharacterRanges } from "@espalier/monitor";
import { DEPTH_BITS, DEPTH_MASK, type Nodes } from "./trie.js";

/** The ASCII digits; always the same object, because sets are compared by identity. */
export const DIGITS: CharacterRanges = [[0x30, 0x39]];

/** Smaller subtrees are read like any others. */
const LEAST_NODES = 32;
/** The mark of subtrees with other contents. */
const MIXED = -1;

const heights = new WeakMap<Nodes, Map<number, number>>();

/** Returns the most digits that follow node `p`, if many nodes are below it and all are digits; −1 otherwise. */
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
