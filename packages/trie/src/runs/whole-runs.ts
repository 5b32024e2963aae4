// The tokens that are runs of whole plain characters, by length, and a small trie of all other tokens. For masks,
// run-planes.ts also counts tokens that end in the middle of a character. Those tokens lead to other states, so this
// file excludes them.

import { oncePer } from "../memory/once-per.js";
import { DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes, nodesOf, type Trie } from "../tree/trie.js";
import { createPlainReader } from "./plain-reader.js";
import { createRunsByLength, type RunsByLength } from "./runs-by-length.js";

export interface WholeRuns extends RunsByLength {
  /** All other tokens. Payloads are token ids; `none` is that of the trie. */
  readonly others: Nodes;
  /** By node of the trie: 3 if its token is a whole run, 1 for ancestors of such nodes, 0 otherwise. */
  readonly marks: Uint8Array;
}

/** Returns the whole runs of a trie; computed on demand, in one pass over its nodes. */
export const wholeRunsOf: (trie: Trie) => WholeRuns = oncePer(createWholeRuns);

function createWholeRuns(trie: Trie): WholeRuns {
  const { words, none, size } = trie;
  const nodes = words.length / 2;
  const reader = createPlainReader();
  const path = new Int32Array(MAX_TOKEN_BYTES + 1);
  const marks = new Uint8Array(nodes);
  const others: number[] = [];
  // By token: the length of its run in characters, or 0.
  const lengths = new Uint16Array(size);
  for (let p = 0; p < nodes; p++) {
    const depth = words[2 * p + 1]! & DEPTH_MASK;
    path[depth] = p;
    const length = reader.read(depth, words[2 * p]! & 255);
    const token = words[2 * p]! >>> 8;
    if (token === none) continue;
    if (reader.missing(depth + 1) !== 0) {
      others.push(token);
      continue;
    }
    marks[p] = 3;
    for (let d = depth - 1; d >= 0 && marks[path[d]!] === 0; d--) marks[path[d]!] = 1;
    lengths[token] = length;
  }
  return { ...createRunsByLength(trie, lengths), others: nodesOf(trie, others), marks };
}
