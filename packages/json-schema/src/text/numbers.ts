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
import {
  and,
  automatonRegex,
  choice,
  choiceOf,
  empty,
  literal,
  optional,
  parseRegex,
  repeat,
  sequence,
} from "@espalier/automata";
import { compared } from "./comparisons.js";
import { decimalOf } from "./decimal.js";
import { digit } from "./digit-ranges.js";
import type { Interval, NumberBounds } from "./number-ranges.js";
import { EXPONENT_LETTER, exponentTexts, intervalKey, intervalOf, plainTexts } from "./number-ranges.js";
import { MINUS, PLAIN_BYTES, POINT } from "./plain-bytes.js";
import { createRecall, once } from "./recall.js";
import { type StateMachine, tableOf } from "./tables.js";
import { eitherWithin, negated, restOf } from "./within.js";

/** A language of number texts. */
export interface NumberText {
  /** Of the texts without an exponent: those whose value is meant, and no others. */
  readonly plain: Regex;
  /**
   * What `plain` asks of plain texts, without counting their digits: by automata and combinations of them, which can be made one
   * (`asOneAutomaton`). `undefined` where it takes too many. Made when first asked for.
   */
  readonly question: () => Regex | undefined;
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
export const noNumber: NumberText = { plain: empty, question: () => empty, exponent: empty, exponents: "exact" };

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
    const every = everyNumber(limits);
    const loose = sequence(every.plain, EXPONENT_LETTER, parseRegex("[+-]?\\d\\d?"));
    return { ...every, exponent: choice(every.exponent, loose) };
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
    question: once(() => within(interval, limits)),
    exponent: exponentTexts(interval),
    exponents: "exact",
  }));
}

/** Whether the value of a plain text within the limits is in an interval. */
function within({ low, high }: Interval, { wholeDigits }: NumberLimits): Regex {
  if (low === undefined && high === undefined) return compared(0, [-1, 0, 1]);
  // What has more digits is as far away as what has one more.
  const near = (value: number): number =>
    decimalOf(value).point > wholeDigits ? Math.sign(value) * 10 ** wholeDigits : value;
  return and(
    ...(low === undefined ? [] : [compared(near(low.value), low.inclusive ? [0, 1] : [1])]),
    ...(high === undefined ? [] : [compared(near(high.value), high.inclusive ? [-1, 0] : [-1])]),
  );
}

/** The number `value` in all its spellings. @throws RangeError when it is not finite. */
export function equalTo(value: number, limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  return between({ minimum: value, maximum: value }, limits);
}

/** The numbers that are integers by the way they are written, without a fraction, as in draft 4. */
export function integersByText({ wholeDigits }: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  return recall(`integers by text/${wholeDigits}`, () => {
    const large = sequence(digit(1, 9), repeat(digit(0, 9), 0, wholeDigits - 1));
    return {
      plain: sequence(optional(literal("-")), choice(digit(0, 0), large)),
      question: once(() => automatonRegex(tableOf(WHOLE, WHOLE_STATES)!)),
      exponent: empty,
      exponents: "exact",
    };
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

/**
 * Plain texts put together: counted by themselves where all of them are, else every number, counted once, of which the question is
 * asked. `apart` is for what cannot be asked.
 */
function plainOf(
  texts: readonly NumberText[],
  question: () => Regex | undefined,
  every: Regex,
  counted: (plains: readonly Regex[]) => Regex,
  apart = counted,
): Regex {
  const plains = texts.map(({ plain }) => plain);
  if (plains.every((plain) => plain.kind !== "and")) return counted(plains);
  const asked = question();
  return asked === undefined ? apart(plains) : and(every, asked);
}

/** The numbers in all of `texts`; of none, every number. */
export function intersection(...texts: readonly NumberText[]): NumberText {
  if (texts.length === 0) return everyNumber();
  if (texts.length === 1) return texts[0]!;
  const every = everyNumber();
  const question = jointly(texts, (questions) => and(...questions));
  const certain = texts.some(isSurelyEmpty) || texts.every(({ exponents }) => exponents === "exact");
  return {
    plain: plainOf(texts, question, every.plain, (plains) => and(...plains)),
    question,
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
  const question = jointly(texts, choiceOf);
  return {
    plain: plainOf(texts, question, every.plain, choiceOf, (plains) => eitherWithin(every.plain, plains)),
    question,
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
    plain: restOf(every.plain, text.plain, text.question()),
    question: jointly([text], ([question]) => negated(question!)),
    exponent: text.exponents === "exact" ? restOf(every.exponent, text.exponent) : empty,
    exponents: text.exponents,
  };
}
