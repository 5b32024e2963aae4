// Expressions. The grammar keeps only those levels of precedence that change which strings are accepted. Every prefix
// operator may precede every operand, so all binary operators are one level; comparisons, `and` and `or` form one loop
// around it.

import type { Expression, Rule } from "@espalier/grammar";
import {
  disjunction,
  expression,
  lambdaParameters,
  namedExpression,
  nameOf,
  operation,
  primary,
  starExpressions,
  yieldExpression,
} from "./names.js";
import { inOrder, listWithComma, many, maybe, oneOf, rule, some } from "./notation.js";
import type { PythonVersion } from "./version.js";

const BINARY_OPERATOR = oneOf("+", "-", "*", "/", "|", "@", "**", "BINARY");
const COMPARISON = oneOf("COMPARE", "in", inOrder("not", "in"), inOrder("is", maybe("not")));
const SIGNED = inOrder(many(oneOf("+", "-", "~")), maybe("await"));
const NEGATED = inOrder(many("not"), SIGNED);
const OPERAND = inOrder(SIGNED, primary);

/** One or more prefix operators before an operand. */
const PREFIXES = oneOf(inOrder(some("not"), SIGNED), inOrder(some(oneOf("+", "-", "~")), maybe("await")), "await");

/** An operator and its right operand. */
const OPERATED = oneOf(
  inOrder(oneOf(BINARY_OPERATOR, COMPARISON), OPERAND),
  inOrder(oneOf("and", "or"), NEGATED, primary),
);

/** The part before the last operand of conditional expressions and lambdas. */
const UNDER_CONDITION = oneOf(
  inOrder(disjunction, "if", disjunction, "else"),
  inOrder("lambda", maybe(lambdaParameters), ":"),
);

/** Expressions other than primaries, without the walrus operator. */
export const COMPOSED: Expression = oneOf(
  inOrder(PREFIXES, primary, many(OPERATED)),
  inOrder(primary, some(OPERATED)),
  inOrder(some(UNDER_CONDITION), disjunction),
);

export function expressionRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const starred = inOrder("*", operation);
  return [
    // CPython's bitwise_or: no comparison outside brackets.
    rule("operation", OPERAND, many(BINARY_OPERATOR, OPERAND)),
    rule("disjunction", NEGATED, primary, many(OPERATED)),
    rule("expression", many(UNDER_CONDITION), disjunction),
    rule("named_expression", maybe(name, ":="), expression),
    rule("star_named_expression", oneOf(starred, namedExpression)),
    rule("star_expressions", listWithComma(oneOf(starred, expression))),
    rule("yield_expression", "yield", maybe(oneOf(inOrder("from", expression), starExpressions))),
    rule("value", oneOf(yieldExpression, starExpressions)),
  ];
}
