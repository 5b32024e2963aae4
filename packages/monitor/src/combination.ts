// A combination of monitors by its operations on tuples of their states.

import type { Monitor } from "./monitor.js";
import type { Part, Parts } from "./parts.js";

/** Returns the cost of a part's state, or of a path from it. */
export type CostOf = (part: Part, state: number) => number;

/** The operations of a combination on tuples. Tuples passed as arguments are reused: do not keep them. */
export interface Combination {
  readonly parts: Parts;
  /** Whether every state has a completion, except a start without a future. */
  readonly trim: boolean;
  /** Whether nothing follows an accepting state. */
  readonly prefixFree: boolean;
  /**
   * Whether a tuple may contain several states of one part, or two parts are the same monitor. A combination then calls
   * that part several times. In nested combinations, these calls would multiply, so the results are cached.
   */
  readonly several?: true;
  /** `all`: every part reads each symbol, as in a product or a union. Otherwise, one part reads it, or several states of one part. */
  readonly readBy?: "all";
  /** Fills `into` with the tuple before any symbol. */
  start(into: number[]): void;
  /** Fills `into` with the tuple after `symbol`; returns false if there is none. */
  step(tuple: readonly number[], symbol: number, into: number[]): boolean;
  accepts(tuple: readonly number[]): boolean;
  /** Returns the cost of a tuple from those of its parts, given by `costOf`. */
  readonly cost?: (tuple: readonly number[], costOf: CostOf) => number;
  readonly mode?: (tuple: readonly number[]) => string;
  readonly modes?: readonly string[];
  /** Describes what may follow; by default, everything that the parts in the tuple expect. */
  readonly expected?: (tuple: readonly number[]) => readonly string[];
  /** The monitors of an intersection; the tuple then contains one state of each, in order. */
  readonly conjunction?: readonly Monitor<unknown>[];
  /** The parts that read the symbols of the combination unchanged; all by default. */
  readonly reading?: readonly Part[];
  /**
   * Takes a sketch (an abstract state that stands for many tuples) of an intersection. Returns whether all these tuples
   * have the same cost as the sketch. Absent if the intersection has no sketches.
   */
  readonly costsAlike?: (tuple: readonly number[]) => boolean;
  /** Calls `visit` with every part's state in the tuple. */
  forEach(tuple: readonly number[], visit: (part: Part, state: number) => void): void;
  /**
   * Fills `into` with a copy of `tuple` in which `by` has replaced each state of a part; it may return DEAD for a state
   * after which nothing can follow. Returns false if the whole tuple is dead.
   */
  replace(tuple: readonly number[], by: (part: Part, state: number) => number, into: number[]): boolean;
}

/** Sorts `set` and removes duplicates, in place. */
export function normalise(set: number[]): void {
  set.sort((a, b) => a - b);
  let to = 0;
  for (let at = 0; at < set.length; at++) if (at === 0 || set[at] !== set[at - 1]) set[to++] = set[at]!;
  set.length = to;
}
