// Interned lists of places in a trie; equal lists have equal ids. A *place* says where reading continues after the end
// of a lexeme: at a node or below it (cuts.ts).
//
// The possible next bytes are computed once for each long list, and once for the list that stands for a whole trie.

import { createPairTable, createSequenceTable } from "@espalier/monitor";
import { createNumbers, type Numbers, push } from "../memory/numbers.js";
import { childOf } from "./children.js";
import { DEPTH_BITS, type Nodes } from "./trie.js";

/** By byte: the nodes that begin with it. */
export type Index = readonly (readonly number[] | undefined)[];

export interface Places {
  /**
   * Returns the places from which the whole trie is read: its nodes of depth 0; {@link NO_PLACES} for an empty trie.
   */
  whole(nodes: Nodes): number;
  /** Returns the number of a list. Copies the list. */
  of(nodes: Nodes, list: Numbers): number;
  /** Returns the trie of a list. */
  nodesOf(places: number): Nodes;
  /** Returns the length of a list. */
  countOf(places: number): number;
  /** Returns the list itself. A view, valid until another list is added. */
  listOf(places: number): Int32Array;
  /** Returns the nodes that a list reads, by first byte. */
  indexOf(places: number): Index;
  /** Returns those that begin with `byte`. */
  startsBy(places: number, byte: number): readonly number[];
  bytes(): number;
  clear(): void;
}

export const NO_PLACES = -1;
const NO_NODES: readonly number[] = [];
/** Up to this many places, each place is tested for the byte. */
const FEW = 16;

export function createPlaces(): Places {
  const lists = createSequenceTable();
  // The number of a list is that of the pair of its trie and its contents.
  const numbers = createPairTable();
  let nodesBy: Nodes[] = [];
  let listBy: number[] = [];
  let tries = new Map<Nodes, number>();
  let wholes = new Map<Nodes, number>();
  let indexes: (Index | undefined)[] = [];
  let indexBytes = 0;

  function of(nodes: Nodes, list: Numbers): number {
    if (list.length === 0) return NO_PLACES;
    const sequence = lists.intern(list.array, list.length);
    let trie = tries.get(nodes);
    if (trie === undefined) tries.set(nodes, (trie = tries.size));
    let number = numbers.get(trie, sequence);
    if (number < 0) {
      number = nodesBy.length;
      numbers.set(trie, sequence, number);
      nodesBy.push(nodes);
      listBy.push(sequence);
    }
    return number;
  }

  function listOf(places: number): Int32Array {
    const list = listBy[places]!;
    return lists.pool.subarray(lists.offset(list), lists.offset(list + 1));
  }

  function indexAnew(places: number): Index {
    const nodes = nodesBy[places]!;
    if (wholes.get(nodes) !== places) {
      const its = indexBy(nodes, listOf(places));
      indexBytes += bytesOfIndex(its);
      return its;
    }
    let index = wholeIndexes.get(nodes);
    if (index === undefined) wholeIndexes.set(nodes, (index = indexBy(nodes, listOf(places))));
    return index;
  }

  function startsBy(places: number, byte: number): readonly number[] {
    const list = listOf(places);
    if (list.length > FEW) return (indexes[places] ??= indexAnew(places))[byte] ?? NO_NODES;
    const nodes = nodesBy[places]!;
    let starts = NO_NODES;
    for (let i = 0; i < list.length; i++) {
      const place = list[i]!;
      const node = place < 0 ? childOf(nodes, -1 - place, byte) : (nodes.words[2 * place]! & 255) === byte ? place : -1;
      if (node >= 0) starts = starts.length === 0 ? [node] : [...starts, node];
    }
    return starts;
  }

  return {
    startsBy,
    whole(nodes: Nodes): number {
      let number = wholes.get(nodes);
      if (number === undefined) {
        const list = createNumbers();
        const { words } = nodes;
        for (let p = 0; 2 * p < words.length; p += words[2 * p + 1]! >>> DEPTH_BITS) push(list, p);
        wholes.set(nodes, (number = of(nodes, list)));
      }
      return number;
    },
    of,
    nodesOf: (places: number): Nodes => nodesBy[places]!,
    countOf: (places: number): number => lists.offset(listBy[places]! + 1) - lists.offset(listBy[places]!),
    listOf,
    indexOf: (places: number): Index => (indexes[places] ??= indexAnew(places)),
    bytes(): number {
      return lists.bytes() + numbers.bytes() + indexBytes;
    },
    clear(): void {
      lists.clear();
      numbers.clear();
      nodesBy = [];
      listBy = [];
      tries = new Map();
      wholes = new Map();
      indexes = [];
      indexBytes = 0;
    },
  };
}

/** The indexes of whole tries. */
const wholeIndexes = new WeakMap<Nodes, Index>();

function indexBy({ words }: Nodes, list: Int32Array): Index {
  const byByte: number[][] = [];
  for (let i = 0; i < list.length; i++) {
    const place = list[i]!;
    if (place >= 0) (byByte[words[2 * place]! & 255] ??= []).push(place);
    else {
      const node = -1 - place;
      const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
      for (let p = node + 1; p < end; p += words[2 * p + 1]! >>> DEPTH_BITS)
        (byByte[words[2 * p]! & 255] ??= []).push(p);
    }
  }
  return byByte;
}

/** Approximate memory of an index: a slot for each byte up to its greatest, and its lists. */
function bytesOfIndex(index: Index): number {
  let bytes = 8 * index.length;
  for (const nodes of index) if (nodes !== undefined) bytes += 64 + 8 * nodes.length;
  return bytes;
}
