// The tokens that are runs of whole plain characters, by length, and a small trie of all other tokens. For masks, run-planes.ts also counts
// tokens that end in the middle of a character. Those tokens lead to other states, so this file leaves them out.

import { keepPath, keptNodes } from "./kept-nodes.js";
import type { Plane } from "./mask.js";
import { partOf } from "./mask-parts.js";
import { createPlainReader } from "./plain-reader.js";
import { DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes, type Trie } from "./trie.js";

export interface WholeRuns {
  /** The characters of the longest. */
  readonly longest: number;
  /** The runs of exactly `count` characters; `undefined` for none. */
  exactly(count: number): Plane | Uint32Array | undefined;
  /** The runs of at least `count` characters; `undefined` for none. */
  from(count: number): Plane | Uint32Array | undefined;
  /** All other tokens. Payloads are token ids, `none` is the trie's. */
  readonly others: Nodes;
  /** The tokens that are whole runs. Payloads are token ids, `none` is the trie's. */
  readonly runs: Nodes;
}

const made = new WeakMap<Trie, WholeRuns>();

/** The whole runs of a trie; made when first needed, in one pass over its nodes. */
export function wholeRunsOf(trie: Trie): WholeRuns {
  let runs = made.get(trie);
  if (runs === undefined) made.set(trie, (runs = createWholeRuns(trie)));
  return runs;
}

function createWholeRuns(trie: Trie): WholeRuns {
  const { words, none, size } = trie;
  const nodes = words.length / 2;
  const reader = createPlainReader();
  const path = new Int32Array(MAX_TOKEN_BYTES + 1);
  const keepRuns = new Uint8Array(nodes);
  const keepOthers = new Uint8Array(nodes);
  const byLength: number[][] = [];
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
    const ids = (byLength[length] ??= []);
    for (let id = token; id !== -1; id = trie.next.length === 0 ? -1 : trie.next[id]!) ids.push(id);
  }
  const exact: (Plane | Uint32Array | undefined)[] = [];
  const least: (Plane | Uint32Array | undefined)[] = [];
  const asPart = (ids: readonly number[]): Plane | Uint32Array | undefined =>
    ids.length === 0 ? undefined : partOf(size, Uint32Array.from(ids));
  return {
    longest: byLength.length - 1,
    exactly(count) {
      if (!(count in exact)) exact[count] = asPart(byLength[count] ?? []);
      return exact[count];
    },
    from(count) {
      if (!(count in least)) least[count] = asPart(byLength.slice(count).flatMap((ids) => ids ?? []));
      return least[count];
    },
    others: keptNodes(trie, keepOthers),
    runs: keptNodes(trie, keepRuns),
  };
}
