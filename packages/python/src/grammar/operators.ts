// The terminals of Python's grammar: which of them each operator, keyword and kind of literal is read as.
//
// Operators that the grammar never tells apart share a terminal (`//` and `%` are both BINARY), which keeps Earley sets and
// masks small. Keywords are terminals of their own, under their spelling. Soft keywords are too: wherever a name may stand,
// the grammar takes them as well, so a lexer needs no look-ahead for them.
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
// A formatted string is read as FSTRING_START, then pieces of text (FSTRING_MIDDLE, one or more bytes of text each; `{{`,
// `}}` and escapes are text) and fields, then FSTRING_END; in every version, although CPython only tokenizes it so from 3.12.
// A template string (3.14) begins with TSTRING_START and is otherwise read as the same terminals. Inside a field, outside its
// own brackets:
//
//   `{` `}`, the field's own           FIELD_START, FIELD_END: with terminals of their own they are never taken for the braces of a display
//   `:` that ends the expression      FORMAT_COLON (so no lambda and no `:=` may stand there without brackets)
//   `!r`, `!s`, `!a`                  CONVERSION, the letter included
//   `=` that asks for the source      `=`
//
// NEWLINE ends a logical line; INDENT and DEDENT enclose a block.

import { isAtLeast, type PythonVersion } from "./version.js";

/** `+`, `-`, … under their spelling, because the grammar tells them apart. */
const OWN: readonly string[] = [..."()[]{},:.;=@~+-*/|", "**", "->", ":=", "..."];

/** Operators with a terminal in common. */
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

/** The keywords, which are never names. Each is read as the terminal of its spelling; all versions have the same. */
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
 * What can be imported from `__future__`: checked by the parser from 3.14 on. `barry_as_FLUFL` is left out on purpose: it is
 * allowed too, but turns `!=` into an error for the rest of the text.
 */
const FUTURE_FEATURES: readonly string[] = [
  ...["nested_scopes", "generators", "division", "absolute_import", "with_statement", "print_function"],
  ...["unicode_literals", "generator_stop", "annotations"],
];

/**
 * Words that are keywords in some places and names elsewhere. Each is read as the terminal of its spelling. (`__future__` is
 * none for CPython, but its grammar makes the same difference.)
 */
function softKeywords(version: PythonVersion): readonly string[] {
  return SOFT_KEYWORDS.flatMap(([since, keywords]) => (isAtLeast(version, since) ? keywords : []));
}

/** Names of features: names everywhere, but the only ones that `from __future__ import` takes. Read as FUTURE_FEATURE. */
function futureFeatures(version: PythonVersion): readonly string[] {
  return isAtLeast(version, "3.14") ? FUTURE_FEATURES : [];
}

/** Spelling → terminal, for every word that is not read as NAME. */
export function wordTerminals(version: PythonVersion): ReadonlyMap<string, string> {
  return new Map([
    ...[...KEYWORDS, ...softKeywords(version)].map((word) => [word, word] as const),
    ...futureFeatures(version).map((word) => [word, "FUTURE_FEATURE"] as const),
  ]);
}

/** The terminals that are names, but for those in `except`. */
export function nameTerminals(version: PythonVersion, ...except: readonly string[]): readonly string[] {
  const features = futureFeatures(version).length > 0 ? ["FUTURE_FEATURE"] : [];
  return ["NAME", ...softKeywords(version), ...features].filter((name) => !except.includes(name));
}
