// Digit strings between bounds, as regular expressions.
//
// Texts are compared digit by digit from the left. As long as a text agrees with a bound it is *tight* against it and the
// next digit has to respect the bound's; from the first digit that differs the rest is free:
//
//   25 … 340   =   25 … 99  |  100 … 340   =   2[5-9] | [3-9]\d   |   [12]\d\d | 3[0-3]\d | 340
//
// so the expression grows with the number of digits of the bounds, never with the numbers between them.
import type { Regex } from "@espalier/automata";
import { bytes, choice, empty, epsilon, literal, plus, repeat, sequence, star } from "@espalier/automata";

/** A bound of a magnitude (a number without its sign). */
export interface MagnitudeBound {
  /** Digits before the point, without leading zeros but for "0" itself. */
  readonly whole: string;
  /** Digits after the point, without trailing zeros. */
  readonly fraction: string;
  readonly inclusive: boolean;
}

/** What texts of magnitudes look like. */
export interface MagnitudeShape {
  /** The least first digit: 1 where a number may not begin with 0, even be 0. */
  readonly firstDigit: 0 | 1;
  /** The most digits before the point. */
  readonly wholeDigits: number;
  /** Which digits may follow the point; of `none` there is no point. But for `any` the bounds are whole and inclusive. */
  readonly fraction: "any" | "zeros" | "none";
}

/** One digit from `low` to `high`. */
export function digit(low: number, high: number): Regex {
  return low > high ? empty : low === high ? literal([0x30 + low]) : bytes([[0x30 + low, 0x30 + high]]);
}

const ANY_DIGIT = digit(0, 9);
const POINT = literal(".");
const ZERO = literal("0");

/** Zeros after the point of the least magnitude above zero: with more of them a reader of doubles may make it zero. */
const MOST_LEADING_ZEROS = 322;

function digits(min: number, max: number): Regex {
  return max < min ? empty : max === 0 ? epsilon : repeat(ANY_DIGIT, min, max);
}

/** What is still held against a bound; `undefined` when it no longer matters. */
type Tight = MagnitudeBound | undefined;

/**
 * The texts, without sign and exponent, of the magnitudes from `low` to `high`; without `high`, of all from `low` on.
 * Zeros may end a fraction, none may begin a number but that of numbers below 1.
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
    // All lengths up to the next bound's are alike.
    const last = high !== undefined && high.whole.length <= most ? high.whole.length - 1 : most;
    options.push(sequence(digit(1, 9), digits(length - 1, last - 1), fractionAfter(undefined, undefined, shape)));
    length = last;
  }
  return choice(...options);
}

/** The rest of a number of `length` digits before the point, from the digit at `at` on. */
function wholeFrom(at: number, length: number, low: Tight, high: Tight, shape: MagnitudeShape): Regex {
  if (at === length) return fractionAfter(low, high, shape);
  const least = at > 0 ? 0 : length > 1 ? 1 : shape.firstDigit;
  // Nothing falls below an inclusive bound that has but zeros left.
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

/** One digit within the bounds, and then the rest that it leaves. */
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

/** What may follow the last digit before the point. */
function fractionAfter(low: Tight, high: Tight, shape: MagnitudeShape): Regex {
  const end = mayStop(0, low, high) ? epsilon : empty;
  return shape.fraction === "none" ? end : choice(end, sequence(POINT, fractionFrom(0, low, high, shape)));
}

/** May a number end after `at` digits of its fraction, having agreed with the bounds so far? */
function mayStop(at: number, low: Tight, high: Tight): boolean {
  if (low !== undefined && (at < low.fraction.length || !low.inclusive)) return false;
  return high === undefined || at < high.fraction.length || high.inclusive;
}

/** One digit or more of a fraction, from the one at `at` on. */
function fractionFrom(at: number, low: Tight, high: Tight, shape: MagnitudeShape): Regex {
  if (shape.fraction === "zeros") return plus(ZERO);
  const highEnds = high !== undefined && at >= high.fraction.length;
  if (low !== undefined && at >= low.fraction.length) {
    // A magnitude that agrees with all of an inclusive lower bound can no longer fall below it.
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

/** The whole numbers from `low` to `high` in at most `most` digits, zeros in front included. */
export function naturalsBetween(low: number, high: number, most: number): Regex {
  const options: Regex[] = [];
  for (let length = 1; length <= most; length++) {
    const largest = Math.min(high, 10 ** length - 1);
    if (low <= largest)
      options.push(paddedFrom(String(low).padStart(length, "0"), String(largest).padStart(length, "0")));
  }
  return choice(...options);
}

/** The digit strings from `low` to `high`, which are of one length. */
function paddedFrom(low: string, high: string): Regex {
  if (low === "") return epsilon;
  if (/^0*$/u.test(low) && /^9*$/u.test(high)) return digits(low.length, low.length);
  const [first, last] = [Number(low[0]), Number(high[0])];
  const rest = low.length - 1;
  if (first === last) return sequence(digit(first, first), paddedFrom(low.slice(1), high.slice(1)));
  // Digits of which every continuation is in go together.
  const lowest = /^.0*$/u.test(low) ? first : first + 1;
  const highest = /^.9*$/u.test(high) ? last : last - 1;
  return choice(
    lowest === first ? empty : sequence(digit(first, first), paddedFrom(low.slice(1), "9".repeat(rest))),
    lowest > highest ? empty : sequence(digit(lowest, highest), digits(rest, rest)),
    highest === last ? empty : sequence(digit(last, last), paddedFrom("0".repeat(rest), high.slice(1))),
  );
}
