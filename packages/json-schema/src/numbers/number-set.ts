// Sets of numbers that a schema describes: a finite set, or the numbers of a range, possibly only the multiples of a
// divisor. A more complicated set becomes a language of number texts (numbers.ts). Ranges and constants are decided by
// exact decimal arithmetic.

import { decimalOf } from "./decimal.js";
import type { NumberBounds } from "./number-ranges.js";
import type { NumberText } from "./numbers.js";

/**
 * Which numbers are accepted: all numbers (`number`), those whose value is an integer (`value`), or those written
 * without a fraction (`text`, draft 4).
 */
export type Integrality = "number" | "value" | "text";

export interface NumberRange extends NumberBounds {
  readonly kind: "range";
  readonly integrality: Integrality;
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

/** Returns whether the set holds all numbers, or all integers. */
export function isUnbounded(set: NumberRange): boolean {
  return set.integrality !== "text" && set.multiplesOf.length === 0 && !hasBound(set);
}

/** Returns whether one of the bounds is present. */
export function hasBound({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberBounds): boolean {
  return (minimum ?? maximum ?? exclusiveMinimum ?? exclusiveMaximum) !== undefined;
}

/** Returns whether a number is in a range. */
export function hasNumber(set: NumberRange, value: number): boolean {
  if (set.minimum !== undefined && value < set.minimum) return false;
  if (set.maximum !== undefined && value > set.maximum) return false;
  if (set.exclusiveMinimum !== undefined && value <= set.exclusiveMinimum) return false;
  if (set.exclusiveMaximum !== undefined && value >= set.exclusiveMaximum) return false;
  if (set.integrality !== "number" && !Number.isInteger(value)) return false;
  return set.multiplesOf.every((divisor) => isMultipleOf(value, divisor));
}

/** Returns the larger bound; an absent one bounds nothing. */
export const larger = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);
/** Returns the smaller bound; an absent one bounds nothing. */
export const smaller = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);

/** Returns whether the bounds exclude each other, ignoring multiples. */
export function crossed(range: NumberRange): boolean {
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

/** Returns whether all numbers of the set are known to be integers. */
export function areIntegers(set: NumberSet): boolean {
  if (set.kind === "range") return set.integrality !== "number";
  if (set.kind === "regular") return set.integral;
  return set.kind === "none" || [...set.values].every(Number.isInteger);
}

/** Integers beyond this are written in exponent form. */
export const FAR = 1e30;

/** Returns whether some number within the bounds is closer to zero than {@link FAR}. */
export function isNearZero({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberRange): boolean {
  const low = larger(minimum, exclusiveMinimum) ?? 0;
  const high = smaller(maximum, exclusiveMaximum) ?? 0;
  return low < FAR && high > -FAR;
}

/** Returns whether the constraints on a number may need an automaton larger than allowed. */
export function isCombination(set: NumberSet): boolean {
  return set.kind === "regular" || (set.kind === "range" && set.multiplesOf.length > 1);
}

/** Returns whether the set is empty; `undefined` if arithmetic does not decide it. */
export function isSurelyEmpty(set: NumberSet): boolean | undefined {
  if (set.kind === "none") return true;
  if (set.kind === "finite") return false;
  if (set.kind === "regular") return undefined;
  if (crossed(set)) return true;
  if (hasNumber(set, 0) || (set.multiplesOf.length === 0 && isWide(set))) return false;
  return undefined;
}

/**
 * Returns whether there certainly are doubles and integers between the bounds, because these are far enough apart and
 * not too large.
 */
function isWide({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, integrality }: NumberRange): boolean {
  const low = larger(minimum, exclusiveMinimum) ?? -1;
  const high = smaller(maximum, exclusiveMaximum) ?? Math.max(low, 0) + 1;
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Among subnormal doubles, a difference may be less than half of the least one.
  if (size > 1e15 || size < 1e-300) return false;
  return integrality !== "number" || minimum === high || maximum === low || high - low > 1e-9 * size;
}

/** Returns whether `value` is a multiple of `divisor`, exactly, by the decimals that their texts spell. */
function isMultipleOf(value: number, divisor: number): boolean {
  const a = decimalOf(value);
  const b = decimalOf(divisor);
  if (a.sign === 0) return true;
  const lowest = Math.min(a.point - a.digits.length, b.point - b.digits.length);
  const scaled = ({ digits, point }: typeof a): bigint =>
    BigInt(digits) * 10n ** BigInt(point - digits.length - lowest);
  return scaled(a) % scaled(b) === 0n;
}
