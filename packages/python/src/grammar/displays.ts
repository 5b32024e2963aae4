// Bracketed atoms: groups, tuples, lists, sets, dictionaries, and their comprehensions.

import type { Rule } from "@espalier/grammar";
import {
  disjunction,
  expression,
  forClauses,
  generator,
  namedExpression,
  operation,
  starNamedExpression,
  targets,
  tuple,
  yieldExpression,
} from "./names.js";
import { inOrder, listWithComma, many, maybe, oneOf, rule, some, when } from "./notation.js";
import { isAtLeast, type PythonVersion } from "./version.js";

export function displayRules(version: PythonVersion): readonly Rule[] {
  // From 3.15 on, a comprehension may unpack. After the star of a generator expression and after `**`, CPython accepts
  // any expression. After the star in a list or set, it accepts operators only down to `|`; comparisons, `and`,
  // conditions and lambdas need parentheses there.
  const unpacks = isAtLeast(version, "3.15");
  const element = unpacks ? starNamedExpression : namedExpression;
  const elements = listWithComma(starNamedExpression);
  const pair = inOrder(expression, ":", expression);
  const comprehension = inOrder(element, forClauses);
  return [
    rule("for_clauses", some(maybe("async"), "for", targets, "in", disjunction, many("if", disjunction))),
    rule("generator", oneOf(namedExpression, ...when(unpacks, inOrder("*", expression))), forClauses),
    rule("tuple", starNamedExpression, ",", maybe(elements)),
    rule("parenthesized", oneOf(yieldExpression, namedExpression, tuple, generator)),
    rule("list", "[", maybe(oneOf(elements, comprehension)), "]"),
    rule(
      "braces",
      "{",
      maybe(
        oneOf(
          elements,
          comprehension,
          listWithComma(oneOf(pair, inOrder("**", operation))),
          inOrder(oneOf(pair, ...when(unpacks, inOrder("**", expression))), forClauses),
        ),
      ),
      "}",
    ),
  ];
}
