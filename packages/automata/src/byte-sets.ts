// Interned sets of bytes: 256 bits in eight words, equal sets having equal ids.
import type { Arena } from "./arena.js";
import { claimBytes, grownInts } from "./arena.js";

/** The eight words of a set being put together. */
export type ByteSet = Int32Array;

/** What an entry of a Map of numbers costs, roughly, in bytes. */
export const MAP_ENTRY = 64;

/** An empty set. */
export function createByteSet(): ByteSet {
  return new Int32Array(8);
}

/** Adds the bytes from–to, both included. */
export function addByteRange(set: ByteSet, from: number, to: number): void {
  for (let byte = from; byte <= to; byte++) set[byte >> 5]! |= 1 << (byte & 31);
}

/** The id of a set; the words are copied. */
export function internByteSet(arena: Arena, set: ByteSet): number {
  let hash = 0;
  for (let word = 0; word < 8; word++) hash = (Math.imul(hash, 0x01000193) ^ set[word]!) | 0;
  let bucket = arena.setSlots.get(hash);
  if (bucket === undefined) arena.setSlots.set(hash, (bucket = []));
  for (const id of bucket) {
    let word = 0;
    while (word < 8 && arena.sets[id * 8 + word] === set[word]) word++;
    if (word === 8) return id;
  }
  const id = arena.setCount;
  claimBytes(arena, MAP_ENTRY);
  if ((id + 1) * 8 > arena.sets.length) arena.sets = grownInts(arena, arena.sets, (id + 1) * 8);
  if (id === arena.setVisited.length) arena.setVisited = grownInts(arena, arena.setVisited, id + 1);
  for (let word = 0; word < 8; word++) arena.sets[id * 8 + word] = set[word]!;
  arena.setCount = id + 1;
  bucket.push(id);
  return id;
}

/** Is `byte` in set `id`? 0 or 1. */
export function hasByte(arena: Arena, id: number, byte: number): number {
  return (arena.sets[id * 8 + (byte >> 5)]! >>> (byte & 31)) & 1;
}

/** The id of the union of two sets. */
export function uniteSets(arena: Arena, left: number, right: number): number {
  if (left === right) return left;
  const set = createByteSet();
  for (let word = 0; word < 8; word++) set[word] = arena.sets[left * 8 + word]! | arena.sets[right * 8 + word]!;
  return internByteSet(arena, set);
}

/** The id of the intersection of two sets; `undefined` when nothing is in both. */
export function intersectSets(arena: Arena, left: number, right: number): number | undefined {
  if (left === right) return left;
  const set = createByteSet();
  let any = 0;
  for (let word = 0; word < 8; word++) any |= set[word] = arena.sets[left * 8 + word]! & arena.sets[right * 8 + word]!;
  return any === 0 ? undefined : internByteSet(arena, set);
}

/** Is every byte of set `inner` in set `outer`? */
export function isSubset(arena: Arena, inner: number, outer: number): boolean {
  for (let word = 0; word < 8; word++) {
    if ((arena.sets[inner * 8 + word]! & ~arena.sets[outer * 8 + word]!) !== 0) return false;
  }
  return true;
}
