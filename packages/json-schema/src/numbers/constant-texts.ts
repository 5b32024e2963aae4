// The texts that are written for constants.

import { choiceOf, literal, type Regex } from "@espalier/automata";
import { createRecall } from "../text/recall.js";
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
  const isShort = (value: number): boolean => values.length > MANY || (spelling === "plain" && Number.isInteger(value));
  const short = values.filter(isShort).map((value) => literal(String(value)));
  const others = values.filter((value) => !isShort(value));
  if (others.length === 0) return choiceOf(short);
  const spelt = recall(`${others.join()}/${reading}`, () => {
    const text = constants(others, reading);
    return choiceOf([plainOf(text), exponentOf(text)]);
  });
  return choiceOf([...short, spelt]);
}
