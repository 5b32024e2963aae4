// Finds occurrences of strings in a text: the complete automaton of Aho and Corasick (1975). A state is the longest
// suffix of the text that is a prefix of one of the strings.

import { tooMany } from "./limits.js";
import type { Text } from "./text.js";
import { classesOf, wordTrie } from "./word-trie.js";

/** An automaton that reads every text of bytes. State 0 is the start. */
export interface Occurrences {
  readonly stateCount: number;
  readonly classOf: Uint8Array;
  readonly classCount: number;
  /** The next state for each byte class, row by row. */
  readonly next: Int32Array;
  /** 1 for states in which the text ends with one of the strings. */
  readonly found: Uint8Array;
}

/** Maximum number of entries of the table. */
const MAX_ENTRIES = 2 ** 24;

/**
 * Returns the automaton that finds the strings of `list`.
 *
 * @throws LimitError if the number of distinct prefixes times the number of distinct bytes exceeds 2²⁴.
 */
export function occurrencesOf(list: Iterable<Text>): Occurrences {
  const trie = wordTrie(list);
  const { classOf, classCount } = classesOf(trie.byteOf.slice(1));
  if (trie.nodeCount * classCount > MAX_ENTRIES) throw tooMany("table", MAX_ENTRIES);
  const next = new Int32Array(trie.nodeCount * classCount);
  const found = Uint8Array.from(trie.ends, Number);
  // The failure link of each node: the node of its longest proper suffix in the trie.
  const fallback = new Int32Array(trie.nodeCount);
  const queue = [0];
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    const row = node * classCount;
    // A failure link is nearer to the root, so its row is complete.
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
