// The module of plain schemas for numbers.

import { choice } from "@espalier/automata";
import { constantTexts } from "../numbers/constant-texts.js";
import { isNearZero, isUnbounded } from "../numbers/number-set.js";
import { anyNumber, between, exponentOf, plainOf } from "../numbers/numbers.js";
import { wholeTexts } from "../numbers/whole-texts.js";
import { MULTIPLES, type NumberModule } from "./modules.js";

/** Adds bounds of numbers and constants with fractions to plain schemas (`plainSchemaSource`), for 7 kB (gzip). */
export const numberRanges: NumberModule = {
  lacks(set) {
    if (set.kind === "finite") return undefined;
    if (set.multiplesOf.length > 0) return MULTIPLES;
    return set.integrality === "number" || isNearZero(set) ? undefined : "integers of more than 30 digits alone";
  },
  written(set) {
    if (set.kind === "finite") return constantTexts([...set.values], "plain", "doubles");
    if (set.integrality !== "number") return wholeTexts(set, "doubles");
    const text = isUnbounded(set) ? anyNumber("doubles") : between(set, "doubles");
    return choice(plainOf(text), exponentOf(text));
  },
};
