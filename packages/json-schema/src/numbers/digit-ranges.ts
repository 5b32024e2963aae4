// Digit strings between two bounds, as regular expressions.
//
// Texts are compared digit by digit from the left. While a text agrees with a bound it is *tight* against it, and the
// next digit must respect the bound's digit. After the first different digit the rest is free:
//
//   25 … 340   =   25 … 99  |  100 … 340   =   2[5-9] | [3-9]\d   |   [12]\d\d | 3[0-3]\d | 340
//
// The expression grows with the number of digits of the bounds, not with the number of values between them.
import type { Regex } from "@espalier/automata";
import { choice, empty, epsilon, literal, plus, repeat, sequence, star } from "@espalier/automata";
import { digit } from "./digit.js";

/** A bound of a magnitude (a number without its sign). */
export interface MagnitudeBound {
  /** The digits before the point, without leading zeros; "0" for numbers below 1. */
  readonly whole: string;
  /** The digits after the point, without trailing zeros. */
  readonly fraction: string;
  readonly inclusive: boolean;
}

/** The form of a magnitude's text. */
export interface MagnitudeShape {
  /** The least first digit: 1 if a number may not begin with 0 (and may not be 0). */
  readonly firstDigit: 0 | 1;
  /** The largest number of digits before the point. */
  readonly wholeDigits: number;
  /**
   * Which digits may follow the decimal point. With `none`, there is no point. With `zeros` or `none`, the bounds must
   * be whole numbers and inclusive.
   */
  readonly fraction: "any" | "zeros" | "none";
}

const ANY_DIGIT = digit(0, 9);
const POINT = literal(".");
const ZERO = literal("0");

/**
 * The largest number of zeros directly after the decimal point. A number with more of them may be so small that it is
 * read as zero.
 */
const MOST_LEADING_ZEROS = 322;

function digits(min: number, max: number): Regex {
  return max < min ? empty : max === 0 ? epsilon : repeat(ANY_DIGIT, min, max);
}

/** A bound that the text still agrees with; `undefined` once it no longer matters. */
type Tight = MagnitudeBound | undefined;

/**
 * Returns the texts, without sign and exponent, of the magnitudes from `low` to `high`; without `high`, of all from
 * `low` on. A fraction may have trailing zeros; only a number below 1 may begin with a zero.
 */
export function magnitudesBetween(low: MagnitudeBound, high: Tight, shape: MagnitudeShape): Regex {
  const most = Math.min(high === undefined ? Number.POSITIVE_INFINITY : high.whole.length, shape.wholeDigits);
  const options: Regex[] = [];
  const tightLengths = new Set([low.whole.length, high?.whole.length]);
  for (let length = low.whole.length; length <= most; length++) {
    if (tightLengths.has(length)) {
      const lowHere = length === low.whole.length ? low : undefined;
      const highHere = length === high?.whole.length ? high : undefined;
      options.push(wholeFrom(0, length, lowHere, highHere, shape));
      continue;
    }
    // All lengths between the lengths of the bounds are alike.
    const last = high !== undefined && high.whole.length <= most ? high.whole.length - 1 : most;
    options.push(sequence(digit(1, 9), digits(length - 1, last - 1), fractionAfter(undefined, undefined, shape)));
    length = last;
  }
  return choice(...options);
}

/** Returns the rest of a number with `length` digits before the point, from the digit at `at` on. */
function wholeFrom(at: number, length: number, low: Tight, high: Tight, shape: MagnitudeShape): Regex {
  if (at === length) return fractionAfter(low, high, shape);
  const least = at > 0 ? 0 : length > 1 ? 1 : shape.firstDigit;
  // If only zeros are left of an inclusive lower bound, the text can no longer fall below it.
  if (low?.inclusive === true && low.fraction === "" && /^0*$/u.test(low.whole.slice(at))) low = undefined;
  if (low === undefined && high === undefined) {
    return sequence(digit(least, 9), digits(length - at - 1, length - at - 1), fractionAfter(low, high, shape));
  }
  return nextDigit(
    low === undefined ? undefined : { bound: low, digit: Number(low.whole[at]) },
    high === undefined ? undefined : { bound: high, digit: Number(high.whole[at]) },
    least,
    (stillLow, stillHigh) => wholeFrom(at + 1, length, stillLow, stillHigh, shape),
  );
}

interface TightDigit {
  readonly bound: MagnitudeBound;
  readonly digit: number;
}

/** Returns one digit within the bounds, followed by the rest that it leaves. */
function nextDigit(
  low: TightDigit | undefined,
  high: TightDigit | undefined,
  least: number,
  rest: (low: Tight, high: Tight) => Regex,
): Regex {
  if (low !== undefined && high !== undefined) {
    if (low.digit > high.digit) return empty;
    if (low.digit === high.digit) return sequence(digit(low.digit, low.digit), rest(low.bound, high.bound));
  }
  const free = digit(low === undefined ? least : low.digit + 1, high === undefined ? 9 : high.digit - 1);
  return choice(
    low === undefined ? empty : sequence(digit(low.digit, low.digit), rest(low.bound, undefined)),
    free.kind === "empty" ? empty : sequence(free, rest(undefined, undefined)),
    high === undefined || high.digit < least
      ? empty
      : sequence(digit(high.digit, high.digit), rest(undefined, high.bound)),
  );
}

/** Returns what may follow the last digit before the point. */
function fractionAfter(low: Tight, high: Tight, shape: MagnitudeShape): Regex {
  const end = mayStop(0, low, high) ? epsilon : empty;
  return shape.fraction === "none" ? end : choice(end, sequence(POINT, fractionFrom(0, low, high, shape)));
}

/** Returns whether a number may end after `at` digits of its fraction, if it has agreed with the bounds so far. */
function mayStop(at: number, low: Tight, high: Tight): boolean {
  if (low !== undefined && (at < low.fraction.length || !low.inclusive)) return false;
  return high === undefined || at < high.fraction.length || high.inclusive;
}

/** Returns one or more digits of a fraction, from the one at `at` on. */
function fractionFrom(at: number, low: Tight, high: Tight, shape: MagnitudeShape): Regex {
  if (shape.fraction === "zeros") return plus(ZERO);
  const highEnds = high !== undefined && at >= high.fraction.length;
  if (low !== undefined && at >= low.fraction.length) {
    // A magnitude that agrees with all digits of an inclusive lower bound can no longer fall below it.
    if (low.inclusive) low = undefined;
    else if (highEnds) return empty;
    else if (high === undefined) {
      const most = low.whole === "0" && low.fraction === "" ? MOST_LEADING_ZEROS - at : Number.POSITIVE_INFINITY;
      return sequence(repeat(ZERO, 0, most), digit(1, 9), star(ANY_DIGIT));
    }
  }
  if (low === undefined && high === undefined) return plus(ANY_DIGIT);
  if (low === undefined && highEnds) return high?.inclusive === true ? plus(ZERO) : empty;
  return nextDigit(
    low === undefined ? undefined : { bound: low, digit: Number(low.fraction[at] ?? 0) },
    high === undefined ? undefined : { bound: high, digit: Number(high.fraction[at] ?? 0) },
    0,
    (stillLow, stillHigh) =>
      choice(mayStop(at + 1, stillLow, stillHigh) ? epsilon : empty, fractionFrom(at + 1, stillLow, stillHigh, shape)),
  );
}

/** Returns the integers from `low` to `high` in at most `most` digits, including leading zeros. */
export function naturalsBetween(low: number, high: number, most: number): Regex {
  const options: Regex[] = [];
  for (let length = 1; length <= most; length++) {
    const largest = Math.min(high, 10 ** length - 1);
    if (low <= largest)
      options.push(paddedFrom(String(low).padStart(length, "0"), String(largest).padStart(length, "0")));
  }
  return choice(...options);
}

/** Returns the digit strings from `low` to `high`, which have equal lengths. */
function paddedFrom(low: string, high: string): Regex {
  if (low === "") return epsilon;
  if (/^0*$/u.test(low) && /^9*$/u.test(high)) return digits(low.length, low.length);
  const [first, last] = [Number(low[0]), Number(high[0])];
  const rest = low.length - 1;
  if (first === last) return sequence(digit(first, first), paddedFrom(low.slice(1), high.slice(1)));
  // Leading digits after which every continuation is in range are grouped.
  const lowest = /^.0*$/u.test(low) ? first : first + 1;
  const highest = /^.9*$/u.test(high) ? last : last - 1;
  return choice(
    lowest === first ? empty : sequence(digit(first, first), paddedFrom(low.slice(1), "9".repeat(rest))),
    lowest > highest ? empty : sequence(digit(lowest, highest), digits(rest, rest)),
    highest === last ? empty : sequence(digit(last, last), paddedFrom("0".repeat(rest), high.slice(1))),
  );
}
