// Statements of one line, and imports.

import type { Rule } from "@espalier/grammar";
import {
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
import { inOrder, list, listWithComma, many, maybe, oneOf, rule, some, when } from "./notation.js";
import { isAtLeast, type PythonVersion } from "./version.js";

export function simpleStatementRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const assignment = oneOf(
    inOrder(some(targets, "="), value),
    inOrder(singleTarget, oneOf(inOrder("AUGMENTED", value), inOrder(":", expression, maybe("=", value)))),
  );
  const dotted = inOrder(name, many(".", name));
  const renamed = maybe("as", name);
  const imported = inOrder(name, renamed);
  const dot = oneOf(".", "...");
  const imports = inOrder(
    isAtLeast(version, "3.15") ? maybe("lazy") : inOrder(),
    oneOf(
      inOrder("import", list(inOrder(dotted, renamed))),
      inOrder(
        "from",
        oneOf(inOrder(many(dot), dotted), some(dot)),
        "import",
        oneOf("*", list(imported), inOrder("(", listWithComma(imported), ")")),
      ),
    ),
  );
  const simple = oneOf(
    starExpressions,
    yieldExpression,
    assignment,
    imports,
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
