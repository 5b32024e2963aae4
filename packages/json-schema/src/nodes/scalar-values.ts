// Sets of scalars: null, true and false as bits, and a set of numbers and one of strings.

import { burn } from "@espalier/monitor";
import { type NumberSet, numbersOf } from "../numbers/number-set.js";
import { type StringSet, stringsOf } from "../strings/string-set.js";

export const NULL = 1;
export const TRUE = 2;
export const FALSE = 4;

/** The fuel for each value of a set: to sort it, and to write it into a text. */
const VALUE = 24;

export interface Scalars {
  /** Null, true and false as bits. */
  readonly constants: number;
  readonly numbers: NumberSet;
  readonly strings: StringSet;
}

/** Returns the scalars among values. @throws FuelError */
export function scalarsAmong(values: readonly unknown[]): Scalars {
  burn("schema", VALUE * values.length);
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
