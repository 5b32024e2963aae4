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
//
// Exact decimals are stricter than doubles or equal to them everywhere but next to a value that is excluded: a text of
// more than 15 digits may stand beside it and still be read as it.
import type { Regex } from "@espalier/automata";
import { and, choice, empty, literal, optional, parseRegex, repeat, sequence } from "@espalier/automata";
import { digit } from "./digit-ranges.js";
import type { NumberBounds } from "./number-ranges.js";
import { EXPONENT_LETTER, exponentTexts, intervalKey, intervalOf, plainTexts } from "./number-ranges.js";
import { createRecall } from "./recall.js";
import { eitherWithin, restOf } from "./within.js";

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
  /**
   * The most digits after the point, included; 40 by default. Zeros between an exclusive bound and the first digit past it
   * do not count.
   */
  readonly fractionDigits: number;
}

export const DEFAULT_NUMBER_LIMITS: NumberLimits = { wholeDigits: 40, fractionDigits: 40 };

const recall = createRecall<NumberText>(500);

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
  return recall(`any/${limits.wholeDigits}/${limits.fractionDigits}`, () => {
    const { plain, exponent } = everyNumber(limits);
    const loose = sequence(plain, EXPONENT_LETTER, parseRegex("[+-]?\\d\\d?"));
    return { plain, exponent: choice(exponent, loose), exponents: "exact" };
  });
}

/**
 * The numbers between bounds. Cost: some microseconds per digit of the bounds, remembered.
 *
 * @throws RangeError when a bound is not finite.
 */
export function between(bounds: NumberBounds, limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  const interval = intervalOf(bounds);
  return recall(`${intervalKey(interval)}/${limits.wholeDigits}/${limits.fractionDigits}`, () => ({
    plain: plainTexts(interval, { ...limits, fraction: "any" }),
    exponent: exponentTexts(interval),
    exponents: "exact",
  }));
}

/** The number `value` in all its spellings. @throws RangeError when it is not finite. */
export function equalTo(value: number, limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  return between({ minimum: value, maximum: value }, limits);
}

/** The numbers that are integers by the way they are written, without a fraction, as in draft 4. */
export function integersByText({ wholeDigits }: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  return recall(`integers by text/${wholeDigits}`, () => {
    const large = sequence(digit(1, 9), repeat(digit(0, 9), 0, wholeDigits - 1));
    return { plain: sequence(optional(literal("-")), choice(digit(0, 0), large)), exponent: empty, exponents: "exact" };
  });
}

/** The numbers in all of `texts`; of none, every number. */
export function intersection(...texts: readonly NumberText[]): NumberText {
  if (texts.length === 0) return everyNumber();
  if (texts.length === 1) return texts[0]!;
  const certain = texts.some(isSurelyEmpty) || texts.every(({ exponents }) => exponents === "exact");
  return {
    plain: and(...texts.map(({ plain }) => plain)),
    exponent: and(...texts.map(({ exponent }) => exponent)),
    exponents: certain ? "exact" : "undecided",
  };
}

function isSurelyEmpty({ exponent, exponents }: NumberText): boolean {
  return exponent.kind === "empty" && exponents === "exact";
}

/** The numbers in any of `texts`. */
export function union(...texts: readonly NumberText[]): NumberText {
  if (texts.length === 1) return texts[0]!;
  const every = everyNumber();
  return {
    plain: eitherWithin(
      every.plain,
      texts.map(({ plain }) => plain),
    ),
    exponent: eitherWithin(
      every.exponent,
      texts.map(({ exponent }) => exponent),
    ),
    exponents: texts.every(({ exponents }) => exponents === "exact") ? "exact" : "undecided",
  };
}

/** The numbers not in `text`. */
export function complement(text: NumberText, limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  const every = everyNumber(limits);
  return {
    plain: restOf(every.plain, text.plain),
    exponent: text.exponents === "exact" ? restOf(every.exponent, text.exponent) : empty,
    exponents: text.exponents,
  };
}
