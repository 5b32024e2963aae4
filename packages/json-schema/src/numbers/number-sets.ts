// The algebra of number sets under one reading of number texts, and the texts that are written for them.

import { and, choice, type Engine, empty, type Regex } from "@espalier/automata";
import { burn } from "@espalier/monitor";
import { createRecall, once, onceFor } from "../text/recall.js";
import { allNumbers, commonNumbers } from "./common-numbers.js";
import { constantTexts, type IntegerSpelling, shortestConstant } from "./constant-texts.js";
import { decimalOf } from "./decimal.js";
import { anyInteger, integers, integersBetween, multipleOf } from "./multiples.js";
import type { NumberReading } from "./number-ranges.js";
import {
  ANY_NUMBER,
  areIntegers,
  FAR,
  hasBound,
  isAnyNumber,
  isNearZero,
  isSurelyEmpty,
  isUnbounded,
  NO_NUMBER,
  type NumberRange,
  type NumberSet,
} from "./number-set.js";
import {
  anyNumber,
  between,
  complement,
  constants,
  decidedPlain,
  exponentOf,
  integersByText,
  intersection,
  type NumberText,
  noNumber,
  plainOf,
  union,
} from "./numbers.js";
import { asOneAutomaton } from "./one-automaton.js";
import { wholeTexts } from "./whole-texts.js";

export interface NumberSets {
  both(a: NumberSet, b: NumberSet): NumberSet;
  either(a: NumberSet, b: NumberSet): NumberSet;
  other(set: NumberSet): NumberSet;
  /** Returns whether no number of the set can be written. Searches the expression if arithmetic does not decide it. */
  isEmpty(set: NumberSet): boolean;
  /**
   * Returns whether the language of the set rejects some texts whose value is in the set, because it cannot decide to
   * which double a reader rounds them.
   */
  isPartial(set: NumberSet): boolean;
  /**
   * Returns the texts that are written for the numbers in `set`. In a large set of constants, each constant has only
   * its shortest text.
   */
  written(set: NumberSet, integers: IntegerSpelling): Regex;
  /** Returns the length of the shortest of these texts, if it is known without their expression. */
  shortest(set: NumberSet, integers: IntegerSpelling): number | undefined;
  /**
   * Returns the texts of numbers that `uniqueItems` can compare. These are texts without an exponent and with so few
   * digits that different decimals are different doubles, and spellings of constants.
   */
  comparable(set: NumberSet): Regex;
}

const recall = createRecall<NumberText>(64);

/** Units of fuel for the texts of a set that is not finite, which take 0.2 ms to some milliseconds. */
const WRITING = 2000;

export function createNumberSets(engine: Engine, reading: NumberReading): NumberSets {
  /** Returns the texts of the numbers in `set`. */
  function textOf(set: NumberSet): NumberText {
    switch (set.kind) {
      case "regular":
        return set.text;
      case "none":
        return noNumber(reading);
      case "finite":
        return recall(`${[...set.values].join()}/${reading}`, () => constants([...set.values], reading));
      case "range": {
        if (isUnbounded(set)) return set.integrality === "number" ? anyNumber(reading) : anyInteger(reading);
        return recall(`${JSON.stringify(set)}/${reading}`, () => rangeText(set, reading));
      }
    }
  }

  function both(a: NumberSet, b: NumberSet): NumberSet {
    const known = commonNumbers(a, b);
    if (known !== undefined) return known;
    return { kind: "regular", text: intersection(textOf(a), textOf(b)), integral: areIntegers(a) || areIntegers(b) };
  }

  function either(a: NumberSet, b: NumberSet): NumberSet {
    const known = allNumbers(a, b);
    if (known !== undefined) return known;
    return { kind: "regular", text: union(textOf(a), textOf(b)), integral: areIntegers(a) && areIntegers(b) };
  }

  function other(set: NumberSet): NumberSet {
    if (set.kind === "none") return ANY_NUMBER;
    if (isAnyNumber(set)) return NO_NUMBER;
    return { kind: "regular", text: complement(textOf(set)), integral: false };
  }

  function written(set: NumberSet, spelling: IntegerSpelling): Regex {
    if (set.kind === "finite") return constantTexts([...set.values], spelling, reading);
    burn("regex", WRITING);
    if (spelling === "any" || !areIntegers(set)) return inBothForms(textOf(set));
    if (set.kind === "range" && set.multiplesOf.length === 0 && isNearZero(set)) {
      return wholeTexts(set, reading);
    }
    return asDigits(textOf(set));
  }

  function comparable(set: NumberSet): Regex {
    const text = textOf(set);
    if (set.kind === "finite") return plainOf(text);
    const question = text.question();
    return question === undefined
      ? and(decidedPlain("doubles"), plainOf(text))
      : asOneAutomaton(and(decidedPlain("doubles"), question));
  }

  return {
    both,
    either,
    other,
    isEmpty: (set) => isSurelyEmpty(set) ?? engine.intern(written(set, "any")) === 0,
    isPartial: (set) => reading === "doubles" && !textOf(set).holds.complete,
    written,
    shortest: (set, spelling) => (set.kind === "finite" ? shortestConstant([...set.values], spelling) : undefined),
    comparable,
  };
}

// Cached, so that one text always yields the same object: engines recognise expressions by identity.

const inBothForms = onceFor(
  (text: NumberText): Regex => choice(asOneAutomaton(plainOf(text)), exponentOf(text)),
  new WeakMap(),
);

/** Returns the integers as digits alone, and those far from zero also with exponents. */
const asDigits = onceFor((text: NumberText): Regex => {
  const { reading } = text;
  const plain = asOneAutomaton(plainOf(intersection(text, integersByText(reading))));
  const far = choice(exponentOf(between({ minimum: FAR }, reading)), exponentOf(between({ maximum: -FAR }, reading)));
  return choice(plain, and(exponentOf(text), far));
}, new WeakMap());

function rangeText(set: NumberRange, reading: NumberReading): NumberText {
  const [first, ...rest] = [
    ...intervalTexts(set, reading),
    ...set.multiplesOf.map((divisor) => multipleOf(divisor, reading)),
  ];
  if (first === undefined) return anyNumber(reading);
  const all = intersection(first, ...rest);
  const exponent = isClose(set) ? (): Regex => empty : all.holds.exponent;
  if (set.multiplesOf.length !== 1) return { ...all, holds: { ...all.holds, exponent } };
  // One divisor in a range: an intersection is cheaper than building one automaton of both.
  const short = once((): Regex => {
    const parts = [first, ...rest].map(({ holds }) => (holds.complete ? holds.any() : holds.short()));
    return parts.length === 1 ? parts[0]! : { kind: "and", operands: parts };
  });
  return { ...all, holds: { ...all.holds, short, exponent } };
}

/** Within these bounds a multiple never needs an exponent, and searching for exponent forms takes long. */
const MOST_PLAIN = 1e21;

function isClose(set: NumberRange): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = set;
  const low = minimum ?? exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const high = maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY;
  return (
    low >= -MOST_PLAIN && high <= MOST_PLAIN && set.multiplesOf.some((divisor) => decimalOf(divisor).digits !== "1")
  );
}

/** Returns integrality and bounds, combined into one language if possible. */
function intervalTexts(set: NumberRange, reading: NumberReading): readonly NumberText[] {
  const bounded = hasBound(set);
  if (set.integrality === "value") return [bounded ? integersBetween(set, reading) : integers(reading)];
  return [
    ...(set.integrality === "text" ? [integersByText(reading)] : []),
    ...(bounded ? [between(set, reading)] : []),
  ];
}
