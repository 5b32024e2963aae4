// A set of byte strings as a tree, the form that `strings` and `deny` start from. Node 0 is the root; a node's children hang on
// a list (`firstChild`, then `nextSibling`), and every child has a greater number than its parent. 0 ends a list.

import { tooMany } from "./limits.js";
import { bytesOf, type Text } from "./text.js";

/** Nodes of a tree of words, one for each byte of different beginnings. */
const MAX_NODES = 2 ** 22;

/** A tree of byte strings. */
export interface WordTrie {
  readonly nodeCount: number;
  /** The byte that leads to each node. */
  readonly byteOf: readonly number[];
  readonly firstChild: readonly number[];
  readonly nextSibling: readonly number[];
  /** Whether a word ends at the node. */
  readonly ends: readonly boolean[];
}

/** The tree of `words`. @throws LimitError when it has more than 2²² nodes. */
export function wordTrie(words: Iterable<Text>): WordTrie {
  const [byteOf, firstChild, nextSibling, ends] = [[0], [0], [0], [false]] as [number[], number[], number[], boolean[]];
  const children = new Map<number, number>();
  for (const word of words) {
    let node = 0;
    for (const byte of bytesOf(word)) {
      const key = node * 256 + byte;
      let child = children.get(key);
      if (child === undefined) {
        child = byteOf.length;
        if (child >= MAX_NODES) throw tooMany("table", MAX_NODES);
        children.set(key, child);
        byteOf.push(byte);
        firstChild.push(0);
        nextSibling.push(firstChild[node]!);
        ends.push(false);
        firstChild[node] = child;
      }
      node = child;
    }
    ends[node] = true;
  }
  return { nodeCount: byteOf.length, byteOf, firstChild, nextSibling, ends };
}

/** A class of its own for each byte in `bytes`, and one for all others, when there are others. */
export function classesOf(bytes: Iterable<number>): { readonly classOf: Uint8Array; readonly classCount: number } {
  const classOf = new Uint8Array(256);
  const distinct = [...new Set(bytes)];
  const first = distinct.length < 256 ? 1 : 0;
  for (const [index, byte] of distinct.entries()) classOf[byte] = index + first;
  return { classOf, classCount: distinct.length + first };
}
