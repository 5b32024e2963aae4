// Numbers as languages of JSON number texts, decided by value.
//
// Texts come in two universes, each with its own languages: *plain* decimals, and *exponent* forms as serialisers write
// them, one digit from 1 to 9 before the point, or zeros alone:
//
//   plain      -?(0|[1-9]\d*)(\.\d+)?                              1   -0.50   1000000
//   exponent   -?([1-9](\.\d+)?|0(\.0+)?)[eE][+-]?\d{1,3}          1e+21   5e-324   1.5E3
//
// A reader of doubles rounds. Ranges and constants are decided for all texts all the same, since the decimals that are read
// as a double form an interval (rounding.ts). Multiples are decided for *short* texts, which are read as what they say
// (round-trips.ts), and for some of the others. So a set of numbers has two languages, the texts whose value is surely in
// the set and those whose value surely is not; a complement exchanges them, and a text in neither is never accepted.
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
import { MINUS, PLAIN_BYTES, POINT } from "../text/plain-bytes.js";
import { createRecall, once } from "../text/recall.js";
import { type StateMachine, tableOf } from "../text/tables.js";
import { negated } from "../text/within.js";
import { digit } from "./digit-ranges.js";
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
  /** The texts whose value is in the set. */
  readonly holds: TextsOfValues;
  /** The texts whose value is not. */
  readonly fails: TextsOfValues;
  /**
   * What is asked of short plain texts: by automata and combinations of them, which can be made one (`asOneAutomaton`).
   * `undefined` where it takes too many. Made when first asked for.
   */
  readonly question: () => Regex | undefined;
  readonly reading: NumberReading;
  /** How many ways of dividing what it knows of exponent forms tells apart; 1 for ranges and constants. */
  readonly weight: number;
}

/** Texts whose value is surely meant; each language is made when first asked for. */
export interface TextsOfValues {
  /** Plain texts; of the short ones all, unless `complete` holds: then `any` has them. */
  readonly short: () => Regex;
  /** Plain texts of any length. */
  readonly any: () => Regex;
  /** Whether `any` leaves out no plain text that is meant. */
  readonly complete: boolean;
  readonly exponent: () => Regex;
}

const recall = createRecall<NumberText>(500);

/** All plain texts. */
const everyPlain: () => Regex = once(() => plainTexts({ low: undefined, high: undefined }, "any"));
/** All exponent forms. */
const everyExponent: () => Regex = once(() => exponentTexts({ low: undefined, high: undefined }));

const nothing = (): Regex => empty;

/** The plain texts that are decided by the decimals they spell. */
export function decidedPlain(reading: NumberReading): Regex {
  return reading === "decimals" ? everyPlain() : shortPlain();
}

/** The plain texts whose value is in a set. */
export function plainOf({ holds }: NumberText): Regex {
  if (holds.complete) return holds.any();
  return choice(holds.short(), holds.any());
}

/** The exponent forms whose value is in a set. */
export function exponentOf({ holds }: NumberText): Regex {
  return holds.exponent();
}

/** What a number text is made of, for those whose question is known. */
interface Parts {
  /** Default: 1. */
  readonly weight?: number;
  readonly question: () => Regex;
  readonly holds: Omit<TextsOfValues, "short">;
  readonly fails: Omit<TextsOfValues, "short">;
}

/** A set of numbers by the texts that are known to be in it or not, and the question that decides short ones. */
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

/** Every number of the two universes. */
export function everyNumber(reading: NumberReading): NumberText {
  return between({}, reading);
}

/** No number. */
export function noNumber(reading: NumberReading): NumberText {
  return complement(everyNumber(reading));
}

/** Digits before the point of exponent forms that no serialiser writes. */
const MOST_LOOSE_DIGITS = 200;

/**
 * Every number, also in exponent forms that no serialiser writes: `10e5`, `0.5e3`, with up to 200 digits before the point and positive
 * exponents of up to two digits.
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
 * The numbers between bounds. Cost: some microseconds per digit of the bounds, remembered.
 *
 * @throws RangeError when a bound is not finite.
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

/** The number `value`. @throws RangeError when it is not finite. */
export function equalTo(value: number, reading: NumberReading): NumberText {
  return recall(`= ${value}/${reading}`, () => constants([value], reading));
}

/**
 * Some numbers, each in the texts that spell exactly its decimal: `1`, `1.0`, `1e0`. Texts that are only read as one of them are
 * neither in the set nor in its complement.
 *
 * @throws RangeError when one is not finite.
 */
export function constants(values: readonly number[], reading: NumberReading): NumberText {
  const spelt = values.map((value) => between({ minimum: value, maximum: value }, "decimals"));
  // Of zero it is the rest that is known, of other numbers what is read as them.
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

/** The numbers that are integers by the way they are written, without a fraction, as in draft 4. */
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

/** A sign, a 0 that stands alone or digits that begin with another. */
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

/** Texts asked of together by one expression, at most. */
const MOST_QUESTIONS = 200;

/** What is asked by several texts, put together; `undefined` when that is too much. */
function jointly(texts: readonly NumberText[], join: (questions: readonly Regex[]) => Regex): () => Regex | undefined {
  return once(() => {
    if (texts.length > MOST_QUESTIONS) return undefined;
    const questions = texts.map(({ question }) => question()).filter((question) => question !== undefined);
    return questions.length === texts.length ? join(questions) : undefined;
  });
}

/** Exponent forms of more weight are left out: their automata are too large together. */
const MOST_WEIGHT = 64;

/** A set made of several: what is joined on one side is joined the other way on the other side. */
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

/** The numbers in all of `texts`, of which there is at least one. */
export function intersection(...texts: readonly [NumberText, ...NumberText[]]): NumberText {
  return texts.length === 1 ? texts[0] : joined(texts, inAll, choiceOf);
}

/** The numbers in any of `texts`, of which there is at least one. */
export function union(...texts: readonly [NumberText, ...NumberText[]]): NumberText {
  return texts.length === 1 ? texts[0] : joined(texts, choiceOf, inAll);
}

/** The numbers not in `text`. */
export function complement({ holds, fails, question, reading, weight }: NumberText): NumberText {
  return { holds: fails, fails: holds, question: once(() => denial(question())), reading, weight };
}

function denial(question: Regex | undefined): Regex | undefined {
  return question === undefined ? undefined : negated(question);
}
