// Interned partitions of the 256 bytes into classes. A row, the transition table of a lexer state, has one entry for
// each class. The engine computes a partition for each expression. This file combines them: the common refinement of
// two partitions, and the refinement by single bytes (where literals branch). Equal partitions have equal ids, so the
// rows of many states share one map.
//
//     maps[256 · id + byte] = class        representatives[id][class] = a byte of the class

import type { Engine } from "@espalier/automata";
import { createPairTable, createSequenceTable } from "@espalier/monitor";

export interface ByteClasses {
  /** Returns the partition of the bytes that one step from `expression` distinguishes. */
  of(expression: number): number;
  /** Returns the coarsest common refinement. */
  product(a: number, b: number): number;
  /** Returns `partition` with each of `bytes[0, count)` (ascending) in a class of its own. */
  refined(partition: number, bytes: Int32Array, count: number): number;
  /** Returns one byte of each class. */
  representatives(partition: number): Uint8Array;
  /** Returns all maps end to end. The array is replaced when it grows. */
  maps(): Uint8Array;
  bytes(): number;
}

/** The partition with a single class. */
export const ALL_ALIKE = 0;

export function createByteClasses(engine: Engine): ByteClasses {
  let maps = new Uint8Array(256 * 128);
  const representativesOf: Uint8Array[] = [];
  const ofEngine: number[] = [];
  const products = createPairTable();
  const refinements = createSequenceTable();
  const refinedIds: number[] = [];
  let key = new Int32Array(64);

  function add(classOf: Uint8Array, representatives: Uint8Array): number {
    const id = representativesOf.length;
    if (256 * (id + 1) > maps.length) {
      const larger = new Uint8Array(2 * maps.length);
      larger.set(maps);
      maps = larger;
    }
    maps.set(classOf, 256 * id);
    representativesOf.push(representatives);
    return id;
  }

  // Scratch: the map under construction, and the first byte of each of its classes.
  const classOf = new Uint8Array(256);
  const firsts = new Uint8Array(256);
  // Scratch: the new number of an old class or pair of old classes; 0 if not assigned.
  let renamed = new Uint16Array(256);

  function productOf(a: number, b: number): number {
    const width = representativesOf[b]!.length;
    const pairs = width * representativesOf[a]!.length;
    if (pairs > renamed.length) renamed = new Uint16Array(2 * pairs);
    renamed.fill(0, 0, pairs);
    let count = 0;
    for (let byte = 0; byte < 256; byte++) {
      const pair = width * maps[256 * a + byte]! + maps[256 * b + byte]!;
      if (renamed[pair] === 0) {
        firsts[count] = byte;
        renamed[pair] = ++count;
      }
      classOf[byte] = renamed[pair]! - 1;
    }
    return add(classOf, firsts.slice(0, count));
  }

  function split(partition: number, bytes: Int32Array, bytesCount: number): number {
    renamed.fill(0, 0, representativesOf[partition]!.length);
    let count = 0;
    let next = 0;
    for (let byte = 0; byte < 256; byte++) {
      if (next < bytesCount && bytes[next] === byte) {
        next++;
        firsts[count] = byte;
        classOf[byte] = count++;
        continue;
      }
      const its = maps[256 * partition + byte]!;
      if (renamed[its] === 0) {
        firsts[count] = byte;
        renamed[its] = ++count;
      }
      classOf[byte] = renamed[its]! - 1;
    }
    return add(classOf, firsts.slice(0, count));
  }

  add(classOf, firsts.slice(0, 1));

  return {
    of(expression: number): number {
      const partition = engine.firstPartition(expression);
      let id = ofEngine[partition];
      if (id === undefined) {
        const { classOf, classCount, representatives } = engine.partition(partition);
        id = classCount === 1 ? ALL_ALIKE : add(classOf, representatives);
        while (ofEngine.length <= partition) ofEngine.push(undefined!);
        ofEngine[partition] = id;
      }
      return id;
    },
    product(a: number, b: number): number {
      if (a === b || b === ALL_ALIKE) return a;
      if (a === ALL_ALIKE) return b;
      const [low, high] = a < b ? [a, b] : [b, a];
      let id = products.get(low, high);
      if (id < 0) {
        id = productOf(low, high);
        products.set(low, high, id);
      }
      return id;
    },
    refined(partition: number, bytes: Int32Array, count: number): number {
      if (key.length < count + 1) key = new Int32Array(2 * count + 2);
      key[0] = partition;
      for (let i = 0; i < count; i++) key[i + 1] = bytes[i]!;
      const sequence = refinements.intern(key, count + 1);
      if (sequence === refinedIds.length) refinedIds.push(split(partition, bytes, count));
      return refinedIds[sequence]!;
    },
    representatives: (partition: number): Uint8Array => representativesOf[partition]!,
    maps(): Uint8Array {
      return maps;
    },
    bytes(): number {
      return maps.byteLength + products.bytes() + refinements.bytes() + 128 * representativesOf.length;
    },
  };
}
