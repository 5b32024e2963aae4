// How large a combination (a product, a union, a sequence, …) is. The depth: each call passes through all levels, and so do the searches that create a
// combination, so a bound on the depth keeps both within the stack and within bounded time. The readers: a step of a large product or union takes fuel for each
// monitor that reads the symbol.

import { LimitError } from "./limits.js";
import type { Monitor } from "./monitor.js";

/** A call needs up to a kilobyte of stack for each combination on its way; Node's default stack has 984. */
const DEEPEST = 500;
/** A step of a combination with more readers takes fuel. */
const FEW = 32;
/** The units for each reader. A step of one reader, with its share of the combinations above it, takes 1 to 2 µs. */
const UNITS = 24;

/** What a combination tells about its size. */
export interface CombinationSize {
  readonly combinationDepth: number;
  readonly combinationReaders: number;
}

type Sized = Pick<Monitor<never>, "combinationDepth" | "combinationReaders">;

/**
 * Returns the size of a combination of `parts`. Each symbol is read by *all* parts, as in a product, or by *one*.
 *
 * @throws LimitError `nesting` if its depth exceeds 500.
 */
export function combinationSize(parts: readonly Sized[], readBy: "all" | "one"): CombinationSize {
  const combinationDepth = 1 + Math.max(0, ...parts.map((part) => part.combinationDepth ?? 0));
  if (combinationDepth > DEEPEST)
    throw new LimitError(
      "nesting",
      DEEPEST,
      `More than ${DEEPEST} combinations within one another: combine a long list in halves instead of one after the other, or write it as one grammar`,
    );
  const readers = readersOf(parts);
  return {
    combinationDepth,
    combinationReaders: readBy === "all" ? readers.reduce((sum, each) => sum + each, 0) : Math.max(1, ...readers),
  };
}

/**
 * Returns the fuel that a step of a product or union of `parts` takes, apart from that of its parts: none if it has few readers. Otherwise, it takes fuel for the
 * readers in those parts whose own steps take none.
 */
export function stepFuel(parts: readonly Sized[]): number {
  const readers = readersOf(parts);
  if (readers.reduce((sum, each) => sum + each, 0) <= FEW) return 0;
  return UNITS * readers.reduce((sum, each) => sum + (each <= FEW ? each : 1), 0);
}

/** Returns how many monitors read a symbol in each part. */
function readersOf(parts: readonly Sized[]): number[] {
  return parts.map((part) => part.combinationReaders ?? 1);
}
