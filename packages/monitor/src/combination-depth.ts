// How deep combinations (products, unions, sequences, …) are nested. Each call passes through all levels, and so do the
// searches that create a combination. A bound on the depth keeps both within the stack and within bounded time.

import { LimitError } from "./limits.js";
import type { Monitor } from "./monitor.js";

/** A call needs up to a kilobyte of stack for each combination on its way; Node's default stack has 984. */
const DEEPEST = 500;

/**
 * Returns the depth of a combination of `parts`.
 *
 * @throws LimitError `nesting` if it exceeds 500.
 */
export function combinationDepth(parts: readonly Pick<Monitor<never>, "combinationDepth">[]): number {
  const depth = 1 + Math.max(0, ...parts.map((part) => part.combinationDepth ?? 0));
  if (depth <= DEEPEST) return depth;
  throw new LimitError(
    "nesting",
    DEEPEST,
    `More than ${DEEPEST} combinations within one another: combine a long list in halves instead of one after the other, or write it as one grammar`,
  );
}
