// Expressions. Only what the strings of the language distinguish is kept of the ladder of precedences: every prefix operator
// may stand before every operand, so all binary operators are one level, and comparisons, `and` and `or` one loop around it.

import type { Rule } from "@espalier/grammar";
import {
  atom,
  callArguments,
  disjunction,
  display,
  expression,
  lambdaParameters,
  namedExpression,
  nameOf,
  operation,
  primary,
  slices,
  starExpressions,
  strings,
  yieldExpression,
} from "./names.js";
import { inOrder, listWithComma, many, maybe, oneOf, rule } from "./notation.js";
import type { PythonVersion } from "./version.js";

const BINARY_OPERATOR = oneOf("+", "-", "*", "/", "|", "@", "**", "BINARY");
const COMPARISON = oneOf("COMPARE", "in", inOrder("not", "in"), inOrder("is", maybe("not")));
const OPERAND = inOrder(many(oneOf("+", "-", "~")), maybe("await"), primary);
const INVERSION = inOrder(many("not"), OPERAND);

export function expressionRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const starred = inOrder("*", operation);
  return [
    // What CPython calls bitwise_or: no comparison outside brackets.
    rule("operation", OPERAND, many(BINARY_OPERATOR, OPERAND)),
    rule(
      "disjunction",
      INVERSION,
      many(oneOf(inOrder(oneOf(BINARY_OPERATOR, COMPARISON), OPERAND), inOrder(oneOf("and", "or"), INVERSION))),
    ),
    rule(
      "expression",
      many(oneOf(inOrder(disjunction, "if", disjunction, "else"), inOrder("lambda", maybe(lambdaParameters), ":"))),
      disjunction,
    ),
    rule("named_expression", maybe(name, ":="), expression),
    rule("star_named_expression", oneOf(starred, namedExpression)),
    rule("star_expressions", listWithComma(oneOf(starred, expression))),
    rule("yield_expression", "yield", maybe(oneOf(inOrder("from", expression), starExpressions))),
    rule("value", oneOf(yieldExpression, starExpressions)),
    rule("primary", atom, many(oneOf(inOrder(".", name), inOrder("[", slices, "]"), inOrder("(", callArguments, ")")))),
    rule("atom", oneOf(name, "True", "False", "None", "...", "NUMBER", "IMAGINARY", strings, display)),
  ];
}
