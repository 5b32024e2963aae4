// Small tries of token suffixes. Many tokens share a suffix (for example, everything that closes a string and continues
// with a comma), so the walk visits the distinct suffixes, and each lists its tokens.
//
//     nodes   a flat trie (trie.ts) whose payloads are suffix numbers
//     suffix j has the tokens  tokens[starts[j], starts[j + 1])  or, if there are thousands, planes[j]

import { append, createIdList, taken } from "../memory/id-list.js";
import { sortByBytes } from "../tree/order.js";
import { type Nodes, spellNodes, type Trie } from "../tree/trie.js";
import type { Plane } from "./mask.js";
import { PLANE_FROM, planeOf } from "./mask-parts.js";
import { appendSpelling } from "./spellings.js";

/** Nodes [from, to) of a trie of tokens. Their suffixes begin after the first `depth` bytes of their paths. */
export interface Slice {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

export interface Suffixes {
  readonly nodes: Nodes;
  readonly starts: Uint32Array;
  readonly tokens: Uint32Array;
  readonly planes: readonly (Plane | undefined)[];
}

/** Builds the suffix trie of all tokens in `slices` of a trie. Cost: O(nodes in the slices). */
export function buildSuffixes(trie: Trie, slices: readonly Slice[]): Suffixes {
  const { words, none, size } = trie;
  const { pool, offsets } = trie.vocabulary;
  const ids: number[] = [];
  const from: number[] = [];
  for (const slice of slices) {
    for (let p = slice.from; p < slice.to; p++) {
      const id = words[2 * p]! >>> 8;
      if (id === none) continue;
      ids.push(id);
      from.push(offsets[id]! + slice.depth);
    }
  }
  const spelling = { pool, starts: new Uint32Array(from), ends: new Uint32Array(ids.map((id) => offsets[id + 1]!)) };
  const sorted = new Int32Array(ids.map((_, index) => index));
  sortByBytes(sorted, spelling);
  const starts = createIdList(ids.length + 1);
  const tokens = createIdList(ids.length);
  const twin = (index: number): void => appendSpelling(trie, tokens, ids[index]!);
  const first = (index: number): number => {
    append(starts, tokens.length);
    twin(index);
    return starts.length - 1;
  };
  const nodes = { words: spellNodes(sorted, spelling, size, { first, twin }), none: size };
  const suffixes = starts.length;
  append(starts, tokens.length);
  const ranges = taken(starts);
  const all = taken(tokens);
  const planes: (Plane | undefined)[] = [];
  for (let j = 0; j < suffixes; j++)
    if (ranges[j + 1]! - ranges[j]! >= PLANE_FROM) planes[j] = planeOf(size, all.subarray(ranges[j]!, ranges[j + 1]!));
  return { nodes, starts: ranges, tokens: all, planes };
}
