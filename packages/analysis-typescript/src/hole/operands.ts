// What operators require of an operand. The compiler has no contextual type for these, so a table holds the language's rules.

import type ts from "typescript";
import type { Compiler } from "../compiler.js";
import { keysOf } from "./keys.js";
import { expectationOf, isUninformative, type TypedExpectation } from "./printed-type.js";
import { ruled } from "./ruled.js";

/** The requirement on the operand `node` of a binary expression. */
export function operandExpectation(
  ts: Compiler,
  checker: ts.TypeChecker,
  binary: ts.BinaryExpression,
  node: ts.Expression,
): TypedExpectation | undefined {
  const isLeft = binary.left === node;
  const sibling = isLeft ? binary.right : binary.left;
  const { SyntaxKind } = ts;
  const operator = binary.operatorToken.kind;
  switch (operator) {
    case SyntaxKind.PlusToken:
    case SyntaxKind.PlusEqualsToken:
      return addition(ts, checker, binary, sibling);
    case SyntaxKind.LessThanToken:
    case SyntaxKind.LessThanEqualsToken:
    case SyntaxKind.GreaterThanToken:
    case SyntaxKind.GreaterThanEqualsToken:
      return relation(ts, checker, sibling);
    case SyntaxKind.EqualsEqualsToken:
    case SyntaxKind.EqualsEqualsEqualsToken:
    case SyntaxKind.ExclamationEqualsToken:
    case SyntaxKind.ExclamationEqualsEqualsToken:
      return ofSibling(ts, checker, sibling);
    case SyntaxKind.InKeyword:
      return isLeft ? key(ts, checker, sibling) : ruled("object", "hard");
    case SyntaxKind.InstanceOfKeyword:
      return ruled(isLeft ? "object" : "Function", "hard");
    case SyntaxKind.AmpersandAmpersandToken:
    case SyntaxKind.BarBarToken:
      return isLeft ? ruled("boolean", "soft") : undefined;
    default:
      return isArithmetic(ts, operator) ? arithmetic(ts, checker, sibling) : undefined;
  }
}

/** The type expected next to `sibling`: its own type, widened if `sibling` is a literal. */
export function ofSibling(ts: Compiler, checker: ts.TypeChecker, sibling: ts.Expression): TypedExpectation | undefined {
  const own = checker.getTypeAtLocation(sibling);
  const type = ts.isLiteralExpression(sibling) ? checker.getBaseTypeOfLiteralType(own) : own;
  if (isUninformative(ts, type)) return undefined;
  return expectationOf(ts, checker, type, { strength: "hard", by: "sibling" });
}

function addition(
  ts: Compiler,
  checker: ts.TypeChecker,
  binary: ts.BinaryExpression,
  sibling: ts.Expression,
): TypedExpectation {
  const whole = checker.getContextualType(binary);
  if (whole !== undefined && !isUninformative(ts, whole))
    return expectationOf(ts, checker, whole, { strength: "hard", by: "context" });
  const its = checker.getTypeAtLocation(sibling);
  if (isOf(ts, its, ts.TypeFlags.StringLike)) return { text: "string", strength: "soft", by: "sibling" };
  if (isOf(ts, its, ts.TypeFlags.NumberLike)) return { text: "number", strength: "soft", by: "sibling" };
  if (isOf(ts, its, ts.TypeFlags.BigIntLike)) return { text: "bigint", strength: "soft", by: "sibling" };
  return ruled("number | string", "soft");
}

function relation(ts: Compiler, checker: ts.TypeChecker, sibling: ts.Expression): TypedExpectation {
  const type = checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(sibling));
  if (isUninformative(ts, type)) return ruled("number | bigint | string", "soft");
  return expectationOf(ts, checker, type, { strength: "hard", by: "sibling" });
}

function arithmetic(ts: Compiler, checker: ts.TypeChecker, sibling: ts.Expression): TypedExpectation {
  return isOf(ts, checker.getTypeAtLocation(sibling), ts.TypeFlags.BigIntLike)
    ? { text: "bigint", strength: "hard", by: "sibling" }
    : ruled("number", "hard");
}

function key(ts: Compiler, checker: ts.TypeChecker, object: ts.Expression): TypedExpectation {
  const text = keysOf(ts, checker, checker.getTypeAtLocation(object));
  return text === undefined ? ruled("string | number | symbol", "hard") : { text, strength: "soft", by: "sibling" };
}

function isOf(ts: Compiler, type: ts.Type, flags: ts.TypeFlags): boolean {
  const types = type.isUnion() ? type.types : [type];
  return types.every((each) => (each.flags & flags) !== 0 && (each.flags & ts.TypeFlags.Never) === 0);
}

function isArithmetic(ts: Compiler, operator: ts.BinaryOperator): boolean {
  const plain = [
    ts.SyntaxKind.MinusToken,
    ts.SyntaxKind.AsteriskToken,
    ts.SyntaxKind.SlashToken,
    ts.SyntaxKind.PercentToken,
    ts.SyntaxKind.AsteriskAsteriskToken,
    ts.SyntaxKind.AmpersandToken,
    ts.SyntaxKind.BarToken,
    ts.SyntaxKind.CaretToken,
    ts.SyntaxKind.LessThanLessThanToken,
    ts.SyntaxKind.GreaterThanGreaterThanToken,
    ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken,
    ts.SyntaxKind.MinusEqualsToken,
    ts.SyntaxKind.AsteriskEqualsToken,
    ts.SyntaxKind.SlashEqualsToken,
    ts.SyntaxKind.PercentEqualsToken,
    ts.SyntaxKind.AsteriskAsteriskEqualsToken,
    ts.SyntaxKind.AmpersandEqualsToken,
    ts.SyntaxKind.BarEqualsToken,
    ts.SyntaxKind.CaretEqualsToken,
    ts.SyntaxKind.LessThanLessThanEqualsToken,
    ts.SyntaxKind.GreaterThanGreaterThanEqualsToken,
    ts.SyntaxKind.GreaterThanGreaterThanGreaterThanEqualsToken,
  ];
  return plain.includes(operator);
}
