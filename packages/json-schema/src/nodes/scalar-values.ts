// Sets of scalars: null, true and false as bits, and a set of numbers and one of strings.

import { type NumberSet, numbersOf } from "../numbers/number-set.js";
import { type StringSet, stringsOf } from "../strings/string-set.js";

export const NULL = 1;
export const TRUE = 2;
export const FALSE = 4;

export interface Scalars {
  /** Null, true and false as bits. */
  readonly constants: number;
  readonly numbers: NumberSet;
  readonly strings: StringSet;
}

/** Returns the scalars among values. */
export function scalarsAmong(values: readonly unknown[]): Scalars {
  let constants = 0;
  const numeric: number[] = [];
  const strings: string[] = [];
  for (const value of values) {
    if (value === null) constants |= NULL;
    else if (value === true) constants |= TRUE;
    else if (value === false) constants |= FALSE;
    else if (typeof value === "number") numeric.push(value);
    else if (typeof value === "string") strings.push(value);
  }
  return { constants, numbers: numbersOf(numeric), strings: stringsOf(strings) };
}
