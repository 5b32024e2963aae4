// The expected type at a hole: the compiler's contextual type or, if there is none, what the operator or the statement requires.

import type ts from "typescript";
import type { Compiler } from "../compiler.js";
import { operandExpectation } from "./operands.js";
import { outermost } from "./outermost.js";
import { overloadedExpectation } from "./overloads.js";
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
    const found = expectationOf(ts, checker, type, { strength, by: isGuess ? "sibling" : "context" });
    return isGuess ? found : overloadedExpectation(ts, checker, node, found);
  }
  const found = ts.isBinaryExpression(node.parent)
    ? operandExpectation(ts, checker, node.parent, node)
    : ruledExpectation(ts, checker, node);
  return found?.by === "context" ? overloadedExpectation(ts, checker, node, found) : found;
}

/** Whether `node` is the right operand of `||` or `??`, and the whole expression has no contextual type. */
function isAlternative(ts: Compiler, checker: ts.TypeChecker, node: ts.Expression): boolean {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent) || parent.right !== node) return false;
  const { BarBarToken, QuestionQuestionToken } = ts.SyntaxKind;
  const operator = parent.operatorToken.kind;
  const isOr = operator === BarBarToken || operator === QuestionQuestionToken;
  return isOr && checker.getContextualType(parent) === undefined;
}
