// The part of a trie's heap above the trie itself, shared by every monitor that walks this trie: a bump allocator for
// rows and small tries. When it is full, everything is dropped at once and `epoch` increases; addresses are then
// invalid. Nothing is freed individually.

import { BITSET, createHeap, type Heap } from "../memory/heap.js";
import type { Nodes, Trie } from "../tree/trie.js";

/** The heap of one trie. `base` is the address of the main trie's nodes. */
export interface Arena {
  readonly heap: Heap;
  readonly trie: Trie;
  readonly base: number;
  /** Increases whenever all allocations are dropped. */
  epoch: number;
  /** @internal */
  top: number;
  /** @internal */
  readonly floor: number;
  /** @internal */
  readonly ceiling: number;
  /** @internal */
  placed: Map<Nodes, number>;
  /** @internal */
  maps: Map<Uint8Array, number>;
}

/** The minimum size: one row of 256 classes for every depth of the deepest token, twice over, and some more. */
const LEAST_ARENA: number = 4 << 20;

/** `rowBytes`: bytes of transition rows that all maskers of a trie share. */
export const DEFAULT_ROW_BYTES: number = 16 << 20;

const shared = new WeakMap<Trie, Arena>();

/** Returns the arena that all maskers of `trie` share by default (at most 16 MiB of rows). */
export function sharedArena(trie: Trie): Arena {
  let arena = shared.get(trie);
  if (arena === undefined) shared.set(trie, (arena = createArena(trie, "auto", DEFAULT_ROW_BYTES)));
  return arena;
}

export function createArena(trie: Trie, kind: "auto" | "wasm" | "script", limit: number): Arena {
  const bitset = 4 * ((trie.size >> 5) + 2);
  const base = align(BITSET + bitset);
  const floor = align(base + trie.words.byteLength);
  const heap = createHeap(floor + (256 << 10), kind);
  heap.words.set(trie.words, base >> 2);
  const ceiling = floor + Math.max(LEAST_ARENA, limit);
  return { heap, trie, base, epoch: 0, top: floor, floor, ceiling, placed: new Map(), maps: new Map() };
}

function align(address: number): number {
  return (address + 63) & ~63;
}

/** Returns whether `bytes` more fit without dropping anything. */
export function hasRoom(arena: Arena, bytes: number): boolean {
  return arena.top + bytes <= arena.ceiling;
}

/**
 * Allocates `bytes` bytes and returns their address. The caller must check first that they fit, and otherwise call
 * {@link forget}.
 */
export function allocate(arena: Arena, bytes: number): number {
  const at = arena.top;
  if (at + bytes > arena.ceiling) throw new RangeError(`${bytes} bytes do not fit into the arena`);
  arena.top = at + bytes;
  if (arena.top > arena.heap.words.length * 4) arena.heap.grow(arena.top);
  return at;
}

/** Drops every row and every small trie. */
export function forget(arena: Arena): void {
  arena.top = arena.floor;
  arena.epoch++;
  arena.placed.clear();
  arena.maps.clear();
}

/**
 * Returns the address of a map (the class of each byte) in the arena. If the map is not there yet, copies it; the
 * caller must have checked that it fits.
 */
export function placeMap(arena: Arena, map: Uint8Array): number {
  let at = arena.maps.get(map);
  if (at === undefined) {
    at = allocate(arena, 256);
    arena.heap.bytes.set(map, at);
    arena.maps.set(map, at);
  }
  return at;
}

/** Returns the address of a trie's nodes; copies them in if they are not there. */
export function place(arena: Arena, nodes: Nodes): number {
  if (nodes === arena.trie) return arena.base;
  let at = arena.placed.get(nodes);
  if (at === undefined) {
    if (!hasRoom(arena, nodes.words.byteLength)) forget(arena);
    at = allocate(arena, nodes.words.byteLength);
    arena.heap.words.set(nodes.words, at >> 2);
    arena.placed.set(nodes, at);
  }
  return at;
}
