// The numbers of a plain schema without a module: integers.

import { choiceOf, literal, optional, type Regex, repeat, sequence } from "@espalier/automata";
import { digit } from "../numbers/digit-ranges.js";
import { boundsOf } from "../numbers/number-set.js";
import { MULTIPLES, type NumberModule } from "./modules.js";

/** The most digits of an integer, as in numbers/number-ranges.ts. */
const MOST_DIGITS = 308;

/** Integers without bounds, and constants that are integers. */
export const digits: NumberModule = {
  lacks(set) {
    if (set.kind === "finite") return [...set.values].every(Number.isInteger) ? undefined : FRACTIONS;
    if (set.multiplesOf.length > 0) return MULTIPLES;
    if (set.integrality === "number") return FRACTIONS;
    return Object.keys(boundsOf(set)).length === 0 ? undefined : "bounds of numbers";
  },
  written: (set) =>
    set.kind === "finite" ? choiceOf([...set.values].map((value) => literal(String(value)))) : anyInteger(),
};

const FRACTIONS = "numbers with fractions";

function anyInteger(): Regex {
  const whole = sequence(digit(1, 9), repeat(digit(0, 9), 0, MOST_DIGITS - 1));
  return sequence(optional(literal("-")), choiceOf([literal("0"), whole]));
}
