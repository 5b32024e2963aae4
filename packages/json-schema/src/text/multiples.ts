// `multipleOf`, exactly: remainders of decimals, never of floating-point numbers.
//
// A divisor is n = N · 10^k with N a whole number that 10 does not divide. A text is D · 10^p, D being its digits without
// the zeros at their end. It is a multiple of n when p ≥ k and N divides D · 10^(p−k). For N = 1, the powers of ten, that
// only asks where the last digit other than 0 stands, which regular expressions say for plain texts and a small automaton
// for exponent forms. For other N the plain texts are read by the automaton of remainders mod N; exponent forms, where
// the power comes after the digits, would need one as large as N times the number of digits, and are left undecided.
import type { Automaton, Regex } from "@espalier/automata";
import { and, automatonRegex, choice, empty, literal, optional, repeat, sequence } from "@espalier/automata";
import { decimalOf } from "./decimal.js";
import { digit } from "./digit-ranges.js";
import type { NumberBounds } from "./number-ranges.js";
import { intervalKey, intervalOf, MANTISSA_FRACTION_DIGITS, plainTexts, wholeInterval } from "./number-ranges.js";
import type { NumberLimits, NumberText } from "./numbers.js";
import { between, DEFAULT_NUMBER_LIMITS, everyNumber, intersection } from "./numbers.js";
import { MINUS, PLAIN_BYTES, POINT } from "./plain-bytes.js";
import { createRecall, once } from "./recall.js";
import type { StateMachine } from "./tables.js";
import { tableOf } from "./tables.js";

/** The most states of an automaton of remainders. */
const MOST_STATES = 5000;

/** Ten times a number of so many digits, and a digit, is exact in a double. */
const MOST_DIGITS = 14;

/** A divisor needs an automaton larger than allowed. */
export class DivisorLimitError extends Error {
  override readonly name = "DivisorLimitError";
  readonly code = "limit";
  readonly divisor: number;
  /** The most states allowed. */
  readonly limit: number = MOST_STATES;

  constructor(divisor: number) {
    super(`the multiples of ${divisor} take an automaton of more than ${MOST_STATES} states`);
    this.divisor = divisor;
  }
}

const recall = createRecall<NumberText>(64);
const recallRanges = createRecall<NumberText>(500);

/**
 * The multiples of `divisor`: 0, −divisor, divisor, 2 · divisor, …, as exact decimals.
 *
 * Cost: some tens of microseconds for a power of ten, else up to a millisecond for the table; remembered.
 *
 * @throws RangeError when the divisor is not a finite number above 0; DivisorLimitError when it has too many digits other
 * than zeros at their end (1234 and 2.125 are fine, 123456 is not, 1e9 and 1e-9 are).
 */
export function multipleOf(divisor: number, limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  if (!Number.isFinite(divisor) || divisor <= 0) throw new RangeError(`${divisor} is not a divisor`);
  return recall(`multiples of ${divisor}/${limits.wholeDigits} ${limits.fractionDigits}`, () => {
    const { digits, point } = decimalOf(divisor);
    const power = point - digits.length;
    const every = everyNumber(limits);
    if (digits === "1") {
      const machine = -40 <= power && power <= 40 ? tableOf(powerForms(power), MOST_STATES) : undefined;
      return {
        plain: multiplesOfPower(power, limits),
        question: once(() => asRegex(remainders(1, power))),
        exponent: machine === undefined ? empty : and(every.exponent, automatonRegex(machine)),
        exponents: machine === undefined ? "undecided" : "exact",
      };
    }
    const automaton = digits.length > MOST_DIGITS ? undefined : remainders(Number(digits), power);
    if (automaton === undefined) throw new DivisorLimitError(divisor);
    const question = automatonRegex(automaton);
    return { plain: and(every.plain, question), question: () => question, exponent: empty, exponents: "undecided" };
  });
}

/** The numbers whose value is an integer: 1, 1.0, −0, 1.5e1. */
export function integers(limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  return multipleOf(1, limits);
}

/**
 * The integers between bounds: what {@link integers} and `between` have in common, the plain texts of which are cheaper to
 * say than to intersect.
 *
 * @throws RangeError when a bound is not finite.
 */
export function integersBetween(bounds: NumberBounds, limits: NumberLimits = DEFAULT_NUMBER_LIMITS): NumberText {
  const interval = intervalOf(bounds);
  return recallRanges(`${intervalKey(interval)}/${limits.wholeDigits}/${limits.fractionDigits}`, () => {
    const both = intersection(integers(limits), between(bounds, limits));
    const whole = wholeInterval(interval);
    return whole === undefined ? both : { ...both, plain: plainTexts(whole, { ...limits, fraction: "zeros" }) };
  });
}

const ZEROS = "0";

/** The plain multiples of 10^power. */
function multiplesOfPower(power: number, { wholeDigits, fractionDigits }: NumberLimits): Regex {
  const zeros = (min: number, max: number): Regex => (max < min ? empty : repeat(literal(ZEROS), min, max));
  const digits = (min: number, max: number): Regex => (max < min ? empty : repeat(digit(0, 9), min, max));
  const whole = Math.max(power, 0);
  const above =
    whole >= wholeDigits ? empty : sequence(digit(1, 9), digits(0, wholeDigits - whole - 1), zeros(whole, whole));
  const free = Math.min(Math.max(-power, 0), fractionDigits);
  const fraction = choice(
    free === 0 ? empty : digits(1, free),
    sequence(digits(free, free), zeros(1, fractionDigits - free)),
  );
  return sequence(optional(literal("-")), choice(literal(ZEROS), above), optional(sequence(literal("."), fraction)));
}

function asRegex(automaton: Automaton | undefined): Regex | undefined {
  return automaton === undefined ? undefined : automatonRegex(automaton);
}

/** The automaton of the plain multiples of `factor` · 10^power; `undefined` when it is too large. */
function remainders(factor: number, power: number): Automaton | undefined {
  const machine = power >= 0 ? wholeRemainders(factor, power) : decimalRemainders(factor, -power);
  return tableOf(machine, MOST_STATES);
}

// States that both machines have; the others count from FIRST on.
const START = 0;
const SIGNED = 1;
/** After a 0 that begins the number. */
const ZERO = 2;
/** After a point behind which only zeros may stand. */
const BARE_POINT = 3;
/** After such zeros. */
const ONLY_ZEROS = 4;
const FIRST = 5;

/** Multiples of factor · 10^zeros: the remainder of the digits so far without their last zeros, and how many those are. */
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

/** Multiples of factor · 10^−places: the remainder of the value so far times 10^places, and the place it has got to. */
function decimalRemainders(factor: number, places: number): StateMachine {
  // weights[p]: what 1 at the p-th place behind the point is worth; weights[0] is for the digit before it.
  const weights = Array.from({ length: places + 1 }, () => 1 % factor);
  for (let place = places - 1; place >= 0; place--) weights[place] = (weights[place + 1]! * 10) % factor;
  // Column 0: before the point; 1: right after it; 1 + p: after p digits of the fraction.
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
      // Behind the last place only zeros may stand, and only if nothing remains.
      if (column === places) return next === 0 ? ONLY_ZEROS : -1;
      return state(next, column + 1);
    },
  };
}

const PLUS = 12;
const EXPONENT = 13;

/**
 * Exponent forms that are multiples of 10^power: the exponent is at least `power` plus the number of places behind the
 * point up to the last digit other than 0.
 */
function powerForms(power: number): StateMachine {
  const places = MANTISSA_FRACTION_DIGITS;
  // Before the e: FIRST + last · (places + 1) + read, of `read` places those up to `last` ending in another digit than 0.
  const pointed = (last: number, read: number): number => FIRST + last * (places + 1) + read;
  const afterFraction = pointed(places, places) + 1;
  // After it: what the exponent must reach, how far its digits have got (not past that), and where in it we are.
  const span = places + 1 + 2 * 400;
  const after = (part: number, least: number, value: number): number =>
    afterFraction + (part * span + (least + 400)) * 401 + value;
  const LETTER = 0;
  const PLUS_SIGN = 1;
  const MINUS_SIGN = 2;
  const ABOVE = 3;
  const BELOW = 4;
  const rest = (at: number): { readonly part: number; readonly least: number; readonly value: number } => {
    const code = at - afterFraction;
    const left = Math.floor(code / 401);
    return { part: Math.floor(left / span), least: (left % span) - 400, value: code % 401 };
  };
  const mantissa = (at: number): { readonly last: number; readonly read: number } => ({
    last: Math.floor((at - FIRST) / (places + 1)),
    read: (at - FIRST) % (places + 1),
  });
  return {
    start: START,
    classes: [...PLAIN_BYTES, [0x2b], [0x45, 0x65]],
    accepts(at) {
      if (at < afterFraction) return false;
      const { part, least, value } = rest(at);
      return part === ABOVE ? value >= least : part === BELOW;
    },
    step(at, byteClass) {
      if (at === START || at === SIGNED) {
        if (byteClass === MINUS) return at === START ? SIGNED : -1;
        // ZERO is the state after the one digit before the point here.
        return 1 <= byteClass && byteClass <= 9 ? ZERO : -1;
      }
      if (at === ZERO || at === BARE_POINT || at < afterFraction) {
        const { last, read } = at === ZERO || at === BARE_POINT ? { last: 0, read: 0 } : mantissa(at);
        if (byteClass === POINT) return at === ZERO ? BARE_POINT : -1;
        if (byteClass === EXPONENT) return at === BARE_POINT ? -1 : after(LETTER, power + last, 0);
        if (byteClass > 9 || at === ZERO || read === places) return -1;
        return pointed(byteClass === 0 ? last : read + 1, read + 1);
      }
      const { part, least, value } = rest(at);
      if (byteClass === PLUS) return part === LETTER ? after(PLUS_SIGN, least, 0) : -1;
      if (byteClass === MINUS) return part === LETTER && least <= 0 ? after(MINUS_SIGN, least, 0) : -1;
      if (byteClass > 9) return -1;
      const next = value * 10 + byteClass;
      if (part === MINUS_SIGN || part === BELOW) return next <= -least ? after(BELOW, least, next) : -1;
      return after(ABOVE, Math.max(least, 0), Math.min(next, Math.max(least, 0)));
    },
  };
}
