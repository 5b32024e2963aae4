// The vocabulary as a flat byte trie. Nodes are in depth-first order, children ascending by byte, with two 32-bit words
// each:
//
//     word 0   payload << 8 | byte       payload: the token id spelt by the path to this node, or `none`
//     word 1   skip << 10 | depth        skip: nodes in this subtree, itself included; depth: of the parent (root: 0)
//
// A walk continues at p + 1 if the byte can be read and at p + skip if it cannot. The state to step from is
// stack[depth]. Storing the depth instead of the number of parents to pop leaves one unpredictable branch for each node
// (as in toktrie of llguidance). The root has no node: its children are the nodes of depth 0. If several ids share one
// spelling, the trie contains the least; `twins` and `next` list the others. Tokens without bytes are not in the trie.

import { signature } from "@espalier/arguments";
import type { Vocabulary } from "@espalier/vocabulary";
import { vocabularyKind } from "@espalier/vocabulary";
import { sortByBytes } from "./order.js";

/** A flat byte trie: words as described at the top of this file, and the payload that means "no token ends here". */
export interface Nodes {
  readonly words: Int32Array;
  readonly none: number;
  /** By first byte (256 entries): its node, or −1. */
  readonly roots?: Int32Array;
}

/** The vocabulary as a flat byte trie. Immutable; created by {@link buildTrie} or {@link deserializeTrie}. */
export interface Trie extends Nodes {
  readonly vocabulary: Vocabulary;
  /** The size of the vocabulary: token ids are in [0, size). */
  readonly size: number;
  /** The length of the longest token in bytes. */
  readonly longest: number;
  /** By first byte (256 entries): its node, or −1. */
  readonly roots: Int32Array;
  /** Pairs (id in the trie, another id of the same spelling), flat. */
  readonly twins: Uint32Array;
  /** By id: the next greater id of the same spelling, or −1. Empty if no two ids share a spelling. */
  readonly next: Int32Array;
}

/** The maximum length of a token in bytes (included). */
export const MAX_TOKEN_BYTES = 1024;
export const DEPTH_BITS = 10;
export const DEPTH_MASK = 1023;
/** The maximum number of nodes: a size has 22 bits in a word. */
const MAX_NODES = 2 ** 22 - 1;
/** The maximum number of ids: an id has 24 bits in a word, and two values are reserved. */
const MAX_SIZE = 2 ** 24 - 2;

const checkBuildTrie = signature("buildTrie", { vocabulary: vocabularyKind });

/**
 * Builds the trie of a vocabulary's text tokens.
 *
 * Cost: about 60 ms of CPU for 128k tokens; 8 bytes for each node, about 2.2 nodes for each token.
 *
 * @throws RangeError if the vocabulary has more than 16,777,214 ids or a token of more than 1,024 bytes, or needs more
 * than 4,194,303 nodes.
 */
export function buildTrie(vocabulary: Vocabulary): Trie {
  checkBuildTrie(vocabulary);
  const { size, pool, offsets, kinds } = vocabulary;
  checkVocabulary(vocabulary);
  let count = 0;
  const ids = new Int32Array(size);
  let bytes = 0;
  for (let id = 0; id < size; id++) {
    const length = offsets[id + 1]! - offsets[id]!;
    if (kinds[id] !== 1 || length === 0) continue;
    if (length > MAX_TOKEN_BYTES)
      throw new RangeError(`token ${id} spells ${length} bytes; a trie holds tokens of at most ${MAX_TOKEN_BYTES}`);
    ids[count++] = id;
    bytes += length;
  }
  const sorted = ids.subarray(0, count);
  sortByBytes(sorted, pool, offsets);

  const words = new Int32Array(2 * bytes);
  const twins: number[] = [];
  const path = new Int32Array(MAX_TOKEN_BYTES);
  const none = size;
  let nodes = 0;
  let depth = 0; // length of the previous token
  let previous = 0; // its offset in the pool
  let owner = -1; // its id in the trie
  for (let i = 0; i < count; i++) {
    const id = sorted[i]!;
    const start = offsets[id]!;
    const length = offsets[id + 1]! - start;
    let shared = 0;
    const most = Math.min(depth, length);
    while (shared < most && pool[previous + shared] === pool[start + shared]) shared++;
    if (shared === length) {
      twins.push(owner, id); // sorted, so an equal token follows directly
      continue;
    }
    for (let d = depth - 1; d >= shared; d--) closeNode(words, path[d]!, nodes, d);
    for (let d = shared; d < length; d++) {
      path[d] = nodes;
      words[2 * nodes] = (none << 8) | pool[start + d]!;
      nodes++;
    }
    words[2 * (nodes - 1)] = (id << 8) | pool[start + length - 1]!;
    if (nodes > MAX_NODES)
      throw new RangeError(`a trie holds at most ${MAX_NODES} nodes; ${i + 1} of ${count} tokens need ${nodes}`);
    depth = length;
    previous = start;
    owner = id;
  }
  for (let d = depth - 1; d >= 0; d--) closeNode(words, path[d]!, nodes, d);
  return assembleTrie(vocabulary, words.slice(0, 2 * nodes), Uint32Array.from(twins));
}

function closeNode(words: Int32Array, node: number, end: number, depth: number): void {
  words[2 * node + 1] = ((end - node) << DEPTH_BITS) | depth;
}

function checkVocabulary({ size, pool, offsets, kinds }: Vocabulary): void {
  if (!Number.isInteger(size) || size < 0 || size > MAX_SIZE)
    throw new RangeError(`a trie numbers at most ${MAX_SIZE} ids; the vocabulary has ${size}`);
  if (offsets.length < size + 1 || kinds.length < size)
    throw new RangeError(`a vocabulary of ${size} ids has ${offsets.length} offsets and ${kinds.length} kinds`);
  for (let id = 0; id < size; id++)
    if (offsets[id]! > offsets[id + 1]! || offsets[id + 1]! > pool.length)
      throw new RangeError(
        `token ${id} lies at [${offsets[id]}, ${offsets[id + 1]}) of a pool of ${pool.length} bytes`,
      );
}

/** Returns, by first byte, its node, or −1. */
export function rootsOf(words: Int32Array): Int32Array {
  const roots = new Int32Array(256).fill(-1);
  for (let p = 0; p < words.length; p += 2 * (words[p + 1]! >>> DEPTH_BITS)) roots[words[p]! & 255] = p / 2;
  return roots;
}

/** Adds what can be derived from the words and twins: the root index and the chains. */
export function assembleTrie(vocabulary: Vocabulary, words: Int32Array, twins: Uint32Array): Trie {
  const roots = rootsOf(words);
  let longest = 0;
  for (let p = 1; p < words.length; p += 2) longest = Math.max(longest, (words[p]! & DEPTH_MASK) + 1);
  const next = new Int32Array(twins.length > 0 ? vocabulary.size : 0).fill(-1);
  for (let i = 0; i < twins.length; i += 2) {
    let id = twins[i]!;
    while (next[id] !== -1) id = next[id]!;
    next[id] = twins[i + 1]!;
  }
  return { vocabulary, size: vocabulary.size, longest, words, none: vocabulary.size, roots, twins, next };
}
