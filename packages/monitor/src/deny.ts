// Every text that contains none of some strings. The automaton of Aho and Corasick (1975): a state is the longest end of the
// text that begins a denied string; where one would be complete, nothing follows.

import { signature } from "@espalier/arguments";
import { fromAutomaton } from "./automaton.js";
import { textsKind } from "./kinds.js";
import { LimitError } from "./limits.js";
import type { Monitor } from "./monitor.js";
import type { Text } from "./text.js";
import { bottom } from "./top.js";
import { classesOf, wordTrie } from "./word-trie.js";

const MAX_ENTRIES = 2 ** 24;

const checkDeny = signature("deny", { list: textsKind });

/**
 * The texts of bytes that contain none of `list`. Every state accepts, so it is trim and never forces anything. To deny the
 * empty string is to deny every text.
 *
 * @throws LimitError when the strings' distinct prefixes times their distinct bytes exceed 2²⁴.
 * @example
 * verdict(deny(["eval(", "exec("]), "x = eval(y)"); // => { kind: "dead", offset: 8 }
 */
export function deny(list: Iterable<Text>): Monitor<number> {
  checkDeny(list);
  const trie = wordTrie(list);
  if (trie.ends[0]) return bottom;
  const { classOf, classCount } = classesOf(trie.byteOf.slice(1));
  if (trie.nodeCount * classCount > MAX_ENTRIES) throw new LimitError("table", MAX_ENTRIES);

  const next = new Int32Array(trie.nodeCount * classCount);
  const denied = Uint8Array.from(trie.ends, Number);
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
      if (denied[fallback[child]!] === 1) denied[child] = 1;
      next[entry] = child;
      queue.push(child);
    }
  }
  for (let entry = 0; entry < next.length; entry++) if (denied[next[entry]!] === 1) next[entry] = -1;
  const accepting = queue.filter((node) => denied[node] === 0);
  return fromAutomaton({ start: 0, accepting, classOf, classCount, next });
}
