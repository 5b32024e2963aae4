// A *valuation* gives the cost of each part of a text. One valuation counts bytes, to find the shortest text that
// finishes a value. Another gives 0 for every part, to find only whether such a text exists.

import type { ArrayPlan, FreeNames, Node } from "./plan.js";

/** The costs of the parts; `Infinity` for a part that is impossible. */
export interface Valuation {
  value(node: Node): number;
  /** The cost of a declared name with its colon. */
  key(name: string): number;
  colon(): number;
  /** The cost of the shortest undeclared name with its colon. */
  firstFreeKey(names: FreeNames): number;
  /**
   * The cost of each further undeclared name with its colon. It is an upper bound: no object can use up all names of
   * this length or less.
   */
  freeKey(names: FreeNames): number;
  /** The cost of the shortest item of an array with different items: numbers have no exponent there. */
  firstDifferentItem(plan: ArrayPlan): number;
  /** The cost of each further item of such an array; an upper bound. */
  differentItem(plan: ArrayPlan): number;
  /** The cost of a comma with the line break after it. */
  comma(): number;
  /** The cost of a closing bracket after some content, with the line break before it. */
  close(): number;
}

/** A cache by key, for one valuation. */
export type Memo = Map<string, number>;

/** Every part that is possible costs 0. */
export function whatIs(inhabited: (node: Node) => boolean): Valuation {
  return {
    value: (node) => (inhabited(node) ? 0 : Number.POSITIVE_INFINITY),
    key: () => 0,
    colon: () => 0,
    firstFreeKey: () => 0,
    freeKey: () => 0,
    firstDifferentItem: () => 0,
    differentItem: () => 0,
    comma: () => 0,
    close: () => 0,
  };
}
