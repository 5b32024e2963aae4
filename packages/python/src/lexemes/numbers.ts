// Numbers (Language Reference 2.6), and what may directly follow one.
//
// `1else` needs a kind of its own: after `1`, the letter `e` may begin an exponent, and a lexer without backtracking
// must track both readings. For the same reason, CPython accepts the number in `09else`, although `09` alone is
// invalid.

import { choice, literal, parseEcmaRegex, type Regex, sequence } from "@espalier/automata";
import type { LexemeKind } from "@espalier/gaps";
import { isAtLeast, type PythonVersion } from "../grammar/version.js";
import { wordNames } from "./words.js";

/**
 * CPython's default for `sys.set_int_max_str_digits`: the maximum number of decimal digits of an integer; zeros do not
 * count.
 */
const MOST_DIGITS = 4300;

const DIGITS = "[0-9](?:_?[0-9])*";
const EXPONENT = `[eE][+-]?${DIGITS}`;
const POINT_FLOAT = `(?:(?:${DIGITS})?\\.${DIGITS}|${DIGITS}\\.)`;

const decimal: Regex = parseEcmaRegex(`[1-9](?:_?[0-9]){0,${MOST_DIGITS - 1}}|0(?:_?0)*`);
const based: Regex = parseEcmaRegex("0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+");
const float: Regex = parseEcmaRegex(`${POINT_FLOAT}(?:${EXPONENT})?|${DIGITS}${EXPONENT}`);
const imaginary: Regex = parseEcmaRegex(`(?:${DIGITS}|${POINT_FLOAT})(?:${EXPONENT})?[jJ]`);

/** Numbers that an exponent could follow. With a leading zero, CPython reads them as floating-point numbers. */
const beforeExponent: Regex = choice(decimal, parseEcmaRegex(`${POINT_FLOAT}|0(?:_?[0-9])*`));

/** Keywords that may directly follow a number. */
const BEHIND_NUMBERS: readonly string[] = ["and", "else", "for", "if", "in", "is", "not", "or"];

/** Returns the kinds of numbers. `prefixed` names the kinds of strings that begin with a letter. */
export function numberKinds(
  version: PythonVersion,
  modes: readonly string[],
  prefixed: readonly string[],
): readonly LexemeKind[] {
  const words = [...wordNames(version), ...prefixed];
  const further = ["number", "imaginary number", "number and else"];
  // Up to 3.9, any word may directly follow a number.
  const refused = isAtLeast(version, "3.10") ? words.filter((word) => !BEHIND_NUMBERS.includes(word)) : [];
  return [
    {
      name: "number and else",
      regex: sequence(beforeExponent, literal("else")),
      modes,
      terminals: ["NUMBER", "else"],
      notBefore: [...words, ...further],
    },
    { name: "number", regex: choice(decimal, based, float), modes, terminals: ["NUMBER"], notBefore: refused },
    { name: "imaginary number", regex: imaginary, modes, terminals: ["IMAGINARY"], notBefore: refused },
  ];
}
