// Sets of byte classes that may follow a lexeme, numbered, and what it costs to spell each terminal between two of them: the
// arithmetic that the certain view (boundary.ts) and the hopeful one (hopeful-boundary.ts) share.

import { closure, multiply } from "./min-plus.js";

/** A set of byte classes, bit c for class c. */
export type ClassSet = bigint;

export function everyClass(classCount: number): ClassSet {
  return (1n << BigInt(classCount)) - 1n;
}

/** One spelling of a terminal or of skipped text: first byte class, number of the kill set left behind, bytes. */
export interface Spelt {
  readonly first: number;
  readonly kill: number;
  readonly length: number;
}

/** Numbers kill sets in order of appearance; 0 is every class. `sets` grows with `id`. */
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

/** Kill sets beyond this many, fewer for very large grammars, are merged into one. */
const MAX_KILL_SETS = 16;
/** Matrix entries over all rule states. */
const MAX_ENTRIES = 8_000_000;

/** Replaces the kill sets past the limit by their combination; returns the new number of an old one. */
export function mergeSurplus(
  killSets: ClassSet[],
  ruleStates: number,
  combine: (a: ClassSet, b: ClassSet) => ClassSet,
): (id: number) => number {
  const most = Math.max(2, Math.min(MAX_KILL_SETS, Math.floor(Math.sqrt(MAX_ENTRIES / ruleStates))));
  if (killSets.length <= most) return (id) => id;
  const rest = killSets.splice(most - 1);
  killSets.push(rest.reduce(combine));
  return (id) => Math.min(id, most - 1);
}

/**
 * The least bytes from kill set a to kill set b (entry a · count + b) by one of `ways`, any number of `skips` before it included.
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
