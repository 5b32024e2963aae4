// Strings: bytes are not mixed with others, and template strings (3.14) neither.
//
// A field's expression is what may stand in parentheses up to 3.11, where CPython parses it so, and what may stand right of `=`
// from 3.12 on. Format specifications hold fields of their own, to a fixed depth.

import { type Expression, nonterminal, type Rule } from "@espalier/grammar";
import { fieldExpression, parenthesized, value } from "./names.js";
import { inOrder, many, maybe, oneOf, rule, some, when } from "./notation.js";
import { isAtLeast, type PythonVersion } from "./version.js";

/** How deep fields nest: in the string, in a format specification, in one of those. */
function fieldDepth(version: PythonVersion): number {
  return isAtLeast(version, "3.12") ? 3 : 2;
}

function field(inner: readonly Expression[]): Expression {
  const format = inOrder("FORMAT_COLON", many(oneOf("FSTRING_MIDDLE", ...inner)));
  return inOrder("{", fieldExpression, maybe("="), maybe("CONVERSION"), maybe(format), "}");
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
    ...fields.map((_, level) => rule(`field_${level}`, field(fields.slice(level + 1, level + 2)))),
  ];
}
