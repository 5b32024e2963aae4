// The terminals of Python's grammar, and which operators, keywords and literals each represents.
//
// Operators that the grammar does not distinguish share a terminal (`//` and `%` are both BINARY). This keeps Earley
// sets and masks small. Each keyword is a terminal named by its spelling. So is each soft keyword: the grammar accepts
// it wherever a name is allowed, so a lexer needs no look-ahead.
//
//   a literal or name                 terminal
//   identifier that is no keyword     NAME
//   soft keyword                      its spelling: `match`, `case`, `_` (3.10), `type` (3.12), `__future__` (3.14),
//                                     `lazy` (3.15)
//   name of a future feature          FUTURE_FEATURE (3.14), NAME before
//   integer, floating-point number    NUMBER
//   number ending in j or J           IMAGINARY
//   string, raw or not                STRING
//   bytes, raw or not                 BYTES
//
// A formatted string consists of FSTRING_START, pieces of text (FSTRING_MIDDLE, one or more bytes each, including `{{`,
// `}}` and escapes), fields, and FSTRING_END. All versions use these terminals, although CPython does so only from 3.12
// on. A template string (3.14) begins with TSTRING_START and otherwise uses the same terminals. Inside a field, outside
// its own brackets:
//
//   `{` `}`, the field's own           FIELD_START, FIELD_END; separate terminals, so that they are never the braces of a display
//   `:` that ends the expression      FORMAT_COLON (so a lambda and `:=` need brackets there)
//   `!r`, `!s`, `!a`                  CONVERSION, the letter included
//   `=` that asks for the source      `=`
//
// NEWLINE ends a logical line; INDENT and DEDENT enclose a block.

import { isAtLeast, type PythonVersion } from "./version.js";

/** Operators with a terminal of their own (`+`, `-`, …), because the grammar distinguishes them. */
const OWN: readonly string[] = [..."()[]{},:.;=@~+-*/|", "**", "->", ":=", "..."];

/** Operators that share a terminal. */
const SHARED: readonly (readonly [terminal: string, operators: readonly string[]])[] = [
  ["BINARY", ["//", "%", "&", "^", "<<", ">>"]],
  ["COMPARE", ["==", "!=", "<", ">", "<=", ">="]],
  ["AUGMENTED", ["+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", ">>=", "<<=", "**="]],
];

/** Spelling → terminal, for every operator and delimiter of every version. */
export const OPERATORS: ReadonlyMap<string, string> = new Map([
  ...OWN.map((operator) => [operator, operator] as const),
  ...SHARED.flatMap(([terminal, operators]) => operators.map((operator) => [operator, terminal] as const)),
]);

/** The keywords, which are never names. The terminal of each is its spelling. All versions have the same keywords. */
const KEYWORDS: readonly string[] = [
  ...["False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del"],
  ...["elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal"],
  ...["not", "or", "pass", "raise", "return", "try", "while", "with", "yield"],
];

const SOFT_KEYWORDS: readonly (readonly [since: PythonVersion, keywords: readonly string[]])[] = [
  ["3.10", ["match", "case", "_"]],
  ["3.12", ["type"]],
  ["3.14", ["__future__"]],
  ["3.15", ["lazy"]],
];

/**
 * The features that can be imported from `__future__`; from 3.14 on, the parser checks them. `barry_as_FLUFL` is
 * omitted on purpose: it is allowed too, but makes `!=` an error in the rest of the text.
 */
const FUTURE_FEATURES: readonly string[] = [
  ...["nested_scopes", "generators", "division", "absolute_import", "with_statement", "print_function"],
  ...["unicode_literals", "generator_stop", "annotations"],
];

/**
 * Words that are keywords in some places and names elsewhere. The terminal of each is its spelling. (CPython does not
 * call `__future__` a soft keyword, but its grammar treats it as one.)
 */
function softKeywords(version: PythonVersion): readonly string[] {
  return SOFT_KEYWORDS.flatMap(([since, keywords]) => (isAtLeast(version, since) ? keywords : []));
}

/**
 * Names of features. They are names everywhere, but `from __future__ import` accepts only them. Their terminal is
 * FUTURE_FEATURE.
 */
function futureFeatures(version: PythonVersion): readonly string[] {
  return isAtLeast(version, "3.14") ? FUTURE_FEATURES : [];
}

/** Spelling → terminal, for every word whose terminal is not NAME. */
export function wordTerminals(version: PythonVersion): ReadonlyMap<string, string> {
  return new Map([
    ...[...KEYWORDS, ...softKeywords(version)].map((word) => [word, word] as const),
    ...futureFeatures(version).map((word) => [word, "FUTURE_FEATURE"] as const),
  ]);
}

/** Returns the terminals that are names, without those in `except`. */
export function nameTerminals(version: PythonVersion, ...except: readonly string[]): readonly string[] {
  const features = futureFeatures(version).length > 0 ? ["FUTURE_FEATURE"] : [];
  return ["NAME", ...softKeywords(version), ...features].filter((name) => !except.includes(name));
}
