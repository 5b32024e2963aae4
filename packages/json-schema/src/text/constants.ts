// How a scalar constant may be spelt in JSON.
import type { Regex } from "@espalier/automata";
import { choice, literal } from "@espalier/automata";
import type { Escapes } from "./escapes.js";
import { equalTo } from "./numbers.js";
import { quoted } from "./quoting.js";

/** A JSON value that holds no others. */
export type Scalar = null | boolean | number | string;

/**
 * The texts of a constant: `true`, `false`, `null`; a number in all spellings of its value (`1`, `1.0`, `1e0`); a string
 * in quotes, escaped as {@link quoted} has it.
 *
 * @throws RangeError for a number that is not finite, and for a string with a lone surrogate: no text spells them.
 */
export function jsonText(value: Scalar, escapes: Escapes = "needed"): Regex {
  if (typeof value === "string") return quoted(literal(value), escapes);
  if (typeof value !== "number") return literal(String(value));
  const { plain, exponent } = equalTo(value);
  return choice(plain, exponent);
}
