// Interned byte sets: 256 bits in eight words. Equal sets have equal ids.
import type { Arena } from "./arena.js";
import { claimBytes, grownInts } from "./arena.js";

/** A byte set under construction, as eight words. */
export type ByteSet = Int32Array;

/** Approximate size in bytes of one entry in a Map of numbers. */
export const MAP_ENTRY = 64;

/** Returns a new empty set. */
export function createByteSet(): ByteSet {
  return new Int32Array(8);
}

/** Adds the bytes from `from` to `to`, both included. */
export function addByteRange(set: ByteSet, from: number, to: number): void {
  for (let byte = from; byte <= to; byte++) set[byte >> 5]! |= 1 << (byte & 31);
}

/** Returns the id of `set`. The words are copied. */
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

/** Returns 1 if set `id` contains `byte`, else 0. */
export function hasByte(arena: Arena, id: number, byte: number): number {
  return (arena.sets[id * 8 + (byte >> 5)]! >>> (byte & 31)) & 1;
}

/** Scratch: the set that is interned next. */
const made = createByteSet();

/** Returns the id of the union of two sets. */
export function uniteSets(arena: Arena, left: number, right: number): number {
  if (left === right) return left;
  for (let word = 0; word < 8; word++) made[word] = arena.sets[left * 8 + word]! | arena.sets[right * 8 + word]!;
  return internByteSet(arena, made);
}

/** Returns the id of the intersection of two sets; `undefined` if it is empty. */
export function intersectSets(arena: Arena, left: number, right: number): number | undefined {
  if (left === right) return left;
  let any = 0;
  for (let word = 0; word < 8; word++) any |= made[word] = arena.sets[left * 8 + word]! & arena.sets[right * 8 + word]!;
  return any === 0 ? undefined : internByteSet(arena, made);
}

/** Returns whether set `inner` is a subset of set `outer`. */
export function isSubset(arena: Arena, inner: number, outer: number): boolean {
  for (let word = 0; word < 8; word++) {
    if ((arena.sets[inner * 8 + word]! & ~arena.sets[outer * 8 + word]!) !== 0) return false;
  }
  return true;
}
