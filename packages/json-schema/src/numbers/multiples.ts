// Exact `multipleOf`, computed with remainders of decimals and never with floating-point remainders.
//
// A divisor is n = N · 10^k, where N is an integer that 10 does not divide. A text is D · 10^p, where D is the integer
// of its digits without trailing zeros. It is a multiple of n if p ≥ k and N divides D · 10^(p−k). For N = 1, the
// powers of ten, only the position of the last digit other than 0 matters: regular expressions decide it for plain
// texts, and a small automaton for exponent forms. For any other N, an automaton of remainders mod N reads plain texts.
// In exponent forms, the power comes after the digits, so an automaton would need N states for each possible number of
// digits. These forms are left undecided.
import type { ByteAutomaton, Regex } from "@espalier/automata";
import { and, automatonRegex, choice, empty, literal, optional, plus, repeat, sequence } from "@espalier/automata";
import { MINUS, PLAIN_BYTES, POINT } from "../text/plain-bytes.js";
import { createRecall, once } from "../text/recall.js";
import type { StateMachine } from "../text/tables.js";
import { tableOf } from "../text/tables.js";
import { decimalOf } from "./decimal.js";
import { digit } from "./digit.js";
import { MOST_POWER, multipleForms, powerMultiples, smallMultiples } from "./exponent-multiples.js";
import type { NumberBounds, NumberReading } from "./number-ranges.js";
import {
  beyond,
  contains,
  exponentTexts,
  intervalOf,
  MOST_WHOLE_DIGITS,
  plainTexts,
  powerBetween,
  valuesKey,
  zeroForms,
} from "./number-ranges.js";
import type { NumberText } from "./numbers.js";
import { between, intersection, numberTextOf } from "./numbers.js";
import { exponentBelow, plainWithMargin, shortExponent } from "./round-trips.js";
import { wholeDecimals } from "./whole-texts.js";

/** The largest number of states of an automaton of remainders. */
const MOST_STATES = 5000;

/** Ten times a number of this many digits, plus a digit, is exact in a double. */
const MOST_DIGITS = 14;

/** Thrown if a divisor needs an automaton larger than allowed. */
export class DivisorLimitError extends Error {
  override readonly name = "DivisorLimitError";
  readonly code = "limit";
  readonly divisor: number;
  /** The largest number of states allowed. */
  readonly limit: number = MOST_STATES;

  constructor(divisor: number) {
    super(`the multiples of ${divisor} take an automaton of more than ${MOST_STATES} states`);
    this.divisor = divisor;
  }
}

const recall = createRecall<NumberText>(64);
const recallRanges = createRecall<NumberText>(64);

/**
 * Returns the multiples of `divisor`: 0, −divisor, divisor, 2 · divisor, …, as exact decimals.
 *
 * Cost: tens of microseconds for a power of ten, otherwise up to a millisecond for the table; cached.
 *
 * @throws RangeError if the divisor is not a finite number above 0; DivisorLimitError if it has too many digits other
 * than trailing zeros (1234, 2.125, 1e9 and 1e-9 are accepted; 123456 is not).
 */
export function multipleOf(divisor: number, reading: NumberReading): NumberText {
  if (!Number.isFinite(divisor) || divisor <= 0) throw new RangeError(`${divisor} is not a divisor`);
  return recall(`multiples of ${divisor}/${reading}`, () => {
    const { digits, point } = decimalOf(divisor);
    const power = point - digits.length;
    return digits === "1" ? multiplesOfPower(power, reading) : multiplesOfOthers(divisor, digits, power, reading);
  });
}

/** Returns the multiples of 10^power. A text that is a multiple as written is also read as one, whatever its length. */
function multiplesOfPower(power: number, reading: NumberReading): NumberText {
  const forms = once(() => powerMultiples(power));
  return numberTextOf(reading, {
    question: () =>
      automatonRegex(tableOf(power >= 0 ? wholeRemainders(1, power) : decimalRemainders(1, -power), MOST_STATES)!),
    holds: {
      any: () => plainMultiplesOfPower(power),
      complete: true,
      exponent() {
        if (reading === "decimals") return choice(zeroForms(), and(shortExponent(), forms().holds));
        const from = power + LONGEST_READ;
        const small =
          power >= 0 && power <= MOST_POWER ? smallMultiples(power, from - 1) : and(shortExponent(), forms().holds);
        return choice(zeroForms(), small, exponentFrom(from));
      },
    },
    fails: {
      any: () => (reading === "doubles" ? plainWithMargin(Math.max(-power, 0)) : empty),
      complete: false,
      exponent: () => choice(and(shortExponent(), forms().fails), exponentBelow(power)),
    },
  });
}

function multiplesOfOthers(divisor: number, digits: string, power: number, reading: NumberReading): NumberText {
  const automaton = digits.length > MOST_DIGITS ? undefined : remainders(Number(digits), power);
  if (automaton === undefined) throw new DivisorLimitError(divisor);
  const forms = once(() => multipleForms(Number(digits), power));
  return numberTextOf(reading, {
    weight: Number(digits),
    question: () => automatonRegex(automaton),
    holds: {
      any: () => empty,
      complete: false,
      exponent: () => choice(zeroForms(), and(shortExponent(), forms().holds)),
    },
    fails: {
      any: () => (reading === "doubles" ? plainWithMargin(Math.max(-power, 0)) : empty),
      complete: false,
      exponent: () => choice(and(shortExponent(), forms().fails), exponentBelow(power)),
    },
  });
}

/** Returns the numbers whose value is an integer: 1, 1.0, −0, 1.5e1. */
export function integers(reading: NumberReading): NumberText {
  return multipleOf(1, reading);
}

/** Digits before the point of integers in exponent forms that no serialiser writes. */
const MOST_LOOSE_DIGITS = 200;

/** Returns all integers, also in exponent forms that no serialiser writes: `10e5`, `120.0e2`. */
export function anyInteger(reading: NumberReading): NumberText {
  return recall(`any integer/${reading}`, () => {
    const all = integers(reading);
    const loose = sequence(
      optional(literal("-")),
      digit(1, 9),
      repeat(digit(0, 9), 1, MOST_LOOSE_DIGITS - 1),
      optional(sequence(literal("."), plus(literal("0")))),
      powerBetween(0, 99),
    );
    return { ...all, holds: { ...all.holds, exponent: once(() => choice(all.holds.exponent(), loose)) } };
  });
}

/**
 * Returns the integers between bounds. The result equals the intersection of {@link integers} and `between`. Building
 * the plain texts directly is cheaper.
 *
 * @throws RangeError if a bound is not finite.
 */
export function integersBetween(bounds: NumberBounds, reading: NumberReading): NumberText {
  const interval = intervalOf(bounds);
  return recallRanges(`${valuesKey(interval)}/${reading}`, () => {
    const both = intersection(integers(reading), between(bounds, reading));
    const whole = wholeDecimals(interval, reading);
    const any = once(() => plainTexts(whole, "zeros"));
    const exponent = once(() =>
      choice(
        contains(interval, 0) ? zeroForms() : empty,
        and(exponentTexts(whole), powerMultiples(0).holds),
        ...(reading === "doubles"
          ? beyond(interval, 10 ** LONGEST_READ).map((part) => exponentTexts(wholeDecimals(part, reading)))
          : []),
      ),
    );
    return { ...both, holds: { ...both.holds, any, complete: true, exponent } };
  });
}

/** Returns the plain multiples of 10^power. */
function plainMultiplesOfPower(power: number): Regex {
  const zeros = (min: number): Regex => repeat(literal("0"), min, Number.POSITIVE_INFINITY);
  const digits = (min: number, max: number): Regex => (max < min ? empty : repeat(digit(0, 9), min, max));
  const whole = Math.max(power, 0);
  const above =
    whole >= MOST_WHOLE_DIGITS
      ? empty
      : sequence(digit(1, 9), digits(0, MOST_WHOLE_DIGITS - whole - 1), repeat(literal("0"), whole, whole));
  const free = Math.max(-power, 0);
  const fraction = free === 0 ? zeros(1) : choice(digits(1, free), sequence(digits(free, free), zeros(1)));
  return sequence(optional(literal("-")), choice(literal("0"), above), optional(sequence(literal("."), fraction)));
}

/** The largest number of digits after the first one in the shortest decimal of a double. */
const LONGEST_READ = 16;

/**
 * Returns the exponent forms, of any length, from 10^power on. A double that large has no digits below 10^power in its
 * shortest decimal.
 */
function exponentFrom(power: number): Regex {
  if (power > 308) return empty;
  const end = { decimal: { sign: 1, digits: "1", point: Math.max(power, -300) + 1 }, inclusive: true } as const;
  return sequence(optional(literal("-")), exponentTexts({ low: end, high: undefined }));
}

/** Returns the automaton of the plain multiples of `factor` · 10^power; `undefined` if it is too large. */
function remainders(factor: number, power: number): ByteAutomaton | undefined {
  const machine = power >= 0 ? wholeRemainders(factor, power) : decimalRemainders(factor, -power);
  return tableOf(machine, MOST_STATES);
}

// States that both machines have; the other states are numbered from FIRST.
const START = 0;
const SIGNED = 1;
/** After a 0 that begins the number. */
const ZERO = 2;
/** After a point that only zeros may follow. */
const BARE_POINT = 3;
/** After such zeros. */
const ONLY_ZEROS = 4;
const FIRST = 5;

/**
 * Returns an automaton for the multiples of factor · 10^zeros. A state holds the remainder of the digits so far without
 * their last zeros, and the number of these zeros.
 */
function wholeRemainders(factor: number, zeros: number): StateMachine {
  const state = (remainder: number, ended: number): number => FIRST + remainder * (zeros + 1) + ended;
  const remainderOf = (at: number): number => Math.floor((at - FIRST) / (zeros + 1));
  const endedOf = (at: number): number => (at - FIRST) % (zeros + 1);
  const accepts = (at: number): boolean =>
    at === ZERO || at === ONLY_ZEROS || (at >= FIRST && remainderOf(at) === 0 && endedOf(at) === zeros);
  return {
    start: START,
    classes: PLAIN_BYTES,
    accepts,
    step(at, byteClass) {
      if (byteClass === MINUS) return at === START ? SIGNED : -1;
      if (byteClass === POINT) return at !== ONLY_ZEROS && accepts(at) ? BARE_POINT : -1;
      if (at === BARE_POINT || at === ONLY_ZEROS) return byteClass === 0 ? ONLY_ZEROS : -1;
      if (at === ZERO) return -1;
      if (at === START || at === SIGNED) return byteClass === 0 ? ZERO : state(byteClass % factor, 0);
      const remainder = remainderOf(at);
      const ended = endedOf(at);
      if (byteClass === 0) return ended < zeros ? state(remainder, ended + 1) : state((remainder * 10) % factor, zeros);
      let shifted = remainder;
      for (let i = 0; i <= ended; i++) shifted = (shifted * 10) % factor;
      return state((shifted + byteClass) % factor, 0);
    },
  };
}

/**
 * Returns an automaton for the multiples of factor · 10^−places. A state holds the remainder, modulo `factor`, of the
 * value so far times 10^places, and the current decimal place.
 */
function decimalRemainders(factor: number, places: number): StateMachine {
  // weights[p]: the value of a 1 at the p-th place after the point; weights[0] is for the digit before the point.
  const weights = Array.from({ length: places + 1 }, () => 1 % factor);
  for (let place = places - 1; place >= 0; place--) weights[place] = (weights[place + 1]! * 10) % factor;
  // Column 0: before the point; 1: directly after it; 1 + p: after p digits of the fraction.
  const state = (remainder: number, column: number): number => FIRST + remainder * (places + 1) + column;
  const remainderOf = (at: number): number => Math.floor((at - FIRST) / (places + 1));
  const columnOf = (at: number): number => (at - FIRST) % (places + 1);
  return {
    start: START,
    classes: PLAIN_BYTES,
    accepts: (at) => at === ZERO || at === ONLY_ZEROS || (at >= FIRST && columnOf(at) !== 1 && remainderOf(at) === 0),
    step(at, byteClass) {
      if (byteClass === MINUS) return at === START ? SIGNED : -1;
      if (byteClass === POINT) {
        if (at === ZERO) return state(0, 1);
        return at >= FIRST && columnOf(at) === 0 ? state(remainderOf(at), 1) : -1;
      }
      if (at === ONLY_ZEROS) return byteClass === 0 ? ONLY_ZEROS : -1;
      if (at === START || at === SIGNED) {
        return byteClass === 0 ? ZERO : state((byteClass * weights[0]!) % factor, 0);
      }
      if (at < FIRST) return -1;
      const column = columnOf(at);
      const remainder = remainderOf(at);
      if (column === 0) return state((remainder * 10 + byteClass * weights[0]!) % factor, 0);
      const next = (remainder + byteClass * weights[column]!) % factor;
      // After the last place only zeros may follow, and only if the remainder is 0.
      if (column === places) return next === 0 ? ONLY_ZEROS : -1;
      return state(next, column + 1);
    },
  };
}
