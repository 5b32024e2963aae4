// Where strings occur in a text: the complete automaton of Aho and Corasick (1975). A state is the longest end of the text that begins one
// of the strings.

import { tooMany } from "./limits.js";
import type { Text } from "./text.js";
import { classesOf, wordTrie } from "./word-trie.js";

/** An automaton that reads every text of bytes. State 0 is the start. */
export interface Occurrences {
  readonly stateCount: number;
  readonly classOf: Uint8Array;
  readonly classCount: number;
  /** The state after each byte class, row by row. */
  readonly next: Int32Array;
  /** 1 for the states in which the text ends with one of the strings. */
  readonly found: Uint8Array;
}

/** Entries of the table of the automaton that counts occurrences. */
const MAX_ENTRIES = 2 ** 24;

/**
 * The automaton that finds the strings of `list`.
 *
 * @throws LimitError when the strings' distinct prefixes times their distinct bytes exceed 2²⁴.
 */
export function occurrencesOf(list: Iterable<Text>): Occurrences {
  const trie = wordTrie(list);
  const { classOf, classCount } = classesOf(trie.byteOf.slice(1));
  if (trie.nodeCount * classCount > MAX_ENTRIES) throw tooMany("table", MAX_ENTRIES);
  const next = new Int32Array(trie.nodeCount * classCount);
  const found = Uint8Array.from(trie.ends, Number);
  // Where the text goes on when the node's own children do not: the node of its longest proper end that is in the tree.
  const fallback = new Int32Array(trie.nodeCount);
  const queue = [0];
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    const row = node * classCount;
    // A fallback is nearer to the root, so its row is complete.
    if (node !== 0) next.copyWithin(row, fallback[node]! * classCount, (fallback[node]! + 1) * classCount);
    for (let child = trie.firstChild[node]!; child !== 0; child = trie.nextSibling[child]!) {
      const entry = row + classOf[trie.byteOf[child]!]!;
      fallback[child] = next[entry]!;
      if (found[fallback[child]!] === 1) found[child] = 1;
      next[entry] = child;
      queue.push(child);
    }
  }
  return { stateCount: trie.nodeCount, classOf, classCount, next, found };
}
