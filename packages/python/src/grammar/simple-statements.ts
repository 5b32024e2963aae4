// Statements on one line.

import type { Rule } from "@espalier/grammar";
import { importStatement } from "./imports.js";
import {
  annotatedTarget,
  deleteTargets,
  expression,
  nameOf,
  simpleStatement,
  singleTarget,
  starExpressions,
  targets,
  typeParameters,
  value,
  yieldExpression,
} from "./names.js";
import { inOrder, list, many, maybe, oneOf, rule, some, when } from "./notation.js";
import { isAtLeast, type PythonVersion } from "./version.js";

export function simpleStatementRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const assignment = oneOf(
    inOrder(some(targets, "="), value),
    inOrder(singleTarget, "AUGMENTED", value),
    inOrder(annotatedTarget, ":", expression, maybe("=", value)),
  );
  const simple = oneOf(
    starExpressions,
    yieldExpression,
    assignment,
    importStatement(version),
    ...when(isAtLeast(version, "3.12"), inOrder("type", name, maybe(typeParameters), "=", expression)),
    inOrder("return", maybe(starExpressions)),
    inOrder("raise", maybe(expression, maybe("from", expression))),
    oneOf("pass", "break", "continue"),
    inOrder("del", deleteTargets),
    inOrder("assert", expression, maybe(",", expression)),
    inOrder(oneOf("global", "nonlocal"), list(name)),
  );
  return [
    rule("simple_statement", simple),
    rule("simple_statements", simpleStatement, many(";", simpleStatement), maybe(";"), "NEWLINE"),
  ];
}
