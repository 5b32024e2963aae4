// The texts of the numbers in an interval. Bounds on values are converted to bounds on the decimals that a reader
// rounds to these values. Those are converted to bounds on absolute values and on powers of ten.
//
// A magnitude in exponent form is m · 10^e with 1 ≤ m < 10. The magnitudes from a · 10^x to b · 10^y are
//
//   a … 9.99  with e = x    |    any m  with x < e < y    |    1 … b  with e = y
import type { Regex } from "@espalier/automata";
import { and, bytes, choice, empty, literal, optional, plus, repeat, sequence } from "@espalier/automata";
import { createRecall, once } from "../text/recall.js";
import { compared } from "./comparisons.js";
import type { Decimal } from "./decimal.js";
import { decimalOf, decimalOfInteger, plainDigits } from "./decimal.js";
import { digit } from "./digit.js";
import type { MagnitudeBound, MagnitudeShape } from "./digit-ranges.js";
import { magnitudesBetween, naturalsBetween } from "./digit-ranges.js";
import { type DecimalEnd, opposite, readAs } from "./rounding.js";

/** The bounds that a schema gives. A number must satisfy each bound that is present. */
export interface NumberBounds {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
}

/**
 * How a number text gets its value. `doubles`: `JSON.parse` reads the text as a double, and the value is the shortest
 * decimal of that double. `decimals`: its value is the decimal that is written.
 */
export type NumberReading = "doubles" | "decimals";

/** One end of an interval of values. */
interface ValueEnd {
  readonly value: number;
  readonly inclusive: boolean;
}

/** The values between two ends; an absent end is no bound. */
export interface ValueInterval {
  readonly low: ValueEnd | undefined;
  readonly high: ValueEnd | undefined;
}

/** The decimals between two ends. */
export interface DecimalInterval {
  readonly low: DecimalEnd | undefined;
  readonly high: DecimalEnd | undefined;
}

/** Returns the interval that bounds describe. @throws RangeError if a bound is not finite. */
export function intervalOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberBounds): ValueInterval {
  for (const value of [minimum, maximum, exclusiveMinimum, exclusiveMaximum]) {
    if (value !== undefined && !Number.isFinite(value)) throw new RangeError(`${value} is not a finite bound`);
  }
  return { low: stricter(minimum, exclusiveMinimum, 1), high: stricter(maximum, exclusiveMaximum, -1) };
}

/** Returns the stricter of two bounds; `direction` is 1 for lower bounds, −1 for upper bounds. */
function stricter(
  inclusive: number | undefined,
  exclusive: number | undefined,
  direction: 1 | -1,
): ValueEnd | undefined {
  if (exclusive !== undefined && (inclusive === undefined || (exclusive - inclusive) * direction >= 0)) {
    return { value: exclusive, inclusive: false };
  }
  return inclusive === undefined ? undefined : { value: inclusive, inclusive: true };
}

/** Returns a cache key for an interval of values. */
export function valuesKey({ low, high }: ValueInterval): string {
  const key = (end: ValueEnd | undefined): string => (end === undefined ? "" : `${end.value} ${end.inclusive}`);
  return `${key(low)}/${key(high)}`;
}

/**
 * Returns an interval of decimals, all of which are read as values of the given interval. It may miss a few decimals at
 * the ends.
 */
export function decimalsOf({ low, high }: ValueInterval, reading: NumberReading): DecimalInterval {
  return {
    low: low === undefined ? undefined : decimalEnd(low, -1, reading),
    high: high === undefined ? undefined : decimalEnd(high, 1, reading),
  };
}

/** Returns whether a value lies in an interval. */
export function contains({ low, high }: ValueInterval, value: number): boolean {
  return (
    (low === undefined || low.value < value || (low.inclusive && low.value === value)) &&
    (high === undefined || high.value > value || (high.inclusive && high.value === value))
  );
}

/** Returns the parts of an interval, below and above zero, that are at least `distance` away from zero. */
export function beyond({ low, high }: ValueInterval, distance: number): readonly ValueInterval[] {
  const isBelow = low === undefined || low.value < distance;
  const isAbove = high === undefined || high.value > -distance;
  return [
    ...(high !== undefined && high.value < distance
      ? []
      : [{ low: isBelow ? { value: distance, inclusive: true } : low, high }]),
    ...(low !== undefined && low.value > -distance
      ? []
      : [{ low, high: isAbove ? { value: -distance, inclusive: true } : high }]),
  ];
}

/** Returns an interval that contains all decimals that are read as `value`, which is not 0. */
export function decimalsAround(value: number, reading: NumberReading): DecimalInterval {
  if (reading === "decimals")
    return decimalsOf({ low: { value, inclusive: true }, high: { value, inclusive: true } }, reading);
  const { low, high } = readAs(value);
  return { low: shortened(low, 1), high: shortened(high, -1) };
}

/** Returns the intervals below and above an interval. */
export function outside({ low, high }: ValueInterval): readonly ValueInterval[] {
  const other = ({ value, inclusive }: ValueEnd): ValueEnd => ({ value, inclusive: !inclusive });
  return [
    ...(low === undefined ? [] : [{ low: undefined, high: other(low) }]),
    ...(high === undefined ? [] : [{ low: other(high), high: undefined }]),
  ];
}

/** @param side −1 for a lower end, 1 for an upper one. */
function decimalEnd({ value, inclusive }: ValueEnd, side: -1 | 1, reading: NumberReading): DecimalEnd {
  if (reading === "decimals" || value === 0) return { decimal: decimalOf(value), inclusive };
  const { low, high } = readAs(value);
  const [near, far] = side < 0 ? [low, high] : [high, low];
  return shortened(inclusive ? near : { decimal: far.decimal, inclusive: !far.inclusive }, side);
}

/** The number of an end's digits that are kept; a double has 17. */
const MOST_END_DIGITS = 18;

/** Returns the end. If it has very many digits, returns a shorter one slightly inside the interval. */
function shortened(end: DecimalEnd, side: -1 | 1): DecimalEnd {
  const { sign, digits, point } = end.decimal;
  if (digits.length <= MOST_END_DIGITS) return end;
  const head = BigInt(digits.slice(0, MOST_END_DIGITS));
  const kept = String(sign === side ? head : head + 1n);
  const longer = kept.length - MOST_END_DIGITS;
  return { decimal: { sign, digits: kept.replace(/0+$/u, ""), point: point + longer }, inclusive: true };
}

/** Returns the integers of an interval, as an interval with inclusive ends. */
export function wholeInterval({ low, high }: DecimalInterval): DecimalInterval {
  return { low: low && wholeEnd(low, -1), high: high && wholeEnd(high, 1) };
}

function wholeEnd({ decimal, inclusive }: DecimalEnd, side: -1 | 1): DecimalEnd {
  const { whole, fraction } = plainDigits(decimal);
  const towardsZero = BigInt(whole) * BigInt(decimal.sign);
  const isWhole = fraction === "";
  let nearest = towardsZero;
  if (isWhole ? !inclusive : decimal.sign === -side) nearest -= BigInt(side);
  return { decimal: decimalOfInteger(nearest), inclusive: true };
}

const ZERO: Decimal = { sign: 0, digits: "", point: 0 };
const MINUS = literal("-");

/** Digits before the point of a plain text: with one more it may exceed the largest double. */
export const MOST_WHOLE_DIGITS = 308;

/**
 * Ends with more places than this are compared by automata: a regular expression for them would be nested too deeply.
 */
const MOST_PLACES = 60;

/**
 * Returns the plain texts of the numbers in an interval. With fraction `zeros`, the ends must be whole and inclusive.
 */
export function plainTexts(interval: DecimalInterval, fraction: MagnitudeShape["fraction"]): Regex {
  if (isLong(interval.low) || isLong(interval.high)) {
    const { low, high } = interval;
    const compare = comparisonWith({ low: fromZero(low, 1), high: fromZero(high, -1) });
    return and(plainTexts({ low: undefined, high: undefined }, fraction), compare);
  }
  const bound = ({ decimal, inclusive }: DecimalEnd): MagnitudeBound => ({ ...plainDigits(decimal), inclusive });
  return signedTexts(interval, (low, high) =>
    magnitudesBetween(bound(low), high === undefined ? undefined : bound(high), {
      firstDigit: 0,
      wholeDigits: MOST_WHOLE_DIGITS,
      fraction,
    }),
  );
}

function isLong(end: DecimalEnd | undefined): boolean {
  if (end === undefined) return false;
  const { digits, point } = end.decimal;
  return Math.max(point, digits.length - point, digits.length) > MOST_PLACES;
}

/** Returns the plain texts whose decimal is in an interval, as an expression over automata. */
export function comparisonWith({ low, high }: DecimalInterval): Regex {
  if (low === undefined && high === undefined) return compared(ZERO, [-1, 0, 1]);
  return and(
    ...(low === undefined ? [] : [compared(low.decimal, low.inclusive ? [0, 1] : [1])]),
    ...(high === undefined ? [] : [compared(high.decimal, high.inclusive ? [-1, 0] : [-1])]),
  );
}

/** Returns the end, moved to the least decimal of this sign that is certainly not read as zero. */
function fromZero(end: DecimalEnd | undefined, sign: -1 | 1): DecimalEnd | undefined {
  if (end === undefined || end.decimal.sign !== 0 || end.inclusive) return end;
  return { decimal: { ...LEAST.decimal, sign }, inclusive: true };
}

/**
 * Returns the exponent forms of the numbers in an interval, with one digit from 1 to 9 before the point, or zeros
 * alone.
 */
export function exponentTexts(interval: DecimalInterval): Regex {
  return signedTexts(interval, exponentForms);
}

/** Positive texts have the magnitudes from low to high, negative ones those from −high to −low; zero is in both. */
function signedTexts(
  { low, high }: DecimalInterval,
  magnitudes: (low: DecimalEnd, high: DecimalEnd | undefined) => Regex,
): Regex {
  const from = (least: DecimalEnd | undefined, most: DecimalEnd | undefined): Regex => {
    if (most !== undefined && most.decimal.sign < 0) return empty;
    const isBounded = least !== undefined && least.decimal.sign >= 0;
    return magnitudes(isBounded ? least : { decimal: ZERO, inclusive: true }, most);
  };
  const negated = (end: DecimalEnd | undefined): DecimalEnd | undefined =>
    end === undefined ? undefined : { decimal: opposite(end.decimal), inclusive: end.inclusive };
  const positive = from(low, high);
  if (low === undefined && high === undefined) return sequence(optional(MINUS), positive);
  return choice(positive, sequence(MINUS, from(negated(high), negated(low))));
}

/** The least magnitude that is certainly not read as zero. */
const LEAST: DecimalEnd = { decimal: { sign: 1, digits: "25", point: -323 }, inclusive: true };
const GREATEST: DecimalEnd = { decimal: { sign: 1, digits: "17976931348623158079", point: 309 }, inclusive: true };

/** The largest number of digits in a power of ten, including leading zeros. */
export const POWER_DIGITS = 3;
const LEAST_POWER = -999;

/** Zeros alone, with any power of ten. */
export const zeroForms: () => Regex = once(() =>
  sequence(
    literal("0"),
    optional(sequence(literal("."), plus(literal("0")))),
    EXPONENT_LETTER,
    optional(
      bytes([
        [0x2b, 0x2b],
        [0x2d, 0x2d],
      ]),
    ),
    repeat(digit(0, 9), 1, POWER_DIGITS),
  ),
);

function exponentForms(low: DecimalEnd, high: DecimalEnd | undefined): Regex {
  const most = high === undefined || isHigher(high, GREATEST) ? GREATEST : high;
  // A number that underflows is zero.
  const withZero = low.decimal.sign === 0 && low.inclusive;
  if (most.decimal.sign === 0) return withZero && most.inclusive ? zeroForms() : empty;
  const least = isHigher(low, LEAST) ? low : LEAST;
  const first = withZero ? LEAST_POWER : least.decimal.point - 1;
  const last = most.decimal.point - 1;
  if (first > last) return empty;
  if (first === last) return sequence(mantissas(least, most), powerBetween(first, first));
  // From a power of ten on, every mantissa is high enough.
  const isPower = withZero || (least.decimal.digits === "1" && least.inclusive);
  const free = isPower ? first : first + 1;
  return choice(
    withZero ? zeroForms() : empty,
    isPower ? empty : sequence(mantissas(least, undefined), powerBetween(first, first)),
    free === last ? empty : sequence(mantissas(undefined, undefined), powerBetween(free, last - 1)),
    sequence(mantissas(undefined, most), powerBetween(last, last)),
  );
}

/** Returns whether `left` is farther from zero. */
function isHigher({ decimal: left }: DecimalEnd, { decimal: right }: DecimalEnd): boolean {
  if (left.sign === 0 || left.point !== right.point) return left.sign !== 0 && left.point > right.point;
  // The first digits are not 0, so the strings compare as fractions do.
  return left.digits > right.digits;
}

const ONE: MagnitudeBound = { whole: "1", fraction: "", inclusive: true };

const knownMantissas = createRecall<Regex>(64);

/** Returns the numbers from 1 to below 10 within the bounds that the digits of two magnitudes give. */
function mantissas(low: DecimalEnd | undefined, high: DecimalEnd | undefined): Regex {
  const bound = ({ decimal: { digits }, inclusive }: DecimalEnd): MagnitudeBound => ({
    whole: digits.slice(0, 1),
    fraction: digits.slice(1),
    inclusive,
  });
  const key = [low, high].map((end) => end && `${end.decimal.digits} ${end.inclusive}`).join();
  // Engines recognise expressions by identity: all sets without an upper bound share their longest expression.
  return knownMantissas(key, () =>
    magnitudesBetween(low === undefined ? ONE : bound(low), high === undefined ? undefined : bound(high), {
      firstDigit: 1,
      wholeDigits: 1,
      fraction: "any",
    }),
  );
}

/** The letter before a power of ten. */
const EXPONENT_LETTER: Regex = bytes([
  [0x45, 0x45],
  [0x65, 0x65],
]);

const powers = createRecall<Regex>(64);

/** Returns `e` and a power from `low` to `high` in at most three digits; both are within ±999. */
export function powerBetween(low: number, high: number): Regex {
  return powers(`${low} ${high}`, () =>
    sequence(
      EXPONENT_LETTER,
      choice(
        high < 0 ? empty : sequence(optional(literal("+")), naturalsBetween(Math.max(low, 0), high, POWER_DIGITS)),
        low > 0 ? empty : sequence(MINUS, naturalsBetween(Math.max(-high, 0), -low, POWER_DIGITS)),
      ),
    ),
  );
}
