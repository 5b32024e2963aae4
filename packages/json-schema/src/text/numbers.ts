// Numbers as languages of JSON number texts, decided by value.
//
// Texts come in two universes, each with its own language: *plain* decimals, and *exponent* forms as serialisers write
// them, one digit from 1 to 9 before the point:
//
//   plain      -?(0|[1-9]\d*)(\.\d+)?                      1   -0.50   1000000
//   exponent   -?[1-9](\.\d+)?[eE][+-]?\d+                 1e+21   5e-324   1.5E3
//
// Within its universe a text is in a language exactly when its value, as an exact decimal, satisfies what the language
// is for; 1, 1.0 and 1.00 go together. Constants of a schema are the decimals that their shortest text spells. What is not
// decided for exponent forms is left out of them, and a complement does not claim it.
import type { Regex } from "@espalier/automata";
import { and, bytes, choice, empty, literal, not, optional, repeat, sequence } from "@espalier/automata";
import type { Decimal } from "./decimal.js";
import { decimalOf, plainDigits } from "./decimal.js";
import type { MagnitudeBound } from "./digit-ranges.js";
import { digit, magnitudesBetween, naturalsBetween } from "./digit-ranges.js";
import { createRecall } from "./recall.js";

/** A language of number texts. */
export interface NumberText {
  /** Of the texts without an exponent: those whose value is meant, and no others. */
  readonly plain: Regex;
  /** Of the texts with one: those whose value is meant, or only some of them. */
  readonly exponent: Regex;
  /** `exact`: `exponent` leaves out nothing. `undecided`: it may, and so may what is made of it. */
  readonly exponents: "exact" | "undecided";
}

/** How long plain texts may be. */
export interface NumberLimits {
  /** The most digits before the point, included; 40 by default. */
  readonly wholeDigits: number;
  /** The most digits after the point, included; 40 by default. Zeros between an exclusive bound and the first digit past it do not count. */
  readonly fractionDigits: number;
}

export const DEFAULT_NUMBER_LIMITS: NumberLimits = { wholeDigits: 40, fractionDigits: 40 };

/** Digits after the point of an exponent form: a double needs no more. */
export const MANTISSA_FRACTION_DIGITS = 16;

/** The magnitudes of exponent forms are those of doubles: no text overflows or vanishes when it is read. */
const LEAST_MAGNITUDE: Decimal = { sign: 1, digits: "4", point: -323 };
const GREATEST_MAGNITUDE: Decimal = decimalOf(Number.MAX_VALUE);

/** Bounds as a schema gives them; at least as strict as each that is there. */
export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

const ranges = createRecall<NumberText>(500);

/** No number. */
export const noNumber: NumberText = { plain: empty, exponent: empty, exponents: "exact" };

/** Every number of the two universes: what complements are taken in. */
export function everyNumber(limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  return between({}, limits);
}

/**
 * Every number, also in exponent forms that no serialiser writes (`10e5`, `0.0e0`), with exponents of up to two digits
 * there.
 */
export function anyNumber(limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  return ranges(`any ${limits.wholeDigits} ${limits.fractionDigits}`, () => {
    const { plain, exponent } = everyNumber(limits);
    const loose = sequence(plain, E, optional(SIGN), repeat(digit(0, 9), 1, 2));
    return { plain, exponent: choice(exponent, loose), exponents: "exact" };
  });
}

/** The numbers between bounds. Cost: some microseconds per digit of the bounds, remembered. @throws RangeError when one is not finite. */
export function between(bounds: NumberBounds, limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  const low = tighter(bounds.minimum, bounds.exclusiveMinimum, 1);
  const high = tighter(bounds.maximum, bounds.exclusiveMaximum, -1);
  const key = [low, high].map((bound) => (bound === undefined ? "" : `${bound.inclusive}${bound.value}`)).join(" ");
  return ranges(`${key} ${limits.wholeDigits} ${limits.fractionDigits}`, () => rangeText(low, high, limits));
}

/** The number `value` in all its spellings. @throws RangeError when it is not finite. */
export function equalTo(value: number, limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  return between({ minimum: value, maximum: value }, limits);
}

/** The numbers that are integers by the way they are written, without a fraction, as in draft 4. */
export function integersByText(limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  return ranges(`integers by text ${limits.wholeDigits}`, () => ({
    plain: sequence(
      optional(MINUS),
      choice(digit(0, 0), sequence(digit(1, 9), repeat(digit(0, 9), 0, limits.wholeDigits - 1))),
    ),
    exponent: empty,
    exponents: "exact",
  }));
}

/** The numbers in all of `texts`. */
export function intersection(...texts: readonly NumberText[]): NumberText {
  const [first, ...rest] = texts;
  if (first === undefined) return everyNumber();
  if (rest.length === 0) return first;
  const exponent = and(...texts.map((text) => text.exponent));
  const certain = texts.some(isExactlyNone) || texts.every((text) => text.exponents === "exact");
  return { plain: and(...texts.map((text) => text.plain)), exponent, exponents: certain ? "exact" : "undecided" };
}

function isExactlyNone({ exponent, exponents }: NumberText): boolean {
  return exponent.kind === "empty" && exponents === "exact";
}

/** The numbers in any of `texts`. */
export function union(...texts: readonly NumberText[]): NumberText {
  if (texts.length === 1) return texts[0]!;
  return {
    plain: choice(...texts.map((text) => text.plain)),
    exponent: choice(...texts.map((text) => text.exponent)),
    exponents: texts.every((text) => text.exponents === "exact") ? "exact" : "undecided",
  };
}

/** The numbers not in `text`. */
export function complement(text: NumberText, limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  const every = everyNumber(limits);
  const rest = (all: Regex, part: Regex): Regex =>
    part === all ? empty : part.kind === "empty" ? all : and(all, not(part));
  const { exponents } = text;
  return {
    plain: rest(every.plain, text.plain),
    exponent: exponents === "exact" ? rest(every.exponent, text.exponent) : empty,
    exponents,
  };
}

const MINUS = literal("-");
const SIGN = bytes([
  [0x2b, 0x2b],
  [0x2d, 0x2d],
]);
const E = bytes([
  [0x45, 0x45],
  [0x65, 0x65],
]);

interface Bound {
  readonly value: number;
  readonly inclusive: boolean;
}

/** The stricter of two bounds, `direction` 1 for lower ones and −1 for upper ones. */
function tighter(inclusive: number | undefined, exclusive: number | undefined, direction: 1 | -1): Bound | undefined {
  for (const value of [inclusive, exclusive]) {
    if (value !== undefined && !Number.isFinite(value)) throw new RangeError(`${value} is not a finite bound`);
  }
  if (exclusive === undefined) return inclusive === undefined ? undefined : { value: inclusive, inclusive: true };
  if (inclusive === undefined || (exclusive - inclusive) * direction >= 0)
    return { value: exclusive, inclusive: false };
  return { value: inclusive, inclusive: true };
}

/** A bound of a magnitude. */
interface Limit {
  readonly decimal: Decimal;
  readonly inclusive: boolean;
}

const ZERO: Decimal = { sign: 0, digits: "", point: 0 };

function rangeText(low: Bound | undefined, high: Bound | undefined, limits: NumberLimits): NumberText {
  // Positive texts have the magnitudes from low to high, negative ones those from −high to −low; zero is in both.
  const positive = signed(low, high, limits);
  const negative = signed(opposite(high), opposite(low), limits);
  if (low === undefined && high === undefined) {
    return {
      plain: sequence(optional(MINUS), positive.plain),
      exponent: sequence(optional(MINUS), positive.exponent),
      exponents: "exact",
    };
  }
  return {
    plain: choice(positive.plain, sequence(MINUS, negative.plain)),
    exponent: choice(positive.exponent, sequence(MINUS, negative.exponent)),
    exponents: "exact",
  };
}

function opposite(bound: Bound | undefined): Bound | undefined {
  return bound === undefined ? undefined : { value: -bound.value, inclusive: bound.inclusive };
}

/** The texts without a sign whose values are from `low` to `high`. */
function signed(
  low: Bound | undefined,
  high: Bound | undefined,
  { wholeDigits, fractionDigits }: NumberLimits,
): { readonly plain: Regex; readonly exponent: Regex } {
  if (high !== undefined && high.value < 0) return { plain: empty, exponent: empty };
  const least: Limit =
    low === undefined || low.value < 0
      ? { decimal: ZERO, inclusive: true }
      : { decimal: decimalOf(low.value), inclusive: low.inclusive };
  const most: Limit | undefined =
    high === undefined ? undefined : { decimal: decimalOf(high.value), inclusive: high.inclusive };
  return {
    plain: magnitudesBetween(plainBound(least), most === undefined ? undefined : plainBound(most), {
      firstDigit: 0,
      wholeDigits,
      fractionDigits,
    }),
    exponent: exponentFormsBetween(least, most),
  };
}

function plainBound({ decimal, inclusive }: Limit): MagnitudeBound {
  return { ...plainDigits(decimal), inclusive };
}

/** The exponent forms, without a sign, of magnitudes between bounds. */
function exponentFormsBetween(low: Limit, high: Limit | undefined): Regex {
  const least = higher(low, { decimal: LEAST_MAGNITUDE, inclusive: true })
    ? low
    : { decimal: LEAST_MAGNITUDE, inclusive: true };
  const most =
    high === undefined || higher(high, { decimal: GREATEST_MAGNITUDE, inclusive: true })
      ? { decimal: GREATEST_MAGNITUDE, inclusive: true }
      : high;
  if (most.decimal.sign === 0) return empty;
  // d.ddd · 10^first is the least mantissa with the least power, and so on.
  const first = least.decimal.point - 1;
  const last = most.decimal.point - 1;
  if (first > last) return empty;
  if (first === last) return sequence(mantissas(least, most), power(first, first));
  return choice(
    sequence(mantissas(least, undefined), power(first, first)),
    first + 1 === last ? empty : sequence(mantissas(undefined, undefined), power(first + 1, last - 1)),
    sequence(mantissas(undefined, most), power(last, last)),
  );
}

/** Is the first bound further from zero? */
function higher(left: Limit, right: Limit): boolean {
  if (left.decimal.sign === 0 || right.decimal.sign === 0) return left.decimal.sign > right.decimal.sign;
  if (left.decimal.point !== right.decimal.point) return left.decimal.point > right.decimal.point;
  // Digits begin with another digit than 0, so they compare as fractions do.
  return left.decimal.digits > right.decimal.digits;
}

const LEAST_MANTISSA: MagnitudeBound = { whole: "1", fraction: "", inclusive: true };

function mantissas(low: Limit | undefined, high: Limit | undefined): Regex {
  const bound = ({ decimal, inclusive }: Limit): MagnitudeBound => ({
    whole: decimal.digits.slice(0, 1),
    fraction: decimal.digits.slice(1),
    inclusive,
  });
  return magnitudesBetween(
    low === undefined ? LEAST_MANTISSA : bound(low),
    high === undefined ? undefined : bound(high),
    {
      firstDigit: 1,
      wholeDigits: 1,
      fractionDigits: MANTISSA_FRACTION_DIGITS,
    },
  );
}

const powers = createRecall<Regex>(500);

/** `e` and a power from `low` to `high`, which are within −324 and 308, in at most three digits. */
function power(low: number, high: number): Regex {
  return powers(`${low} ${high}`, () =>
    sequence(
      E,
      choice(
        high < 0 ? empty : sequence(optional(literal("+")), naturalsBetween(Math.max(low, 0), high, 3)),
        low > 0 ? empty : sequence(MINUS, naturalsBetween(Math.max(-high, 0), -low, 3)),
      ),
    ),
  );
}
