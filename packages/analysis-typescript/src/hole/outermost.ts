// The outermost form of an expression, with the parentheses and assertions around it.

import type ts from "typescript";
import type { Compiler } from "../compiler.js";

/** The expression with the parentheses and `!` around it. */
export function outermost(ts: Compiler, expression: ts.Expression): ts.Expression {
  let node = expression;
  while (ts.isParenthesizedExpression(node.parent) || ts.isNonNullExpression(node.parent)) node = node.parent;
  return node;
}
