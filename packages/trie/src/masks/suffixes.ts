// Small tries of token suffixes. Many tokens share a suffix (for example, everything that closes a string and continues
// with a comma), so the walk visits the distinct suffixes, and each lists its tokens.
//
//     nodes   a flat trie (trie.ts) whose payloads are suffix numbers
//     suffix j has the tokens  tokens[starts[j], starts[j + 1])  or, if there are thousands, planes[j]

import { append, createIdList, taken } from "../memory/id-list.js";
import { DEPTH_BITS, DEPTH_MASK, type Nodes, type Trie } from "../tree/trie.js";
import type { Plane } from "./mask.js";
import { PLANE_FROM, partOf } from "./mask-parts.js";
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

/**
 * Builds the suffix trie of all tokens in `slices` of `nodes`. The nodes must list tokens of `trie` as their payloads.
 * Cost: O(nodes in the slices).
 */
export function buildSuffixes(trie: Trie, nodes: Nodes, slices: readonly Slice[]): Suffixes {
  const merged = mergeSlices(nodes, slices);
  return flatten(trie, merged);
}

/** A trie under construction. Node 0 is the root; each node has a linked list of tokens. */
interface Merged {
  readonly byte: Uint8Array;
  readonly parent: Int32Array;
  count: number;
  readonly head: Int32Array;
  readonly link: Int32Array;
  readonly token: Int32Array;
  tokens: number;
}

function mergeSlices(nodes: Nodes, slices: readonly Slice[]): Merged {
  let room = 1;
  for (const { from, to } of slices) room += to - from;
  const merged: Merged = {
    byte: new Uint8Array(room),
    parent: new Int32Array(room).fill(-1),
    count: 1,
    head: new Int32Array(room).fill(-1),
    link: new Int32Array(room),
    token: new Int32Array(room),
    tokens: 0,
  };
  const slots = 2 ** Math.ceil(Math.log2(2 * room + 2));
  const table = new Int32Array(slots); // node numbers; 0 is free, because the root is never a child
  function child(parent: number, byte: number): number {
    let slot = (Math.imul(parent * 256 + byte, 0x9e3779b1) >>> 7) & (slots - 1);
    for (;;) {
      const node = table[slot]!;
      if (node === 0) break;
      if (merged.parent[node] === parent && merged.byte[node] === byte) return node;
      slot = (slot + 1) & (slots - 1);
    }
    const node = merged.count++;
    merged.parent[node] = parent;
    merged.byte[node] = byte;
    table[slot] = node;
    return node;
  }
  const path = new Int32Array(DEPTH_MASK + 2);
  path[0] = 0;
  for (const slice of slices) {
    for (let q = slice.from; q < slice.to; q++) {
      const w = nodes.words[2 * q]!;
      const depth = (nodes.words[2 * q + 1]! & DEPTH_MASK) - slice.depth;
      const node = child(path[depth]!, w & 255);
      path[depth + 1] = node;
      if (w >>> 8 === nodes.none) continue;
      merged.token[merged.tokens] = w >>> 8;
      merged.link[merged.tokens] = merged.head[node]!;
      merged.head[node] = merged.tokens++;
    }
  }
  return merged;
}

function flatten(trie: Trie, merged: Merged): Suffixes {
  const { count } = merged;
  // Sorts children by byte: puts all nodes in buckets by byte, then prepends the buckets, greatest first.
  const ends = new Int32Array(257);
  for (let n = 1; n < count; n++) ends[merged.byte[n]! + 1]!++;
  for (let b = 0; b < 256; b++) ends[b + 1]! += ends[b]!;
  const byByte = new Int32Array(count);
  for (let n = 1; n < count; n++) byByte[ends[merged.byte[n]!]!++] = n;
  const first = new Int32Array(count).fill(-1);
  const sibling = new Int32Array(count).fill(-1);
  for (let i = count - 2; i >= 0; i--) {
    const n = byByte[i]!;
    const parent = merged.parent[n]!;
    sibling[n] = first[parent]!;
    first[parent] = n;
  }
  const words = new Int32Array(2 * (count - 1));
  const starts = createIdList(merged.tokens + 1);
  const tokens = createIdList(merged.tokens);
  let at = 0;
  let suffixes = 0;
  const open: number[] = []; // the path: position and node, in pairs
  let n = first[0]!;
  while (n !== -1) {
    let payload = -1;
    if (merged.head[n] !== -1) {
      payload = suffixes++;
      append(starts, tokens.length);
      for (let i = merged.head[n]!; i !== -1; i = merged.link[i]!) appendSpelling(trie, tokens, merged.token[i]!);
    }
    words[2 * at] = (payload << 8) | merged.byte[n]!; // −1 is replaced below
    words[2 * at + 1] = open.length >> 1; // its depth; the skip is added on leaving
    open.push(at, n);
    at++;
    n = first[n] !== -1 ? first[n]! : leave(open, sibling, words, at);
  }
  append(starts, tokens.length);
  for (let i = 0; i < at; i++) {
    if (words[2 * i]! >> 8 === -1) words[2 * i] = (suffixes << 8) | (words[2 * i]! & 255);
  }
  const ranges = taken(starts);
  const all = taken(tokens);
  const planes: (Plane | undefined)[] = [];
  for (let j = 0; j < suffixes; j++) {
    if (ranges[j + 1]! - ranges[j]! < PLANE_FROM) continue;
    const part = partOf(trie.size, all.subarray(ranges[j]!, ranges[j + 1]!));
    if (!(part instanceof Uint32Array)) planes[j] = part;
  }
  return { nodes: { words, none: suffixes }, starts: ranges, tokens: all, planes };
}

/** Closes nodes up to the first with a sibling and returns that sibling; −1 at the end. */
function leave(open: number[], sibling: Int32Array, words: Int32Array, end: number): number {
  while (open.length > 0) {
    const n = open.pop()!;
    const at = open.pop()!;
    words[2 * at + 1] = ((end - at) << DEPTH_BITS) | words[2 * at + 1]!;
    if (sibling[n] !== -1) return sibling[n]!;
  }
  return -1;
}
