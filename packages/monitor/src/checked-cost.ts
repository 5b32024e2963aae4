// The cost of a user-written monitor or product, with a check of its results.

import { named } from "@espalier/arguments";
import { MonitorError } from "./monitor-error.js";

/** Returns `cost`, which throws a `MonitorError` for a result that is no number of symbols. */
export function checkedCost<Arguments extends readonly unknown[]>(
  cost: (...given: Arguments) => number,
): (...given: Arguments) => number {
  return (...given) => {
    const symbols: unknown = cost(...given);
    if (typeof symbols === "number" && symbols >= 0) return symbols;
    throw new MonitorError(
      "cost-result",
      `cost returned ${named(symbols)}, not a number of symbols: 0 or more, or Infinity if no completion is known`,
    );
  };
}
