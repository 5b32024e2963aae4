// A set of byte strings as a trie, the input of `strings` and `deny`. Node 0 is the root. The children of a node form a
// list (`firstChild`, then `nextSibling`; 0 ends it), and every child has a greater number than its parent.

import { burn } from "./fuel.js";
import { tooMany } from "./limits.js";
import { bytesOf, type Text } from "./text.js";

/** Maximum number of nodes, one for each distinct prefix. */
const MAX_NODES = 2 ** 22;

/** Units of fuel for a node, which takes about 300 bytes. */
const NODE_FUEL = 12;

/** A trie of byte strings. */
export interface WordTrie {
  readonly nodeCount: number;
  /** The byte that leads to each node. */
  readonly byteOf: readonly number[];
  readonly firstChild: readonly number[];
  readonly nextSibling: readonly number[];
  /** Whether a word ends at each node. */
  readonly ends: readonly boolean[];
}

/** Returns the trie of `words`. @throws LimitError if it has more than 2²² nodes. */
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
        burn("search", NODE_FUEL);
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

/** Gives each byte in `bytes` a class of its own, and all other bytes, if any, one class. */
export function classesOf(bytes: Iterable<number>): { readonly classOf: Uint8Array; readonly classCount: number } {
  const classOf = new Uint8Array(256);
  const distinct = [...new Set(bytes)];
  const first = distinct.length < 256 ? 1 : 0;
  for (const [index, byte] of distinct.entries()) classOf[byte] = index + first;
  return { classOf, classCount: distinct.length + first };
}
