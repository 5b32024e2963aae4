// Statements that contain blocks. A block is indented, or consists of simple statements on the same line.

import type { Rule } from "@espalier/grammar";
import {
  block,
  caseBlock,
  classArguments,
  expression,
  namedExpression,
  nameOf,
  parameters,
  patterns,
  simpleStatements,
  starExpressions,
  starNamedExpression,
  statement,
  target,
  targets,
  typeParameters,
} from "./names.js";
import { inOrder, list, listWithComma, many, maybe, oneOf, type Part, rule, some, when } from "./notation.js";
import { isAtLeast, type PythonVersion } from "./version.js";

function tryStatement(version: PythonVersion): Part {
  const name = nameOf(version);
  // From 3.14 on, several exceptions need no parentheses unless they are given a name.
  const several = isAtLeast(version, "3.14") ? listWithComma(expression) : expression;
  const caught = oneOf(several, inOrder(expression, "as", name));
  const handlers = oneOf(
    some("except", maybe(caught), ":", block),
    ...when(isAtLeast(version, "3.11"), some("except", "*", caught, ":", block)),
  );
  const last = inOrder("finally", ":", block);
  return inOrder("try", ":", block, oneOf(last, inOrder(handlers, maybe("else", ":", block), maybe(last))));
}

function matchStatement(): Part {
  const subject = oneOf(namedExpression, inOrder(starNamedExpression, ",", maybe(listWithComma(starNamedExpression))));
  return inOrder("match", subject, ":", caseBlock);
}

/** A block is a separate rule, because its column belongs to it. */
function caseBlockRule(): Rule {
  const cases = some("case", patterns, maybe("if", namedExpression), ":", block);
  return rule("case_block", inOrder("NEWLINE", "INDENT", cases, "DEDENT"));
}

export function compoundStatementRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const otherwise = maybe("else", ":", block);
  const generic = isAtLeast(version, "3.12") ? maybe(typeParameters) : inOrder();
  const item = inOrder(expression, maybe("as", maybe("*"), target));
  const loop = inOrder("for", targets, "in", starExpressions, ":", block, otherwise);
  const context = inOrder("with", oneOf(list(item), inOrder("(", listWithComma(item), ")")), ":", block);
  const definition = inOrder(
    inOrder("def", name, generic, "(", maybe(parameters), ")"),
    inOrder(maybe("->", expression), ":", block),
  );
  const classDefinition = inOrder("class", name, generic, maybe("(", classArguments, ")"), ":", block);
  const compound = oneOf(
    inOrder("if", namedExpression, ":", block, many("elif", namedExpression, ":", block), otherwise),
    inOrder("while", namedExpression, ":", block, otherwise),
    inOrder(maybe("async"), oneOf(loop, context)),
    inOrder(many("@", namedExpression, "NEWLINE"), oneOf(inOrder(maybe("async"), definition), classDefinition)),
    tryStatement(version),
    ...when(isAtLeast(version, "3.10"), matchStatement()),
  );
  return [
    rule("statement", oneOf(simpleStatements, compound)),
    rule("block", oneOf(simpleStatements, inOrder("NEWLINE", "INDENT", some(statement), "DEDENT"))),
    ...when(isAtLeast(version, "3.10"), caseBlockRule()),
  ];
}
