// Strings. Bytes cannot be concatenated with other strings, and neither can template strings (3.14).
//
// The expression of a field is, up to 3.11, what parentheses may contain, because CPython parses it that way; from 3.12
// on, it is what may follow `=`. Format specifications contain fields of their own, up to a fixed depth.

import { type Expression, nonterminal, type Rule } from "@espalier/grammar";
import { fieldExpression, parenthesized, value } from "./names.js";
import { inOrder, many, maybe, oneOf, rule, some, when } from "./notation.js";
import { endsLinesInFormats, isAtLeast, type PythonVersion } from "./version.js";

/** The nesting depth of fields: in the string, in a format specification, in a field of one. */
function fieldDepth(version: PythonVersion): number {
  return isAtLeast(version, "3.12") ? 3 : 2;
}

/**
 * A field at nesting depth `level`. In 3.12 and 3.13, the lexer treats a field after a line end in a format like
 * brackets (formatted-kinds.ts). So the braces of fields inside its format are the terminals `{` and `}`. At all other
 * places, the lexer produces neither of them in a format.
 */
function field(version: PythonVersion, level: number, inner: readonly Expression[]): Expression {
  const format = inOrder("FORMAT_COLON", many(oneOf("FSTRING_MIDDLE", ...inner)));
  const within = (open: string, close: string): Expression =>
    inOrder(open, fieldExpression, maybe("="), maybe("CONVERSION"), maybe(format), close);
  const plain = within("FIELD_START", "FIELD_END");
  return endsLinesInFormats(version) && level > 1 ? oneOf(plain, within("{", "}")) : plain;
}

export function stringRules(version: PythonVersion): readonly Rule[] {
  const depth = fieldDepth(version);
  const fields = Array.from({ length: depth }, (_, level) => nonterminal(`field_${level}`));
  const rest = inOrder(many(oneOf("FSTRING_MIDDLE", ...fields.slice(0, 1))), "FSTRING_END");
  return [
    rule(
      "strings",
      oneOf(
        some(oneOf("STRING", inOrder("FSTRING_START", rest))),
        some("BYTES"),
        ...when(isAtLeast(version, "3.14"), some("TSTRING_START", rest)),
      ),
    ),
    rule("field_expression", isAtLeast(version, "3.12") ? value : parenthesized),
    ...fields.map((_, level) => rule(`field_${level}`, field(version, level, fields.slice(level + 1, level + 2)))),
  ];
}
