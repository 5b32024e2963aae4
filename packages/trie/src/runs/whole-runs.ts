// The tokens that are runs of whole plain characters, by length, and a small trie of all other tokens. For masks,
// run-planes.ts also counts tokens that end in the middle of a character. Those tokens lead to other states, so this
// file excludes them.

import type { Plane } from "../masks/mask.js";
import { partOf } from "../masks/mask-parts.js";
import { keepPath, keptNodes } from "../tree/kept-nodes.js";
import { DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes, type Trie } from "../tree/trie.js";
import { createPlainReader } from "./plain-reader.js";

export interface WholeRuns {
  /** The length of the longest run in characters. */
  readonly longest: number;
  /** Returns the runs of exactly `count` characters; `undefined` for none. */
  exactly(count: number): Plane | Uint32Array | undefined;
  /** Returns the runs of at least `count` characters; `undefined` for none. */
  from(count: number): Plane | Uint32Array | undefined;
  /** All other tokens. Payloads are token ids; `none` is that of the trie. */
  readonly others: Nodes;
  /** By node of the trie: 3 if its token is a whole run, 1 for ancestors of such nodes, 0 otherwise. */
  readonly marks: Uint8Array;
}

const made = new WeakMap<Trie, WholeRuns>();

/** Returns the whole runs of a trie; computed on demand, in one pass over its nodes. */
export function wholeRunsOf(trie: Trie): WholeRuns {
  let runs = made.get(trie);
  if (runs === undefined) made.set(trie, (runs = createWholeRuns(trie)));
  return runs;
}

function createWholeRuns(trie: Trie): WholeRuns {
  const { words, none, size, next } = trie;
  const nodes = words.length / 2;
  const reader = createPlainReader();
  const path = new Int32Array(MAX_TOKEN_BYTES + 1);
  const keepRuns = new Uint8Array(nodes);
  const keepOthers = new Uint8Array(nodes);
  // By token: the length of its run in characters, or 0.
  const lengths = new Uint16Array(size);
  let longest = 0;
  for (let p = 0; p < nodes; p++) {
    const depth = words[2 * p + 1]! & DEPTH_MASK;
    path[depth] = p;
    const length = reader.read(depth, words[2 * p]! & 255);
    const token = words[2 * p]! >>> 8;
    if (token === none) continue;
    if (reader.missing(depth + 1) !== 0) {
      keepPath(keepOthers, path, depth);
      continue;
    }
    keepPath(keepRuns, path, depth);
    if (length > longest) longest = length;
    for (let id = token; id !== -1; id = next.length === 0 ? -1 : next[id]!) lengths[id] = length;
  }
  const { ids, starts } = sortedByLength(lengths, longest);
  const exact: (Plane | Uint32Array | undefined)[] = [];
  const least: (Plane | Uint32Array | undefined)[] = [];
  const between = (from: number, to: number): Plane | Uint32Array | undefined =>
    from >= to ? undefined : partOf(size, ids.subarray(from, to));
  return {
    longest,
    exactly(count) {
      if (!(count in exact)) exact[count] = between(starts[count] ?? 0, starts[count + 1] ?? 0);
      return exact[count];
    },
    from(count) {
      if (!(count in least)) least[count] = between(starts[count] ?? ids.length, ids.length);
      return least[count];
    },
    others: keptNodes(trie, keepOthers),
    marks: keepRuns,
  };
}

/**
 * Returns the ids of positive length, shortest first. The ids of one length are at the positions from `starts[length]`
 * to `starts[length + 1]`, the latter excluded.
 */
function sortedByLength(lengths: Uint16Array, longest: number): { ids: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(longest + 2);
  for (let id = 0; id < lengths.length; id++) if (lengths[id]! > 0) starts[lengths[id]! + 1]!++;
  for (let length = 1; length < starts.length; length++) starts[length]! += starts[length - 1]!;
  const ids = new Uint32Array(starts[longest + 1]!);
  const at = starts.slice();
  for (let id = 0; id < lengths.length; id++) if (lengths[id]! > 0) ids[at[lengths[id]!]!++] = id;
  return { ids, starts };
}
