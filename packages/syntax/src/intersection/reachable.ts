// The states of a finite automaton that texts of some bytes reach.

import { burn } from "@espalier/monitor";
import { type FiniteReader, REFUSED } from "./finite-reader.js";

export interface Reachable {
  /** The states that texts of the bytes `used` reach. Texts to other states need not be searched for. */
  reachable(from: number, used: ReadonlySet<number>): ReadonlySet<number>;
  /** Whether the automaton rejects some such byte on the way. */
  refusesSome(from: number, used: ReadonlySet<number>): boolean;
}

/** @param classes the classes of bytes that the automaton does not distinguish, if it has such classes. */
export function createReachable(reader: FiniteReader, classes: ArrayLike<number> | undefined): Reachable {
  const reached = new WeakMap<ReadonlySet<number>, Map<number, ReadonlySet<number>>>();
  const alike = (a: number, b: number): boolean => a === b || (classes !== undefined && classes[a] === classes[b]);
  const readBytes = (used: ReadonlySet<number>): readonly number[] =>
    reader.bytes.filter((byte) => [...used].some((each) => alike(byte, each)));

  function reachable(from: number, used: ReadonlySet<number>): ReadonlySet<number> {
    let byState = reached.get(used);
    if (byState === undefined) reached.set(used, (byState = new Map()));
    let states = byState.get(from);
    if (states === undefined) {
      const met = new Set([from]);
      const bytes = readBytes(used);
      for (const state of met) {
        for (const byte of bytes) {
          const next = reader.step(state, byte);
          if (next !== REFUSED) met.add(next);
        }
      }
      burn("search", met.size * (1 + (bytes.length >>> 2)));
      byState.set(from, (states = met));
    }
    return states;
  }

  function refusesSome(from: number, used: ReadonlySet<number>): boolean {
    const bytes = readBytes(used);
    const states = reachable(from, used);
    burn("search", states.size * (1 + (bytes.length >>> 2)));
    return [...states].some((state) => bytes.some((byte) => reader.step(state, byte) === REFUSED));
  }

  return { reachable, refusesSome };
}
