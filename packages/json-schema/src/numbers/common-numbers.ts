// Unions and intersections of sets of numbers that exact arithmetic decides.

import {
  crossed,
  hasNumber,
  type Integrality,
  isAnyNumber,
  larger,
  NO_NUMBER,
  type NumberRange,
  type NumberSet,
  numbersOf,
  smaller,
} from "./number-set.js";

/** Returns the intersection of two ranges. An absent bound stays absent. */
function meet(a: NumberRange, b: NumberRange): NumberSet {
  const order: readonly Integrality[] = ["number", "value", "text"];
  const integrality = order[Math.max(order.indexOf(a.integrality), order.indexOf(b.integrality))]!;
  const range: NumberRange = {
    kind: "range",
    integrality,
    multiplesOf: [...new Set([...a.multiplesOf, ...b.multiplesOf])],
    minimum: larger(a.minimum, b.minimum),
    maximum: smaller(a.maximum, b.maximum),
    exclusiveMinimum: larger(a.exclusiveMinimum, b.exclusiveMinimum),
    exclusiveMaximum: smaller(a.exclusiveMaximum, b.exclusiveMaximum),
  };
  return crossed(range) ? NO_NUMBER : range;
}

/** Returns the intersection of two sets if arithmetic decides it; `undefined` if their texts are needed. */
export function commonNumbers(a: NumberSet, b: NumberSet): NumberSet | undefined {
  if (a === b || isAnyNumber(b)) return a;
  if (isAnyNumber(a)) return b;
  if (a.kind === "none" || b.kind === "none") return NO_NUMBER;
  if (a.kind === "range" && b.kind === "range") return meet(a, b);
  // A constant has one value but several texts, which draft 4 distinguishes.
  if (a.kind === "finite" && b.kind === "finite")
    return numbersOf([...a.values].filter((value) => b.values.has(value)));
  if (a.kind === "finite" && b.kind === "range" && b.integrality !== "text") {
    return numbersOf([...a.values].filter((value) => hasNumber(b, value)));
  }
  if (b.kind === "finite" && a.kind === "range" && a.integrality !== "text") return commonNumbers(b, a);
  return undefined;
}

/** Returns the union of two sets if arithmetic decides it; `undefined` if their texts are needed. */
export function allNumbers(a: NumberSet, b: NumberSet): NumberSet | undefined {
  if (a === b || b.kind === "none" || isAnyNumber(a)) return a;
  if (a.kind === "none" || isAnyNumber(b)) return b;
  if (a.kind === "finite" && b.kind === "finite") return numbersOf([...a.values, ...b.values]);
  if (a.kind === "range" && b.kind === "range" && JSON.stringify(a) === JSON.stringify(b)) return a;
  return undefined;
}
