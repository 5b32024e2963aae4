// The texts that are written for constants.

import { choiceOf, literal, type Regex } from "@espalier/automata";
import { createRecall } from "../text/recall.js";
import { decimalOf } from "./decimal.js";
import type { NumberReading } from "./number-ranges.js";
import { constants, exponentOf, plainOf } from "./numbers.js";

/**
 * How an integer may be spelled. `any`: in every way that JSON Schema counts as that integer: `1`, `1.0`, `1e0`.
 * `plain`: as digits alone, `1`; integers of more than 30 digits also with an exponent.
 */
export type IntegerSpelling = "any" | "plain";

/** Up to this many constants, all spellings are allowed. */
const MANY = 200;

/** Cached, so that the same constants always yield the same object: engines recognise expressions by identity. */
const recall = createRecall<Regex>(64);

/**
 * Returns the texts of constants, in all their spellings. With `plain`, an integer has only its shortest text. In a
 * large set, every constant has only its shortest text.
 */
export function constantTexts(values: readonly number[], spelling: IntegerSpelling, reading: NumberReading): Regex {
  const many = values.length > MANY;
  const short = values.filter((value) => many || isPlain(value, spelling)).map((value) => literal(String(value)));
  const others = values.filter((value) => !many && !isPlain(value, spelling));
  if (others.length === 0) return choiceOf(short);
  const spelt = recall(`${others.join()}/${reading}`, () => {
    const text = constants(others, reading);
    return choiceOf([plainOf(text), exponentOf(text)]);
  });
  return choiceOf([...short, spelt]);
}

/** Returns whether the shortest digits are the only text of a constant in a small set. */
const isPlain = (value: number, spelling: IntegerSpelling): boolean => spelling === "plain" && Number.isInteger(value);

/** Returns the length of the shortest of {@link constantTexts}; `Infinity` if there is none. */
export function shortestConstant(values: readonly number[], spelling: IntegerSpelling): number {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) {
    const text = String(value).length;
    const length = values.length > MANY || isPlain(value, spelling) ? text : Math.min(text, exponentLength(value));
    least = Math.min(least, length);
  }
  return least;
}

/** Returns the length of a number with one digit before the point and an exponent without `+`; `Infinity` for zero. */
function exponentLength(value: number): number {
  const { sign, digits, point } = decimalOf(value);
  if (sign === 0) return Number.POSITIVE_INFINITY;
  const mantissa = digits.length > 1 ? digits.length + 1 : 1;
  return (sign < 0 ? 1 : 0) + mantissa + 1 + String(point - 1).length;
}
