// What is expected at a hole: what the compiler's contextual typing says, and where it says nothing, what the operator or the statement asks for.

import type ts from "typescript";
import type { Compiler } from "../compiler.js";
import { operandExpectation } from "./operands.js";
import { outermost } from "./outermost.js";
import { expectationOf, isUninformative, type TypedExpectation } from "./printed-type.js";
import { ruledExpectation } from "./rules.js";

export function expectationAt(
  ts: Compiler,
  checker: ts.TypeChecker,
  hole: ts.CallExpression,
): TypedExpectation | undefined {
  const type = checker.getContextualType(hole);
  const node = outermost(ts, hole);
  if (type !== undefined && !isUninformative(ts, type)) {
    const isGuess = isAlternative(ts, checker, node);
    const strength = isGuess || type.flags & ts.TypeFlags.Void ? "soft" : "hard";
    return expectationOf(ts, checker, type, { strength, by: isGuess ? "sibling" : "context" });
  }
  return ts.isBinaryExpression(node.parent)
    ? operandExpectation(ts, checker, node.parent, node)
    : ruledExpectation(ts, checker, node);
}

/** Whether `node` stands for its left operand where that is missing, and nothing is expected of both. */
function isAlternative(ts: Compiler, checker: ts.TypeChecker, node: ts.Expression): boolean {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent) || parent.right !== node) return false;
  const { BarBarToken, QuestionQuestionToken } = ts.SyntaxKind;
  const operator = parent.operatorToken.kind;
  const isOr = operator === BarBarToken || operator === QuestionQuestionToken;
  return isOr && checker.getContextualType(parent) === undefined;
}
