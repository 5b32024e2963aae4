// What a product is asked for beside its parts, and the types that say whether it keeps a budget.

import type { Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import type { Pair } from "./pair.js";

/** A state of a product: an integer where both parts number their states, else a pair. To be passed on, not looked into. */
export type ProductState = number | Pair;

/** A monitor that keeps a budget: it knows how many symbols finish a text. */
export type Budgeted<State> = Monitor<State> & Required<Pick<Monitor<State>, "cost">>;

export interface ProductOptions extends Partial<Limits> {
  readonly cost?: undefined;
}

/** Where the cost of a product comes from. */
export interface ProductCost<A, B> extends Partial<Limits> {
  /**
   * How many symbols finish a text of both, or `"search"`.
   *
   * A function obeys the rules of {@link Monitor.cost}. `"search"` follows a completion that one part knows where the other can read it, and
   * otherwise looks for one among at most `searched` states: a quarter of them for the nearest end, then for any. The length of the completion found is the cost. Where
   * none is found, the cost is Infinity, so a masker passes the state over. The searches of one mask share 2²⁰ steps: tokens whose completion
   * is not found within them are left out. A step of one part alone along a completion counts an eighth. The search remembers its completion in the states
   * along it, so a text that follows it is not searched for again.
   */
  readonly cost: ((a: A, b: B) => number) | "search";
  /** The most states that one search may see (4,096). */
  readonly searched?: number;
}
