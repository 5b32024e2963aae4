// Integers between bounds as digits alone. By itself, because plain schemas need these and not the multiples.

import type { Regex } from "@espalier/automata";
import { createRecall } from "../text/recall.js";
import type { DecimalInterval, NumberBounds, NumberReading, ValueInterval } from "./number-ranges.js";
import { decimalsOf, intervalOf, plainTexts, valuesKey, wholeInterval } from "./number-ranges.js";

const recall = createRecall<Regex>(64);

/**
 * Returns the integers that are in an interval both as written and after rounding to a double. Both matter: some
 * readers keep all digits of an integer but round other numbers (Python's `json`).
 */
export function wholeDecimals(interval: ValueInterval, reading: NumberReading): DecimalInterval {
  const { low, high } = decimalsOf(interval, reading);
  const written = decimalsOf(interval, "decimals");
  return wholeInterval({
    low: interval.low?.inclusive === true ? written.low : low,
    high: interval.high?.inclusive === true ? written.high : high,
  });
}

/** Returns the integers between bounds as digits alone. @throws RangeError if a bound is not finite. */
export function wholeTexts(bounds: NumberBounds, reading: NumberReading): Regex {
  const interval = intervalOf(bounds);
  return recall(`${valuesKey(interval)}/${reading}`, () => plainTexts(wholeDecimals(interval, reading), "none"));
}
