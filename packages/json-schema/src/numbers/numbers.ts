// Numbers as languages of JSON number texts, decided by value.
//
// There are two kinds of texts, each with its own languages: *plain* decimals, and *exponent* forms as serialisers
// write them, with one digit from 1 to 9 before the point, or zeros alone:
//
//   plain      -?(0|[1-9]\d*)(\.\d+)?                              1   -0.50   1000000
//   exponent   -?([1-9](\.\d+)?|0(\.0+)?)[eE][+-]?\d{1,3}          1e+21   5e-324   1.5E3
//
// A reader of doubles rounds. Ranges and constants are still decided for all texts, because the decimals that are read
// as one double form an interval (rounding.ts). Multiples are decided for *short* texts, whose value as read equals the
// value as written (round-trips.ts), and for some other texts. A set of numbers therefore has two languages: the texts
// whose value is certainly in the set, and those whose value is certainly not. Complementing a set exchanges them. A
// text in neither language is never accepted.
import type { Regex } from "@espalier/automata";
import {
  and,
  automatonRegex,
  choice,
  choiceOf,
  empty,
  literal,
  not,
  optional,
  plus,
  repeat,
  sequence,
} from "@espalier/automata";
import { burn } from "@espalier/monitor";
import { MINUS, PLAIN_BYTES, POINT } from "../text/plain-bytes.js";
import { createRecall, once } from "../text/recall.js";
import { type StateMachine, tableOf } from "../text/tables.js";
import { negated } from "../text/within.js";
import { digit } from "./digit.js";
import type { NumberBounds, NumberReading, ValueInterval } from "./number-ranges.js";
import {
  comparisonWith,
  decimalsAround,
  decimalsOf,
  exponentTexts,
  intervalOf,
  MOST_WHOLE_DIGITS,
  outside,
  plainTexts,
  powerBetween,
  valuesKey,
} from "./number-ranges.js";
import { shortPlain } from "./round-trips.js";

/** A set of numbers as languages of texts. */
export interface NumberText {
  /** The texts whose value is certainly in the set. */
  readonly holds: TextsOfValues;
  /** The texts whose value is certainly not in the set. */
  readonly fails: TextsOfValues;
  /**
   * Returns a regular expression that decides which *short* texts without an exponent are in the set (short: a reader's
   * rounding does not change the value). It combines automata, which `asOneAutomaton` can merge; `undefined` if there
   * are too many. It is built at the first call.
   */
  readonly question: () => Regex | undefined;
  readonly reading: NumberReading;
  /** The number of classes into which this set divides the exponent forms; 1 for ranges and constants. */
  readonly weight: number;
}

/** Texts whose value is certainly in, or certainly outside, a set; each language is built at the first call. */
export interface TextsOfValues {
  /** Plain texts, including all short ones. If `complete` is true, use `any` instead. */
  readonly short: () => Regex;
  /** Plain texts of any length. */
  readonly any: () => Regex;
  /** Whether `any` holds every plain text whose value qualifies. */
  readonly complete: boolean;
  readonly exponent: () => Regex;
}

const recall = createRecall<NumberText>(64);

/** All plain texts. */
const everyPlain: () => Regex = once(() => plainTexts({ low: undefined, high: undefined }, "any"));
/** All exponent forms. */
const everyExponent: () => Regex = once(() => exponentTexts({ low: undefined, high: undefined }));

const nothing = (): Regex => empty;

/** Returns the plain texts whose value is decided by the decimal that they spell. */
export function decidedPlain(reading: NumberReading): Regex {
  return reading === "decimals" ? everyPlain() : shortPlain();
}

/** Returns the plain texts whose value is in a set. */
export function plainOf({ holds }: NumberText): Regex {
  if (holds.complete) return holds.any();
  return choice(holds.short(), holds.any());
}

/** Returns the exponent forms whose value is in a set. */
export function exponentOf({ holds }: NumberText): Regex {
  return holds.exponent();
}

/** The parts of a number text whose condition is known. */
interface Parts {
  /** Default: 1. */
  readonly weight?: number;
  readonly question: () => Regex;
  readonly holds: Omit<TextsOfValues, "short">;
  readonly fails: Omit<TextsOfValues, "short">;
}

/**
 * Creates a set of numbers from the texts that are certainly in it (`holds`), those certainly not in it (`fails`), and
 * the expression that decides short texts (`question`).
 */
export function numberTextOf(reading: NumberReading, { weight = 1, question, holds, fails }: Parts): NumberText {
  const asked = once(question);
  const lazily = (side: Omit<TextsOfValues, "short">, short: () => Regex): TextsOfValues => ({
    short: once(() => and(decidedPlain(reading), short())),
    any: once(side.any),
    complete: side.complete,
    exponent: once(side.exponent),
  });
  return {
    holds: lazily(holds, asked),
    fails: lazily(fails, () => negated(asked())),
    question: asked,
    reading,
    weight,
  };
}

/** Returns every number, in both kinds of texts. */
export function everyNumber(reading: NumberReading): NumberText {
  return between({}, reading);
}

/** Returns the empty set. */
export function noNumber(reading: NumberReading): NumberText {
  return complement(everyNumber(reading));
}

/** Digits before the point in exponent forms that no serialiser writes. */
const MOST_LOOSE_DIGITS = 200;

/**
 * Returns every number, also in exponent forms that no serialiser writes: `10e5`, `0.5e3`, with up to 200 digits before
 * the point and positive exponents of up to two digits.
 */
export function anyNumber(reading: NumberReading): NumberText {
  return recall(`any/${reading}`, () => {
    const every = everyNumber(reading);
    const whole = choice(digit(0, 0), sequence(digit(1, 9), repeat(digit(0, 9), 0, MOST_LOOSE_DIGITS - 1)));
    const fraction = optional(sequence(literal("."), plus(digit(0, 9))));
    const loose = sequence(optional(literal("-")), whole, fraction, powerBetween(-999, 99));
    return { ...every, holds: { ...every.holds, exponent: once(() => choice(everyExponent(), loose)) } };
  });
}

/**
 * Returns the numbers between bounds. Cost: some microseconds per digit of the bounds; cached.
 *
 * @throws RangeError if a bound is not finite.
 */
export function between(bounds: NumberBounds, reading: NumberReading): NumberText {
  const interval = intervalOf(bounds);
  return recall(`${valuesKey(interval)}/${reading}`, () => {
    const plain = (values: ValueInterval): Regex => plainTexts(decimalsOf(values, reading), "any");
    const exponent = (values: ValueInterval): Regex => exponentTexts(decimalsOf(values, reading));
    return numberTextOf(reading, {
      question: () => comparisonWith(decimalsOf(interval, "decimals")),
      holds: { any: () => plain(interval), complete: true, exponent: () => exponent(interval) },
      fails: {
        any: () => choiceOf(outside(interval).map(plain)),
        complete: true,
        exponent: () => choiceOf(outside(interval).map(exponent)),
      },
    });
  });
}

/** Units of fuel for all spellings of a constant, which take some 20 µs. */
const SPELLING = 300;

/**
 * Returns a set of constants. Its texts spell exactly the decimal of a constant: `1`, `1.0`, `1e0`. Other texts that a
 * reader rounds to a constant are neither in the set nor in its complement.
 *
 * @throws RangeError if a value is not finite.
 */
export function constants(values: readonly number[], reading: NumberReading): NumberText {
  burn("regex", SPELLING * values.length);
  const spelt = values.map((value) => between({ minimum: value, maximum: value }, "decimals"));
  // For zero the texts of all other values are known; for other numbers, the texts that are read as them.
  const around = values.filter((value) => value !== 0).map((value) => decimalsAround(value, reading));
  const apart = values.includes(0) ? [complement(between({ minimum: 0, maximum: 0 }, reading))] : [];
  return {
    holds: {
      short: nothing,
      any: once(() => choiceOf(spelt.map(plainOf))),
      complete: true,
      exponent: once(() => choiceOf(spelt.map(exponentOf))),
    },
    fails: {
      short: nothing,
      any: once(() =>
        and(
          ...apart.map(plainOf),
          ...without(
            everyPlain(),
            around.map((each) => plainTexts(each, "any")),
          ),
        ),
      ),
      complete: true,
      exponent: once(() => and(...apart.map(exponentOf), ...without(everyExponent(), around.map(exponentTexts)))),
    },
    question: jointly(spelt, choiceOf),
    reading,
    weight: 1,
  };
}

function without(every: Regex, parts: readonly Regex[]): readonly Regex[] {
  return parts.length === 0 ? [] : [every, not(choiceOf(parts))];
}

/** Returns the numbers that are written without a fraction: draft 4's integers. */
export function integersByText(reading: NumberReading): NumberText {
  return recall(`integers by text/${reading}`, () => {
    const sign = optional(literal("-"));
    const whole = choice(digit(0, 0), sequence(digit(1, 9), repeat(digit(0, 9), 0, MOST_WHOLE_DIGITS - 1)));
    return numberTextOf(reading, {
      question: () => automatonRegex(tableOf(WHOLE, WHOLE_STATES)!),
      holds: { any: () => sequence(sign, whole), complete: true, exponent: nothing },
      fails: {
        any: () => sequence(sign, whole, literal("."), plus(digit(0, 9))),
        complete: true,
        exponent: everyExponent,
      },
    });
  });
}

/** A sign, then a single 0 or digits that begin with another digit. */
const WHOLE: StateMachine = {
  start: 0,
  classes: PLAIN_BYTES,
  accepts: (state) => state >= 2,
  step(state, byteClass) {
    if (byteClass === MINUS) return state === 0 ? 1 : -1;
    if (byteClass === POINT || state === 2) return -1;
    return state < 2 && byteClass === 0 ? 2 : 3;
  },
};
const WHOLE_STATES = 4;

/** The largest number of texts whose conditions are combined into one expression. */
const MOST_QUESTIONS = 200;

/** Combines the conditions of several texts; `undefined` if that takes too many. */
function jointly(texts: readonly NumberText[], join: (questions: readonly Regex[]) => Regex): () => Regex | undefined {
  return once(() => {
    if (texts.length > MOST_QUESTIONS) return undefined;
    const questions = texts.map(({ question }) => question()).filter((question) => question !== undefined);
    return questions.length === texts.length ? join(questions) : undefined;
  });
}

/** Exponent forms with a larger weight are left out: their automata are too large together. */
const MOST_WEIGHT = 64;

/** Combines several sets: `holds` joins the texts inside, `fails` joins the texts outside. */
function joined(texts: readonly [NumberText, ...NumberText[]], holds: Join, fails: Join): NumberText {
  const [{ reading }] = texts;
  const weight = texts.reduce((product, text) => product * text.weight, 1);
  const question = jointly(texts, holds);
  const side = (sides: readonly TextsOfValues[], asked: () => Regex | undefined, join: Join): TextsOfValues => ({
    short: once(() => {
      const one = asked();
      if (one !== undefined) return and(decidedPlain(reading), one);
      return join(sides.map(({ complete, any, short }) => (complete ? any() : short())));
    }),
    any: once(() => join(sides.map(({ any }) => any()))),
    complete: sides.every(({ complete }) => complete),
    exponent: once(() => (weight > MOST_WEIGHT ? empty : join(sides.map(({ exponent }) => exponent())))),
  });
  return {
    holds: side(
      texts.map((text) => text.holds),
      question,
      holds,
    ),
    fails: side(
      texts.map((text) => text.fails),
      once(() => denial(question())),
      fails,
    ),
    question,
    reading,
    weight,
  };
}

type Join = (parts: readonly Regex[]) => Regex;
const inAll: Join = (parts) => and(...parts);

/** Returns the numbers in all of `texts`; there must be at least one. */
export function intersection(...texts: readonly [NumberText, ...NumberText[]]): NumberText {
  return texts.length === 1 ? texts[0] : joined(texts, inAll, choiceOf);
}

/** Returns the numbers in any of `texts`; there must be at least one. */
export function union(...texts: readonly [NumberText, ...NumberText[]]): NumberText {
  return texts.length === 1 ? texts[0] : joined(texts, choiceOf, inAll);
}

/** Returns the numbers not in `text`. */
export function complement({ holds, fails, question, reading, weight }: NumberText): NumberText {
  return { holds: fails, fails: holds, question: once(() => denial(question())), reading, weight };
}

function denial(question: Regex | undefined): Regex | undefined {
  return question === undefined ? undefined : negated(question);
}
