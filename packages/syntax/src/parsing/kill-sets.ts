// A *kill set* is the set of byte classes that may come directly after a lexeme, because they end it. This file gives
// each kill set an id, and computes the cost of each terminal between two kill sets; boundary.ts finds them.

import { closure, multiply } from "./min-plus.js";

/** A set of byte classes, bit c for class c. */
export type ClassSet = bigint;

export function everyClass(classCount: number): ClassSet {
  return (1n << BigInt(classCount)) - 1n;
}

/** One spelling of a terminal or of skipped text: first byte class, number of the resulting kill set, bytes. */
export interface Spelt {
  readonly first: number;
  readonly kill: number;
  readonly length: number;
}

/** Numbers kill sets in order of first use; 0 contains every class. `id` extends `sets`. */
export function createKillSets(classCount: number): { readonly sets: ClassSet[]; id(set: ClassSet): number } {
  const sets: ClassSet[] = [everyClass(classCount)];
  const ids = new Map<ClassSet, number>([[everyClass(classCount), 0]]);
  return {
    sets,
    id(set: ClassSet): number {
      let id = ids.get(set);
      if (id === undefined) {
        id = sets.length;
        sets.push(set);
        ids.set(set, id);
      }
      return id;
    },
  };
}

/** The most kill sets (fewer for very large grammars); the others are merged into one. */
const MAX_KILL_SETS = 16;
/** The most matrix entries over all rule states. */
const MAX_ENTRIES = 8_000_000;

/** Replaces the kill sets past the limit by their intersection. Returns the new number of each old one. */
export function mergeSurplus(killSets: ClassSet[], ruleStates: number): (id: number) => number {
  const most = Math.max(2, Math.min(MAX_KILL_SETS, Math.floor(Math.sqrt(MAX_ENTRIES / ruleStates))));
  if (killSets.length <= most) return (id) => id;
  const rest = killSets.splice(most - 1);
  killSets.push(rest.reduce((a, b) => a & b));
  return (id) => Math.min(id, most - 1);
}

/**
 * Returns a matrix: entry a · count + b is the least number of bytes that lead from kill set a to kill set b by one of
 * `ways`, after any number of ignored lexemes (`skips`). (A kill set contains the bytes that may come directly after a
 * lexeme.)
 */
export function spellingMatrix(
  killSets: readonly ClassSet[],
  merge: (id: number) => number,
  ways: readonly Spelt[],
  skips: readonly Spelt[],
): Float64Array {
  const count = killSets.length;
  const matrix = (list: readonly Spelt[]): Float64Array => {
    const out = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
    for (const { first, kill, length } of list) {
      for (let a = 0; a < count; a++) {
        if (!((killSets[a]! >> BigInt(first)) & 1n)) continue;
        const at = a * count + merge(kill);
        out[at] = Math.min(out[at]!, length);
      }
    }
    return out;
  };
  return skips.length === 0 ? matrix(ways) : multiply(closure(matrix(skips), count), matrix(ways), count);
}

/** A control terminal ends whatever precedes it and costs one symbol. */
export function controlMatrix(count: number): Float64Array {
  const out = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
  for (let a = 0; a < count; a++) out[a * count] = 1;
  return out;
}
