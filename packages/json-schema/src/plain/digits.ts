// The numbers of a plain schema without a module: integers, and any number.

import {
  bytes,
  choice,
  choiceOf,
  literal,
  optional,
  plus,
  type Regex,
  repeat,
  sequence,
  star,
} from "@espalier/automata";
import { digit } from "../numbers/digit.js";
import { hasBound, isAnyNumber } from "../numbers/number-set.js";
import { MULTIPLES, type NumberModule } from "./modules.js";

/** The most digits of a number before its point, as in numbers/number-ranges.ts. */
const MOST_DIGITS = 308;
/** The same in exponent forms that no serialiser writes, as in numbers/numbers.ts. */
const MOST_LOOSE_DIGITS = 200;
/** The digits of the greatest decimal that is read as a finite double; its power of ten is 308. */
const GREATEST = "17976931348623158079";

/** Integers without bounds, any number, and constants that are integers. */
export const digits: NumberModule = {
  lacks(set) {
    if (set.kind === "finite") return [...set.values].every(Number.isInteger) ? undefined : "numbers with fractions";
    if (set.multiplesOf.length > 0) return MULTIPLES;
    return hasBound(set) ? "bounds of numbers" : undefined;
  },
  written(set) {
    if (set.kind === "finite") return choiceOf([...set.values].map((value) => literal(String(value))));
    return sequence(optional(literal("-")), isAnyNumber(set) ? magnitudes() : whole(MOST_DIGITS));
  },
};

const anyDigit = digit(0, 9);
const some = star(anyDigit);
const fraction = optional(sequence(literal("."), plus(anyDigit)));

function whole(most: number): Regex {
  return choice(literal("0"), sequence(digit(1, 9), repeat(anyDigit, 0, most - 1)));
}

/** The texts of all numbers without their signs: the language of `numbers.ts` in few expressions. */
function magnitudes(): Regex {
  const zeros = sequence(literal("0"), optional(sequence(literal("."), plus(literal("0")))));
  const mantissa = sequence(digit(1, 9), fraction);
  const upTo307 = choice(
    repeat(anyDigit, 1, 2),
    sequence(digit(0, 2), anyDigit, anyDigit),
    sequence(literal("30"), digit(0, 7)),
  );
  const upTo99 = sequence(optional(literal("0")), repeat(anyDigit, 1, 2));
  const any = repeat(anyDigit, 1, 3);
  return choice(
    sequence(whole(MOST_DIGITS), fraction),
    sequence(zeros, power(any, any)),
    sequence(mantissa, power(upTo307, any)),
    sequence(greatest(), power(literal("308"), undefined)),
    sequence(whole(MOST_LOOSE_DIGITS), fraction, power(upTo99, any)),
  );
}

/** A power of ten, with the digits that may follow a plus sign or none, and those that may follow a minus sign. */
function power(positive: Regex, negative: Regex | undefined): Regex {
  const either = sequence(optional(literal("+")), positive);
  const letter = bytes([...[..."Ee"].map((of) => [of.charCodeAt(0), of.charCodeAt(0)] as const)]);
  return sequence(letter, negative === undefined ? either : choice(either, sequence(literal("-"), negative)));
}

/** The mantissas up to {@link GREATEST}: it, or a smaller digit after some of its digits. */
function greatest(): Regex {
  const options = [...GREATEST].slice(1).map((limit, i) => {
    const less = sequence(digit(0, Number(limit) - 1), some);
    return sequence(literal(`1.${GREATEST.slice(1, i + 1)}`), i === 0 ? less : optional(less));
  });
  return choice(literal("1"), ...options, sequence(literal(`1.${GREATEST.slice(1)}`), star(literal("0"))));
}
