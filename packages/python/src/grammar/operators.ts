// The terminals of Python's grammar: which of them each operator, keyword and kind of literal is read as.
//
// Operators that the grammar never tells apart share a terminal (`//` and `%` are both BINARY), which keeps Earley sets and
// masks small. Keywords are terminals of their own, under their spelling. Soft keywords are too: wherever a name may stand,
// the grammar takes them as well, so a lexer needs no look-ahead for them.
//
//   a literal or name                 terminal
//   identifier that is no keyword     NAME
//   soft keyword                      its spelling: `match`, `case`, `_` (3.10), `type` (3.12), `lazy` (3.15)
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
//   `{` `}`                           the field's own braces
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
export const KEYWORDS: readonly string[] = [
  ...["False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del"],
  ...["elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal"],
  ...["not", "or", "pass", "raise", "return", "try", "while", "with", "yield"],
];

const SOFT_KEYWORDS: readonly (readonly [since: PythonVersion, keywords: readonly string[]])[] = [
  ["3.10", ["match", "case", "_"]],
  ["3.12", ["type"]],
  ["3.15", ["lazy"]],
];

/** Words that are keywords in some places and names elsewhere. Each is read as the terminal of its spelling. */
export function softKeywords(version: PythonVersion): readonly string[] {
  return SOFT_KEYWORDS.flatMap(([since, keywords]) => (isAtLeast(version, since) ? keywords : []));
}
