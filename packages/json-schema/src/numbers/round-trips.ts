// Number texts whose value as read equals the value as written: the shortest decimal of the double that is read is the
// decimal that the text spells. This holds for up to 15 significant digits away from the ends of the range, because
// such decimals are different doubles, and for integers up to 2^53, which are doubles themselves.
//
// The file also finds texts with a *margin*: however many digits follow, a reader does not round them to a multiple of
// a certain power of ten.
import type { Regex } from "@espalier/automata";
import { choice, empty, literal, optional, plus, repeat, sequence, star } from "@espalier/automata";
import { once } from "../text/recall.js";
import { digit } from "./digit.js";
import { magnitudesBetween } from "./digit-ranges.js";
import { MOST_WHOLE_DIGITS, powerBetween } from "./number-ranges.js";

/** The number of significant digits that a double always keeps. */
const KEPT_DIGITS = 15;
/** The number of zeros after the point, or the negative power of ten, beyond which a double may keep fewer digits. */
const MOST_ZEROS = 290;

const SIGN = optional(literal("-"));
const POINT = literal(".");
const ANY_DIGIT = digit(0, 9);
const ZEROS = star(literal("0"));

const digits = (min: number, max: number): Regex => repeat(ANY_DIGIT, min, max);

/** The plain texts whose value as read equals the value as written. */
export const shortPlain: () => Regex = once(() => {
  // The rest of a number, given how many significant digits may still follow.
  let rest: Regex = sequence(
    repeat(literal("0"), 0, MOST_WHOLE_DIGITS - KEPT_DIGITS),
    optional(sequence(POINT, plus(literal("0")))),
  );
  for (let left = 1; left < KEPT_DIGITS; left++) {
    rest = choice(optional(sequence(POINT, digits(1, left), ZEROS)), sequence(ANY_DIGIT, rest));
  }
  const below = sequence(POINT, repeat(literal("0"), 0, MOST_ZEROS), digits(1, KEPT_DIGITS), ZEROS);
  return sequence(SIGN, choice(sequence(digit(0, 0), optional(below)), sequence(digit(1, 9), rest), exactIntegers()));
});

/** Returns the integers of 16 digits up to 2^53. */
function exactIntegers(): Regex {
  const whole = (text: string) => ({ whole: text, fraction: "", inclusive: true });
  return magnitudesBetween(whole(String(10 ** KEPT_DIGITS)), whole(String(2 ** 53)), {
    firstDigit: 1,
    wholeDigits: KEPT_DIGITS + 1,
    fraction: "zeros",
  });
}

/** The exponent forms, except zero, whose value as read equals the value as written. */
export const shortExponent: () => Regex = once(() => {
  const fraction = (most: number): Regex => optional(sequence(POINT, digits(1, most), ZEROS));
  const largest = sequence(literal("1"), optional(sequence(POINT, digit(0, 6), digits(0, KEPT_DIGITS - 2), ZEROS)));
  return sequence(
    SIGN,
    choice(
      sequence(digit(1, 9), fraction(KEPT_DIGITS - 1), powerBetween(-MOST_ZEROS, 307)),
      sequence(largest, powerBetween(308, 308)),
    ),
  );
});

/**
 * Returns plain texts, of any length, that are not read as a multiple of 10^−places. Their first 15 significant digits
 * ensure this: among them, the digits after the first `places` decimal places are neither all 0 nor all 9.
 */
export function plainWithMargin(places: number): Regex {
  const after = (left: number): Regex => {
    const decisive = left - places;
    if (decisive < 1) return empty;
    const run = (zero: string, other: Regex): Regex =>
      decisive < 2 ? empty : sequence(repeat(literal(zero), 1, decisive - 1), other);
    const apart = choice(digit(1, 8), run("0", digit(1, 9)), run("9", digit(0, 8)));
    return sequence(POINT, digits(places, places), apart, star(ANY_DIGIT));
  };
  let rest: Regex = empty;
  for (let left = 1; left < KEPT_DIGITS; left++) rest = choice(after(left), sequence(ANY_DIGIT, rest));
  return sequence(SIGN, choice(sequence(digit(0, 0), after(KEPT_DIGITS)), sequence(digit(1, 9), rest)));
}

/** Returns exponent forms, of any length, below 10^power, except zero. They are not read as a multiple of it. */
export function exponentBelow(power: number): Regex {
  if (power - 2 < -MOST_ZEROS) return empty;
  return sequence(
    SIGN,
    digit(1, 9),
    optional(sequence(POINT, plus(ANY_DIGIT))),
    powerBetween(-MOST_ZEROS, Math.min(power - 2, 307)),
  );
}
