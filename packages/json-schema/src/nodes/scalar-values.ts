// Sets of scalars: null, true and false as bits, and a set of numbers and one of strings.

import type { NumberSet } from "../numbers/number-set.js";
import type { StringSet } from "../strings/string-set.js";

export const NULL = 1;
export const TRUE = 2;
export const FALSE = 4;

export interface Scalars {
  /** Null, true and false as bits. */
  readonly constants: number;
  readonly numbers: NumberSet;
  readonly strings: StringSet;
}
