// A monitor that can keep a budget, or the reason why it cannot.

import { signature } from "@espalier/arguments";
import { monitorKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";
import { MonitorError } from "./monitor-error.js";
import type { Budgeted } from "./product-options.js";

const checkBudgeted = signature("budgeted", { monitor: monitorKind });

/**
 * Returns `monitor` itself, typed as one with a `cost`. Products that are decided have a cost; others need the option
 * `cost` of `product`.
 *
 * @throws MonitorError `cost-missing` if it has none. The message says which part of an undecided product is the
 * reason.
 *
 * @example
 * const both = product(strings(["ab", "cd"]), deny(["c"]));
 * const monitor = budgeted(trimmed(both));
 * monitor.cost(monitor.start); // => 2
 */
export function budgeted<State>(monitor: Monitor<State>): Budgeted<State> {
  checkBudgeted(monitor);
  if (monitor.cost !== undefined) return monitor as Budgeted<State>;
  const ends = monitor.deadEnds?.();
  const path = ends === undefined || ends.path.length === 0 ? "" : ` Part ${ends.path.join(".")}: `;
  const why = ends === undefined ? "" : ` The product is not decided.${path === "" ? " " : path}${ends.reason}`;
  throw new MonitorError(
    "cost-missing",
    `The monitor has no cost, so it is unknown how many symbols finish a text.${why} The option { cost: "search" } of product searches for completions.`,
  );
}
