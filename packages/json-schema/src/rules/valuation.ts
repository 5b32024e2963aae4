// What parts of a text cost: in bytes, for the least text that finishes a value; or nothing at all, to learn only whether there is one.

import type { FreeNames, Node } from "../nodes/plan.js";

/** Costs of the parts, `Infinity` for what is impossible. */
export interface Valuation {
  value(node: Node): number;
  /** A declared name with its colon. */
  key(name: string): number;
  readonly colon: number;
  /** The shortest free name with its colon. */
  freeKey(names: FreeNames): number;
  readonly comma: number;
}

/** Remembers by key, for one valuation. */
export type Memo = Map<string, number>;
