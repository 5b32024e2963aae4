// Decides which numbers in exponent form (`1.5e3`) are multiples of a decimal n = N · 10^k, where 10 does not divide N.
//
// A form is M · 10^(x − p). M is the integer of its mantissa's digits without trailing zeros, p the number of these
// digits after the point, and x the exponent. Let N = q^e · m, where q is 2 or 5 and m is coprime to 10. Then the form
// is a multiple of n if and only if
//
//   m divides M,   and for some t ≤ e   q^(e−t) divides M   and   x − p ≥ k + t
//
// Each of these conditions is decided by an automaton of its own that reads the form.
import { and, automatonRegex, choiceOf, empty, type Regex } from "@espalier/automata";
import { MINUS, PLAIN_BYTES, POINT } from "../text/plain-bytes.js";
import { createRecall } from "../text/recall.js";
import { type StateMachine, tableOf } from "../text/tables.js";
import { POWER_DIGITS } from "./number-ranges.js";

/** What is known of the exponent forms that `shortExponent` matches. */
export interface DecidedForms {
  readonly holds: Regex;
  readonly fails: Regex;
}

/** The largest power of ten with which an automaton compares. */
export const MOST_POWER = 40;
/** The largest number of states of one automaton. */
const MOST_STATES = 5000;
/** The largest factor N for which the automata stay small together. */
const MOST_FACTOR = 64;
/**
 * The largest number of factors 2 or 5 in N, the divisor without its power of ten, with which all exponent forms are
 * decided. If N has more such factors, a form is decided only if its power of ten contains them.
 */
const MOST_TIMES = 2;
/** Digits after the point of a mantissa. */
const PLACES = 14;

/** Divides the exponent forms into multiples of 10^power and others. */
export function powerMultiples(power: number): DecidedForms {
  return recall(String(power), () => multipleForms(1, power));
}

const recall = createRecall<DecidedForms>(64);
const recallSmall = createRecall<Regex>(64);

/**
 * Returns the multiples of 10^power in exponent form with exponents up to `most`, among the forms that `shortExponent`
 * matches. `power` must not be negative. An automaton alone is cheaper than its intersection with `shortExponent`.
 */
export function smallMultiples(power: number, most: number): Regex {
  return recallSmall(`${power} ${most}`, () => tabled(reaches(power, exponentsUpTo(most))));
}

/**
 * Decides which numbers in exponent form (`1.5e3`) are multiples of factor · 10^power and which are not; 10 must not
 * divide `factor`. For large factors, and for powers beyond ±40, it leaves all exponent forms undecided.
 */
export function multipleForms(factor: number, power: number): DecidedForms {
  const q = factor % 2 === 0 ? 2 : 5;
  let rest = factor;
  let times = 0;
  for (; rest % q === 0; times++) rest /= q;
  if (factor > MOST_FACTOR || Math.abs(power) > MOST_POWER) return { holds: empty, fails: empty };
  const isDecided = times <= MOST_TIMES;
  const ways: Regex[] = [];
  for (let t = isDecided ? 0 : times; t <= times; t++) {
    const left = times - t;
    const shifted = tabled(reaches(power + t, unlimitedExponents()));
    ways.push(left === 0 ? shifted : and(shifted, tabled(strippedRemainder(q, left))));
  }
  const holds = rest === 1 ? choiceOf(ways) : and(choiceOf(ways), tabled(remainderOfMantissa(rest)));
  return { holds, fails: isDecided ? { kind: "not", operand: holds } : empty };
}

function tabled(machine: StateMachine): Regex {
  return automatonRegex(tableOf(machine, MOST_STATES + 1)!);
}

const PLUS = 12;
const EXPONENT = 13;
const CLASSES = [...PLAIN_BYTES, [0x2b], [0x45, 0x65]];
/** After the `e`: the rest of the form does not matter for this automaton. */
const PASSED = 0;

/** Decides whether a number coprime to 10 divides the digits of the mantissa. */
function remainderOfMantissa(divisor: number): StateMachine {
  return {
    start: 1,
    classes: CLASSES,
    accepts: (at) => at === PASSED,
    step(at, byteClass) {
      if (at === PASSED || byteClass === MINUS || byteClass === POINT) return at;
      if (byteClass > 9) return byteClass === EXPONENT && at === 1 ? PASSED : -1;
      return 1 + (((at - 1) * 10 + byteClass) % divisor);
    },
  };
}

/** Decides whether prime^power divides the digits of the mantissa without trailing zeros; `prime` is 2 or 5. */
function strippedRemainder(prime: number, power: number): StateMachine {
  const divisor = prime ** power;
  // The remainder without the trailing zeros, and the number of these zeros, capped at `power`.
  const state = (remainder: number, zeros: number): number => 1 + remainder * (power + 1) + zeros;
  return {
    start: state(0, 0),
    classes: CLASSES,
    accepts: (at) => at === PASSED,
    step(at, byteClass) {
      if (at === PASSED || byteClass === MINUS || byteClass === POINT) return at;
      const remainder = Math.floor((at - 1) / (power + 1));
      const zeros = (at - 1) % (power + 1);
      if (byteClass > 9) return byteClass === EXPONENT && remainder === 0 ? PASSED : -1;
      if (byteClass === 0) return state(remainder, Math.min(zeros + 1, power));
      return state((remainder * 10 ** (zeros + 1) + byteClass) % divisor, 0);
    },
  };
}

// States of `reaches` before the `e`.
const START = 0;
const SIGNED = 1;
const DIGIT = 2;
const BARE_POINT = 3;
const FIRST = 4;

/** Reads what follows the `e`, from a state of its own for each least exponent that is required. States are integers ≥ 0. */
interface ExponentMachine {
  begin(least: number): number;
  step(at: number, byteClass: number): number;
  accepts(at: number): boolean;
}

/**
 * Returns an automaton for the exponent forms whose exponent is at least `power` plus a number of digits: those after
 * the point, up to the last digit that is not 0.
 */
function reaches(power: number, exponents: ExponentMachine): StateMachine {
  // Before the `e`: `read` digits after the point have been read, and the last one other than 0 is at `last`.
  const pointed = (last: number, read: number): number => FIRST + last * (PLACES + 1) + read;
  const afterFraction = pointed(PLACES, PLACES) + 1;
  const mantissa = (at: number): { readonly last: number; readonly read: number } =>
    at < FIRST
      ? { last: 0, read: 0 }
      : { last: Math.floor((at - FIRST) / (PLACES + 1)), read: (at - FIRST) % (PLACES + 1) };
  return {
    start: START,
    classes: CLASSES,
    accepts: (at) => at >= afterFraction && exponents.accepts(at - afterFraction),
    step(at, byteClass) {
      if (at === START || at === SIGNED) {
        if (byteClass === MINUS) return at === START ? SIGNED : -1;
        return 1 <= byteClass && byteClass <= 9 ? DIGIT : -1;
      }
      if (at < afterFraction) {
        const { last, read } = mantissa(at);
        if (byteClass === POINT) return at === DIGIT ? BARE_POINT : -1;
        if (byteClass === EXPONENT) return at === BARE_POINT ? -1 : afterFraction + exponents.begin(power + last);
        if (byteClass > 9 || at === DIGIT) return -1;
        // Any number of trailing zeros is allowed.
        if (read === PLACES) return byteClass === 0 ? at : -1;
        return pointed(byteClass === 0 ? last : read + 1, read + 1);
      }
      const next = exponents.step(at - afterFraction, byteClass);
      return next < 0 ? -1 : afterFraction + next;
    },
  };
}

// The parts of an exponent.
const LETTER = 0;
const PLUS_SIGN = 1;
const MINUS_SIGN = 2;
const ABOVE = 3;
const BELOW = 4;

/** Accepts all exponents from the least one on. */
function unlimitedExponents(): ExponentMachine {
  // A state consists of the position in the exponent, the least exponent that is required, and the value of the
  // exponent's digits so far (capped at the required exponent).
  const span = PLACES + 1 + 2 * 400;
  const after = (part: number, least: number, value: number): number => (part * span + (least + 400)) * 401 + value;
  const rest = (code: number): { readonly part: number; readonly least: number; readonly value: number } => {
    const left = Math.floor(code / 401);
    return { part: Math.floor(left / span), least: (left % span) - 400, value: code % 401 };
  };
  return {
    begin: (least) => after(LETTER, least, 0),
    accepts(at) {
      const { part, least, value } = rest(at);
      return part === ABOVE ? value >= least : part === BELOW;
    },
    step(at, byteClass) {
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

/** Accepts exponents from the least one, which is not negative, up to `most`, in at most `POWER_DIGITS` digits. */
function exponentsUpTo(most: number): ExponentMachine {
  // A state consists of the position in the exponent, the number of digits read, the least exponent that is required,
  // and the value of the digits. The last state is the end, where no digit may follow.
  const places = most + 1;
  const after = (part: number, read: number, least: number, value: number): number =>
    ((part * POWER_DIGITS + read) * places + least) * places + value;
  const end = after(BELOW + 1, 0, 0, 0);
  const digitsValue = (at: number): number => at % places;
  const leastOf = (at: number): number => Math.floor(at / places) % places;
  const readOf = (at: number): number => Math.floor(at / places ** 2) % POWER_DIGITS;
  const partOf = (at: number): number => Math.floor(at / places ** 2 / POWER_DIGITS);
  return {
    begin: (least) => after(LETTER, 0, least, 0),
    accepts: (at) => at === end || (partOf(at) >= ABOVE && digitsValue(at) >= leastOf(at)),
    step(at, byteClass) {
      if (at === end) return -1;
      const part = partOf(at);
      const least = leastOf(at);
      if (byteClass === PLUS) return part === LETTER ? after(PLUS_SIGN, 0, least, 0) : -1;
      if (byteClass === MINUS) return part === LETTER && least === 0 ? after(MINUS_SIGN, 0, 0, 0) : -1;
      if (byteClass > 9) return -1;
      const below = part === MINUS_SIGN || part === BELOW;
      const next = digitsValue(at) * 10 + byteClass;
      if (next > (below ? 0 : most)) return -1;
      const read = readOf(at) + 1;
      if (read === POWER_DIGITS || next * 10 > most) return next >= least ? end : -1;
      return after(below ? BELOW : ABOVE, read, least, next);
    },
  };
}
