// The options of a product, and types for products with a cost.

import type { Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import type { Pair } from "./pair.js";

/** A state of a product: an integer if both parts number their states, else a pair. Treat it as opaque. */
export type ProductState = number | Pair;

/** A monitor with a cost, which can keep a budget. */
export type Budgeted<State> = Monitor<State> & Required<Pick<Monitor<State>, "cost">>;

export interface ProductOptions extends Partial<Limits> {
  readonly cost?: undefined;
}

/** Where the cost of a product comes from. */
export interface ProductCost<A, B> extends Partial<Limits> {
  /**
   * Returns how many symbols finish a text of both, or `"search"`.
   *
   * A function must obey the rules of {@link Monitor.cost}. `"search"` uses a completion that one part knows if the
   * other can read it. Otherwise it searches for one among at most `searched` states: with a quarter of them for the
   * nearest end, then for any end. The cost is the length of the completion found. If none is found, the cost is
   * Infinity, and a masker excludes the state. The searches for one mask share 2²⁰ steps; tokens whose completion is
   * not found within them are excluded. A step in which one part only reads along a known completion of the other
   * counts as an eighth of a step. The search stores the completion that it finds in the states along it. So a text
   * that follows the completion needs no new search.
   */
  readonly cost: ((a: A, b: B) => number) | "search";
  /** The most states that one search may visit (4,096 by default). */
  readonly searched?: number;
}
