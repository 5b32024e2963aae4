// Partitions of the 256 bytes into classes, refined one byte set at a time and interned.
//
// Classes are numbered by their first byte, so that equal partitions have equal maps. Refining by a set costs its size
// (or that of its complement): the members leave their class for a new one unless the whole class moves.
import type { Arena } from "./arena.js";
import { claimBytes, grownBytes, grownInts } from "./arena.js";
import { MAP_ENTRY } from "./byte-sets.js";
import type { Partition } from "./partition.js";

/** Splits every class that has bytes inside and outside set `id`. */
export function refine(arena: Arena, partition: Partition, id: number): void {
  const { classOf, sizes, hits, moved } = partition;
  hits.fill(0, 0, partition.count);
  moved.fill(0, 0, partition.count);
  let size = 0;
  for (let word = 0; word < 8; word++) size += bitCount(arena.sets[id * 8 + word]!);
  const flip = size > 128 ? -1 : 0;
  for (let word = 0; word < 8; word++) {
    for (let bits = arena.sets[id * 8 + word]! ^ flip; bits !== 0; bits &= bits - 1) {
      hits[classOf[word * 32 + 31 - Math.clz32(bits & -bits)]!]!++;
    }
  }
  const before = partition.count;
  for (let word = 0; word < 8; word++) {
    for (let bits = arena.sets[id * 8 + word]! ^ flip; bits !== 0; bits &= bits - 1) {
      const byte = word * 32 + 31 - Math.clz32(bits & -bits);
      const old = classOf[byte]!;
      if (old >= before || hits[old] === sizes[old]) continue;
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

function bitCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Numbers the classes by first byte; returns a byte of each. */
export function renumber(partition: Partition): Uint8Array<ArrayBuffer> {
  const { classOf, moved } = partition;
  moved.fill(-1, 0, partition.count);
  const representatives = new Uint8Array(partition.count);
  let next = 0;
  for (let byte = 0; byte < 256; byte++) {
    const old = classOf[byte]!;
    if (moved[old] === -1) {
      representatives[next] = byte;
      moved[old] = next++;
    }
    classOf[byte] = moved[old]!;
  }
  for (let i = 0; i < partition.count; i++) partition.sizes[i] = 0;
  for (let byte = 0; byte < 256; byte++) partition.sizes[classOf[byte]!]!++;
  return representatives;
}

/** The id of a partition, renumbering it. */
export function internPartition(arena: Arena, partition: Partition): number {
  const representatives = renumber(partition);
  const { classOf } = partition;
  let hash = partition.count;
  for (let byte = 0; byte < 256; byte++) hash = (Math.imul(hash, 0x01000193) ^ classOf[byte]!) | 0;
  let bucket = arena.partitionSlots.get(hash);
  if (bucket === undefined) arena.partitionSlots.set(hash, (bucket = []));
  for (const id of bucket) {
    let byte = 0;
    while (byte < 256 && arena.classMaps[id * 256 + byte] === classOf[byte]) byte++;
    if (byte === 256) return id;
  }
  const id = arena.partitionCount;
  claimBytes(arena, MAP_ENTRY);
  if ((id + 1) * 256 > arena.classMaps.length) {
    arena.classMaps = grownBytes(arena, arena.classMaps);
    arena.classBytes = grownBytes(arena, arena.classBytes);
  }
  if (id === arena.classCounts.length) arena.classCounts = grownInts(arena, arena.classCounts, id + 1);
  arena.classMaps.set(classOf, id * 256);
  arena.classBytes.set(representatives, id * 256);
  arena.classCounts[id] = partition.count;
  arena.partitionCount = id + 1;
  bucket.push(id);
  return id;
}

/** Partition `id` refined by set `set`, remembered. */
export function refinedPartition(arena: Arena, id: number, set: number): number {
  const key = id * 0x4000000 + set;
  const known = arena.refinements.get(key);
  if (known !== undefined) return known;
  claimBytes(arena, MAP_ENTRY);
  const partition = arena.refining;
  partition.classOf.set(arena.classMaps.subarray(id * 256, id * 256 + 256));
  partition.count = arena.classCounts[id]!;
  partition.sizes.fill(0, 0, partition.count);
  for (let byte = 0; byte < 256; byte++) partition.sizes[partition.classOf[byte]!]!++;
  refine(arena, partition, set);
  const made = internPartition(arena, partition);
  arena.refinements.set(key, made);
  return made;
}
