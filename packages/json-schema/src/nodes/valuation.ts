// What parts of a text cost: in bytes, for the least text that finishes a value; or nothing at all, to learn only whether there is one.

import type { ArrayPlan, FreeNames, Node } from "./plan.js";

/** Costs of the parts, `Infinity` for what is impossible. */
export interface Valuation {
  value(node: Node): number;
  /** A declared name with its colon. */
  key(name: string): number;
  colon(): number;
  /** The shortest free name with its colon. */
  firstFreeKey(names: FreeNames): number;
  /** Any further one with its colon: a length within which there are always more names than can be used. */
  freeKey(names: FreeNames): number;
  /** Any item but the first where items have to differ, in the same way. */
  /** The shortest item of an array whose items differ: numbers have no exponent there. */
  firstDifferentItem(plan: ArrayPlan): number;
  differentItem(plan: ArrayPlan): number;
  /** With the line break behind it. */
  comma(): number;
  /** A closing bracket behind something, with the line break before it. */
  close(): number;
}

/** Remembers by key, for one valuation. */
export type Memo = Map<string, number>;

/** Nothing costs anything where there is something. */
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
