// The texts of the numbers of an interval: bounds on values, turned into bounds on magnitudes and on powers of ten.
//
// A magnitude in exponent form is m · 10^e with 1 ≤ m < 10. One from a · 10^x to b · 10^y is
//
//   a … 9.99  with e = x    |    any m  with x < e < y    |    1 … b  with e = y
import type { Regex } from "@espalier/automata";
import { bytes, choice, empty, literal, optional, sequence } from "@espalier/automata";
import type { Decimal } from "./decimal.js";
import { decimalOf, plainDigits } from "./decimal.js";
import type { MagnitudeBound, MagnitudeShape } from "./digit-ranges.js";
import { magnitudesBetween, naturalsBetween } from "./digit-ranges.js";
import { createRecall } from "./recall.js";

/** Bounds as a schema gives them; a number has to keep to each that is there. */
export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** One end of an interval. */
export interface IntervalEnd {
  readonly value: number;
  readonly inclusive: boolean;
}

/** The numbers between two ends; an absent end is no bound. */
export interface Interval {
  readonly low: IntervalEnd | undefined;
  readonly high: IntervalEnd | undefined;
}

/** The interval that bounds describe. @throws RangeError when one is not finite. */
export function intervalOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberBounds): Interval {
  for (const value of [minimum, maximum, exclusiveMinimum, exclusiveMaximum]) {
    if (value !== undefined && !Number.isFinite(value)) throw new RangeError(`${value} is not a finite bound`);
  }
  return { low: stricter(minimum, exclusiveMinimum, 1), high: stricter(maximum, exclusiveMaximum, -1) };
}

/** The stricter of two bounds; `direction` is 1 for lower ones, −1 for upper ones. */
function stricter(
  inclusive: number | undefined,
  exclusive: number | undefined,
  direction: 1 | -1,
): IntervalEnd | undefined {
  if (exclusive !== undefined && (inclusive === undefined || (exclusive - inclusive) * direction >= 0)) {
    return { value: exclusive, inclusive: false };
  }
  return inclusive === undefined ? undefined : { value: inclusive, inclusive: true };
}

/** The whole numbers of an interval, its ends among them; `undefined` where doubles are too coarse to name those. */
export function wholeInterval({ low, high }: Interval): Interval | undefined {
  const first = wholeEnd(low, 1);
  const last = wholeEnd(high, -1);
  return first === "unknown" || last === "unknown" ? undefined : { low: first, high: last };
}

function wholeEnd(end: IntervalEnd | undefined, direction: 1 | -1): IntervalEnd | undefined | "unknown" {
  if (end === undefined || (end.inclusive && Number.isInteger(end.value))) return end;
  if (Math.abs(end.value) >= Number.MAX_SAFE_INTEGER) return "unknown";
  // −⌈−x⌉ = ⌊x⌋
  const nearest = direction * Math.ceil(direction * end.value);
  return { value: nearest === end.value ? nearest + direction : nearest, inclusive: true };
}

/** What an interval is, as a key. */
export function intervalKey({ low, high }: Interval): string {
  const key = (end: IntervalEnd | undefined): string => (end === undefined ? "" : `${end.value} ${end.inclusive}`);
  return `${key(low)}/${key(high)}`;
}

/** An end of magnitudes, which are not negative. */
interface MagnitudeEnd {
  readonly decimal: Decimal;
  readonly inclusive: boolean;
}

const ZERO: Decimal = { sign: 0, digits: "", point: 0 };
const MINUS = literal("-");

/** The plain texts of the numbers of an interval. */
export function plainTexts(interval: Interval, shape: Omit<MagnitudeShape, "firstDigit">): Regex {
  const bound = ({ decimal, inclusive }: MagnitudeEnd): MagnitudeBound => ({ ...plainDigits(decimal), inclusive });
  return signedTexts(interval, (low, high) =>
    magnitudesBetween(bound(low), high === undefined ? undefined : bound(high), { ...shape, firstDigit: 0 }),
  );
}

/** The exponent forms of the numbers of an interval that a double can come near. */
export function exponentTexts(interval: Interval): Regex {
  return signedTexts(interval, exponentForms);
}

/** Positive texts have the magnitudes from low to high, negative ones those from −high to −low; zero is in both. */
function signedTexts(
  { low, high }: Interval,
  magnitudes: (low: MagnitudeEnd, high: MagnitudeEnd | undefined) => Regex,
): Regex {
  const from = (least: IntervalEnd | undefined, most: IntervalEnd | undefined): Regex => {
    if (most !== undefined && most.value < 0) return empty;
    return magnitudes(
      least === undefined || least.value < 0
        ? { decimal: ZERO, inclusive: true }
        : { decimal: decimalOf(least.value), inclusive: least.inclusive },
      most === undefined ? undefined : { decimal: decimalOf(most.value), inclusive: most.inclusive },
    );
  };
  const opposite = (end: IntervalEnd | undefined): IntervalEnd | undefined =>
    end === undefined ? undefined : { value: -end.value, inclusive: end.inclusive };
  const positive = from(low, high);
  if (low === undefined && high === undefined) return sequence(optional(MINUS), positive);
  return choice(positive, sequence(MINUS, from(opposite(high), opposite(low))));
}

/** Digits after the point of an exponent form: a double needs no more. */
export const MANTISSA_FRACTION_DIGITS = 16;

/** The magnitudes of exponent forms are about those of doubles: no text overflows, or vanishes, when it is read. */
const LEAST: MagnitudeEnd = { decimal: { sign: 1, digits: "4", point: -323 }, inclusive: true };
const GREATEST: MagnitudeEnd = { decimal: decimalOf(Number.MAX_VALUE), inclusive: true };

function exponentForms(low: MagnitudeEnd, high: MagnitudeEnd | undefined): Regex {
  const least = isHigher(low, LEAST) ? low : LEAST;
  const most = high === undefined || isHigher(high, GREATEST) ? GREATEST : high;
  if (most.decimal.sign === 0) return empty;
  const first = least.decimal.point - 1;
  const last = most.decimal.point - 1;
  if (first > last) return empty;
  if (first === last) return sequence(mantissas(least, most), powerBetween(first, first));
  return choice(
    sequence(mantissas(least, undefined), powerBetween(first, first)),
    first + 1 === last ? empty : sequence(mantissas(undefined, undefined), powerBetween(first + 1, last - 1)),
    sequence(mantissas(undefined, most), powerBetween(last, last)),
  );
}

/** Is `left` further from zero? */
function isHigher({ decimal: left }: MagnitudeEnd, { decimal: right }: MagnitudeEnd): boolean {
  if (left.sign === 0 || left.point !== right.point) return left.sign !== 0 && left.point > right.point;
  // Their first digits are not 0, so digits compare as fractions do.
  return left.digits > right.digits;
}

const ONE: MagnitudeBound = { whole: "1", fraction: "", inclusive: true };

/** The numbers from 1 to below 10, as the digits of two magnitudes bound them. */
function mantissas(low: MagnitudeEnd | undefined, high: MagnitudeEnd | undefined): Regex {
  const bound = ({ decimal: { digits }, inclusive }: MagnitudeEnd): MagnitudeBound => ({
    whole: digits.slice(0, 1),
    fraction: digits.slice(1),
    inclusive,
  });
  return magnitudesBetween(low === undefined ? ONE : bound(low), high === undefined ? undefined : bound(high), {
    firstDigit: 1,
    wholeDigits: 1,
    fractionDigits: MANTISSA_FRACTION_DIGITS,
    fraction: "any",
  });
}

/** The letter before a power of ten. */
export const EXPONENT_LETTER: Regex = bytes([
  [0x45, 0x45],
  [0x65, 0x65],
]);

const powers = createRecall<Regex>(500);

/** `e` and a power from `low` to `high`, which are within ±999, in at most three digits. */
function powerBetween(low: number, high: number): Regex {
  return powers(`${low} ${high}`, () =>
    sequence(
      EXPONENT_LETTER,
      choice(
        high < 0 ? empty : sequence(optional(literal("+")), naturalsBetween(Math.max(low, 0), high, 3)),
        low > 0 ? empty : sequence(MINUS, naturalsBetween(Math.max(-high, 0), -low, 3)),
      ),
    ),
  );
}
