// Sets of numbers, as a schema constrains them: finite, or a range with multiples; what is more complicated than that becomes a
// language of number texts (text/numbers.ts). Ranges and constants are decided by arithmetic, exactly, in decimals.

import { and, choice, choiceOf, type Engine, empty, literal, type Regex } from "@espalier/automata";
import type { IntegerSpelling } from "../options.js";
import { decimalOf } from "../text/decimal.js";
import { integers, integersBetween, multipleOf } from "../text/multiples.js";
import {
  anyNumber,
  between,
  complement,
  equalTo,
  integersByText,
  intersection,
  type NumberText,
  noNumber,
  union,
} from "../text/numbers.js";
import { asOneAutomaton } from "../text/one-automaton.js";
import { createRecall } from "../text/recall.js";

/** Which numbers count as integers: all numbers pass, those whose value is one, or (draft 4) those written without a fraction. */
export type Integrality = "number" | "value" | "text";

export interface NumberRange {
  readonly kind: "range";
  readonly integrality: Integrality;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multiplesOf: readonly number[];
}

export type NumberSet =
  | { readonly kind: "none" }
  | { readonly kind: "finite"; readonly values: ReadonlySet<number> }
  | NumberRange
  | {
      readonly kind: "regular";
      readonly text: NumberText;
      /** Whether all of them are known to be integers. */
      readonly integral: boolean;
    };

export const NO_NUMBER: NumberSet = { kind: "none" };
export const ANY_NUMBER: NumberSet = { kind: "range", integrality: "number", multiplesOf: [] };

export function numbersOf(values: Iterable<number>): NumberSet {
  const set = new Set<number>();
  for (const value of values) set.add(Object.is(value, -0) ? 0 : value);
  return set.size === 0 ? NO_NUMBER : { kind: "finite", values: set };
}

export function isAnyNumber(set: NumberSet): boolean {
  return set.kind === "range" && set.integrality === "number" && isUnbounded(set);
}

/** Whether these are all numbers, or all integers. */
function isUnbounded(set: NumberRange): boolean {
  return (
    set.integrality !== "text" &&
    set.multiplesOf.length === 0 &&
    set.minimum === undefined &&
    set.maximum === undefined &&
    set.exclusiveMinimum === undefined &&
    set.exclusiveMaximum === undefined
  );
}

const recall = createRecall<NumberText>(500);

/** The texts of the numbers in `set`. */
export function numberText(set: NumberSet): NumberText {
  switch (set.kind) {
    case "regular":
      return set.text;
    case "none":
      return noNumber;
    case "finite":
      return union(...[...set.values].map((value) => equalTo(value)));
    case "range": {
      if (isUnbounded(set)) return set.integrality === "number" ? anyNumber() : integers();
      return recall(JSON.stringify(set), () => {
        const parts = [...intervalTexts(set), ...set.multiplesOf.map((divisor) => multipleOf(divisor))];
        if (parts.length === 0) return anyNumber();
        const all = intersection(...parts);
        // One divisor in a range is cheaper to intersect than to make one automaton with it.
        return set.multiplesOf.length === 1 ? { ...all, plain: and(...parts.map(({ plain }) => plain)) } : all;
      });
    }
  }
}

/** Integrality and bounds, as one language where there is one. */
function intervalTexts(set: NumberRange): readonly NumberText[] {
  const { integrality, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = set;
  const bounds = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(exclusiveMinimum === undefined ? {} : { exclusiveMinimum }),
    ...(exclusiveMaximum === undefined ? {} : { exclusiveMaximum }),
  };
  const bounded = Object.keys(bounds).length > 0;
  if (integrality === "value") return [bounded ? integersBetween(bounds) : integers()];
  return [...(integrality === "text" ? [integersByText()] : []), ...(bounded ? [between(bounds)] : [])];
}

function has(set: NumberRange, value: number): boolean {
  if (set.minimum !== undefined && value < set.minimum) return false;
  if (set.maximum !== undefined && value > set.maximum) return false;
  if (set.exclusiveMinimum !== undefined && value <= set.exclusiveMinimum) return false;
  if (set.exclusiveMaximum !== undefined && value >= set.exclusiveMaximum) return false;
  if (set.integrality !== "number" && !Number.isInteger(value)) return false;
  return set.multiplesOf.every((divisor) => isMultipleOf(value, divisor));
}

const larger = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);
const smaller = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);

/** The intersection of two ranges; a bound left out of the result was absent. */
function meet(a: NumberRange, b: NumberRange): NumberSet {
  const minimum = larger(a.minimum, b.minimum);
  const maximum = smaller(a.maximum, b.maximum);
  const exclusiveMinimum = larger(a.exclusiveMinimum, b.exclusiveMinimum);
  const exclusiveMaximum = smaller(a.exclusiveMaximum, b.exclusiveMaximum);
  const order: readonly Integrality[] = ["number", "value", "text"];
  const integrality = order[Math.max(order.indexOf(a.integrality), order.indexOf(b.integrality))] as Integrality;
  const range: NumberRange = {
    kind: "range",
    integrality,
    multiplesOf: [...new Set([...a.multiplesOf, ...b.multiplesOf])],
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(exclusiveMinimum === undefined ? {} : { exclusiveMinimum }),
    ...(exclusiveMaximum === undefined ? {} : { exclusiveMaximum }),
  };
  return crossed(range) ? NO_NUMBER : range;
}

/** Whether the bounds leave nothing, multiples aside. */
function crossed(range: NumberRange): boolean {
  const low = larger(range.minimum, range.exclusiveMinimum);
  const high = smaller(range.maximum, range.exclusiveMaximum);
  if (low === undefined || high === undefined) return false;
  if (low > high) return true;
  const open = low === range.exclusiveMinimum || high === range.exclusiveMaximum;
  if (low === high) return open || (range.integrality !== "number" && !Number.isInteger(low));
  if (range.integrality === "number") return false;
  const first = low === range.exclusiveMinimum ? Math.floor(low) + 1 : Math.ceil(low);
  const last = high === range.exclusiveMaximum ? Math.ceil(high) - 1 : Math.floor(high);
  return first > last;
}

export function bothNumbers(a: NumberSet, b: NumberSet): NumberSet {
  if (a === b || isAnyNumber(b)) return a;
  if (isAnyNumber(a)) return b;
  if (a.kind === "none" || b.kind === "none") return NO_NUMBER;
  if (a.kind === "range" && b.kind === "range") return meet(a, b);
  // A constant has one value but many texts, which draft 4 tells apart.
  if (a.kind === "finite" && b.kind === "finite")
    return numbersOf([...a.values].filter((value) => b.values.has(value)));
  if (a.kind === "finite" && b.kind === "range" && b.integrality !== "text") {
    return numbersOf([...a.values].filter((value) => has(b, value)));
  }
  if (b.kind === "finite" && a.kind === "range" && a.integrality !== "text") return bothNumbers(b, a);
  return {
    kind: "regular",
    text: intersection(numberText(a), numberText(b)),
    integral: areIntegers(a) || areIntegers(b),
  };
}

export function eitherNumber(a: NumberSet, b: NumberSet): NumberSet {
  if (a === b || b.kind === "none" || isAnyNumber(a)) return a;
  if (a.kind === "none" || isAnyNumber(b)) return b;
  if (a.kind === "finite" && b.kind === "finite") return numbersOf([...a.values, ...b.values]);
  return {
    kind: "regular",
    text: union(numberText(a), numberText(b)),
    integral: areIntegers(a) && areIntegers(b),
  };
}

export function otherNumbers(set: NumberSet): NumberSet {
  if (set.kind === "none") return ANY_NUMBER;
  if (isAnyNumber(set)) return NO_NUMBER;
  return { kind: "regular", text: complement(numberText(set)), integral: false };
}

/** Whether all numbers of the set are known to be integers. */
function areIntegers(set: NumberSet): boolean {
  if (set.kind === "range") return set.integrality !== "number";
  if (set.kind === "regular") return set.integral;
  return set.kind === "none" || [...set.values].every(Number.isInteger);
}

/**
 * The texts that are written for the numbers in `set`. Integers have no exponent where they can do without: a text that begins
 * with `1.5` is none yet, and few models go on to make it one. Of a great many constants each has only its shortest text.
 */
export function writtenNumbers(set: NumberSet, integers: IntegerSpelling): Regex {
  if (set.kind === "finite" && set.values.size > MANY) {
    return choiceOf([...set.values].map((value) => literal(String(value))));
  }
  if (integers === "plain" && set.kind === "finite") return plainConstants([...set.values]);
  const text = numberText(set);
  const near = set.kind === "range" && set.integrality === "value" && isNearZero(set);
  if (integers === "plain" && areIntegers(set)) return asDigits(text, near);
  return near ? text.plain : inBothForms(text);
}

/** Constants that are integers have their shortest text, others all of them. */
function plainConstants(values: readonly number[]): Regex {
  const whole = values.filter(Number.isInteger).map((value) => literal(String(value)));
  const others = values.filter((value) => !Number.isInteger(value));
  return choice(...whole, others.length === 0 ? empty : inBothForms(numberText(numbersOf(others))));
}

const digitsAlone = new WeakMap<NumberText, Regex>();

/** Integers as digits alone; with exponents as well, from where on digits run out, unless all have digits (`near`). */
function asDigits(text: NumberText, near: boolean): Regex {
  let written = digitsAlone.get(text);
  if (written === undefined) {
    const plain = asOneAutomaton(intersection(text, integersByText()).plain);
    const far = near ? empty : and(text.exponent, choice(exponentsFrom(FAR), exponentsUpTo(-FAR)));
    digitsAlone.set(text, (written = choice(plain, far)));
  }
  return written;
}

const exponentsFrom = (minimum: number): Regex => between({ minimum }).exponent;
const exponentsUpTo = (maximum: number): Regex => between({ maximum }).exponent;

/** What is written for a text, always the same object: engines know expressions again by it. */
const bothForms = new WeakMap<NumberText, Regex>();

function inBothForms(text: NumberText): Regex {
  let both = bothForms.get(text);
  if (both === undefined) bothForms.set(text, (both = choice(asOneAutomaton(text.plain), text.exponent)));
  return both;
}

/** Constants up to which all spellings are allowed. */
const MANY = 200;
/** Integers beyond this are left to exponent forms, well before the digits of plain texts run out. */
const FAR = 1e30;

function isNearZero({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberRange): boolean {
  const low = larger(minimum, exclusiveMinimum) ?? 0;
  const high = smaller(maximum, exclusiveMaximum) ?? 0;
  return low < FAR && high > -FAR;
}

/** Whether more may be asked of a number than automata can keep track of. */
export function isCombination(set: NumberSet): boolean {
  return set.kind === "regular" || (set.kind === "range" && set.multiplesOf.length > 1);
}

/** Whether no number of the set can be written. Searches the expression where arithmetic does not decide. */
export function isEmptyNumberSet(set: NumberSet, engine: Engine): boolean {
  if (set.kind === "none") return true;
  if (set.kind === "finite") return false;
  if (set.kind === "range") {
    if (crossed(set)) return true;
    if (holdsZero(set) || (set.multiplesOf.length === 0 && isNearZero(set))) return false;
  }
  return engine.intern(writtenNumbers(set, "any")) === 0;
}

/** Whether `value` is a multiple of `divisor`, exactly, as their texts spell them. */
function isMultipleOf(value: number, divisor: number): boolean {
  const a = decimalOf(value);
  const b = decimalOf(divisor);
  if (a.sign === 0) return true;
  const lowest = Math.min(a.point - a.digits.length, b.point - b.digits.length);
  const scaled = ({ digits, point }: typeof a): bigint =>
    BigInt(digits) * 10n ** BigInt(point - digits.length - lowest);
  return scaled(a) % scaled(b) === 0n;
}

const holdsZero = (set: NumberRange): boolean => has(set, 0);
