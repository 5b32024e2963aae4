// Partitions of the 256 bytes into classes: refined by one byte set at a time, interned, and cached by the list of byte
// sets.
//
// Classes are numbered by their first byte, so equal partitions have equal maps. Refinement by a set costs the size of
// the set or of its complement: the members of each class move to a new class, unless the whole class is in the set.
import type { Arena } from "./arena.js";
import { claimBytes, grownBytes, grownInts } from "./arena.js";
import { MAP_ENTRY } from "./byte-sets.js";
import { type Partition, resetPartition } from "./partition.js";

/** Splits every class that has bytes both inside and outside set `id`. */
export function refine(arena: Arena, partition: Partition, id: number): void {
  const { classOf, sizes, hits, moved } = partition;
  const { sets } = arena;
  let size = 0;
  let last = 0;
  for (let word = 0; word < 8; word++) {
    const bits = sets[id * 8 + word]!;
    if (bits === 0) continue;
    size += bitCount(bits);
    last = word * 32 + 31 - Math.clz32(bits);
  }
  if (size === 1) {
    setApart(partition, last);
    return;
  }
  const flip = size > 128 ? -1 : 0;
  hits.fill(0, 0, partition.count);
  moved.fill(0, 0, partition.count);
  for (let word = 0; word < 8; word++) {
    for (let bits = sets[id * 8 + word]! ^ flip; bits !== 0; bits &= bits - 1) {
      hits[classOf[word * 32 + 31 - Math.clz32(bits & -bits)]!]!++;
    }
  }
  const before = partition.count;
  let splits = false;
  for (let old = 0; old < before; old++) splits ||= hits[old]! > 0 && hits[old]! < sizes[old]!;
  if (!splits) return;
  for (let word = 0; word < 8; word++) {
    for (let bits = sets[id * 8 + word]! ^ flip; bits !== 0; bits &= bits - 1) {
      const byte = word * 32 + 31 - Math.clz32(bits & -bits);
      const old = classOf[byte]!;
      if (hits[old] === sizes[old]) continue;
      if (moved[old] === 0) {
        moved[old] = partition.count;
        sizes[partition.count] = hits[old]!;
        partition.count++;
      }
      classOf[byte] = moved[old]!;
    }
  }
  for (let old = 0; old < before; old++) if (moved[old] !== 0) sizes[old]! -= hits[old]!;
}

/** Moves a byte to a class of its own. */
function setApart(partition: Partition, byte: number): void {
  const { classOf, sizes } = partition;
  const old = classOf[byte]!;
  if (sizes[old] === 1) return;
  sizes[old]!--;
  classOf[byte] = partition.count;
  sizes[partition.count++] = 1;
}

function bitCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Numbers the classes by first byte. Returns one byte of each class. */
export function renumber(partition: Partition): Uint8Array<ArrayBuffer> {
  numberByFirstByte(partition);
  return partition.representatives.slice(0, partition.count);
}

function numberByFirstByte(partition: Partition): void {
  const { classOf, moved, sizes, hits, representatives } = partition;
  moved.fill(-1, 0, partition.count);
  let next = 0;
  for (let byte = 0; byte < 256; byte++) {
    const old = classOf[byte]!;
    let its = moved[old]!;
    if (its === -1) {
      its = next++;
      moved[old] = its;
      representatives[its] = byte;
      hits[its] = sizes[old]!;
    }
    classOf[byte] = its;
  }
  for (let its = 0; its < next; its++) sizes[its] = hits[its]!;
}

/** Renumbers a partition and returns its id. */
function internPartition(arena: Arena, partition: Partition): number {
  numberByFirstByte(partition);
  const { classOf, words, representatives } = partition;
  let hash = partition.count;
  for (let word = 0; word < 64; word++) {
    hash = Math.imul(hash ^ words[word]!, 0x01000193);
    hash ^= hash >>> 15;
  }
  let mask = arena.partitionSlots.length - 1;
  let slot = hash & mask;
  for (
    let known = arena.partitionSlots[slot]!;
    known !== 0;
    known = arena.partitionSlots[(slot = (slot + 1) & mask)]!
  ) {
    if (arena.partitionHashes[known - 1] !== hash) continue;
    let byte = 0;
    while (byte < 256 && arena.classMaps[(known - 1) * 256 + byte] === classOf[byte]) byte++;
    if (byte === 256) return known - 1;
  }
  const id = arena.partitionCount;
  claimBytes(arena, MAP_ENTRY);
  if ((id + 1) * 256 > arena.classMaps.length) {
    arena.classMaps = grownBytes(arena, arena.classMaps);
    arena.classBytes = grownBytes(arena, arena.classBytes);
  }
  if (id === arena.classCounts.length) {
    arena.classCounts = grownInts(arena, arena.classCounts, id + 1);
    arena.partitionHashes = grownInts(arena, arena.partitionHashes, id + 1);
    rehash(arena);
    mask = arena.partitionSlots.length - 1;
    slot = hash & mask;
    while (arena.partitionSlots[slot] !== 0) slot = (slot + 1) & mask;
  }
  arena.classMaps.set(classOf, id * 256);
  arena.classBytes.set(representatives, id * 256);
  arena.classCounts[id] = partition.count;
  arena.partitionHashes[id] = hash;
  arena.partitionSlots[slot] = id + 1;
  arena.partitionCount = id + 1;
  return id;
}

function rehash(arena: Arena): void {
  const slots = grownInts(arena, arena.partitionSlots, 0).fill(0);
  const mask = slots.length - 1;
  for (let id = 0; id < arena.partitionCount; id++) {
    let slot = arena.partitionHashes[id]! & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }
  arena.partitionSlots = slots;
}

/**
 * Returns the partition that the byte sets stack[from .. top) induce. The sets must be distinct; this function sorts
 * them. The result is cached by the list, because expressions over the same alphabet have the same sets.
 */
export function partitionOfSets(arena: Arena, from: number): number {
  const { stack, top } = arena;
  for (let i = from + 1; i < top; i++) {
    const set = stack[i]!;
    let j = i - 1;
    for (; j >= from && stack[j]! > set; j--) stack[j + 1] = stack[j]!;
    stack[j + 1] = set;
  }
  const count = top - from;
  if (listed.length < count) listed = new Int32Array(2 * count);
  for (let i = 0; i < count; i++) listed[i] = stack[from + i]!;
  const list = arena.setLists.intern(listed, count);
  while (arena.partitionOfList.length <= list) arena.partitionOfList.push(-1);
  const known = arena.partitionOfList[list]!;
  if (known >= 0) return known;
  claimBytes(arena, MAP_ENTRY + 8 * count);
  resetPartition(arena.refining);
  for (let i = from; i < top; i++) refine(arena, arena.refining, stack[i]!);
  const partition = internPartition(arena, arena.refining);
  arena.partitionOfList[list] = partition;
  return partition;
}

/** Scratch for the list to look up. */
let listed = new Int32Array(64);
