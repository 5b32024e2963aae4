// What statements and other forms of expression require of a part. The compiler has no contextual type for these.

import type ts from "typescript";
import type { Compiler } from "../compiler.js";
import { keysOf } from "./keys.js";
import { ofSibling } from "./operands.js";
import { outermost } from "./outermost.js";
import { expectationOf, isUninformative, printedType, type TypedExpectation } from "./printed-type.js";
import { ruled } from "./ruled.js";

/** The requirement on `node`, which is not an operand of a binary expression. */
export function ruledExpectation(
  ts: Compiler,
  checker: ts.TypeChecker,
  node: ts.Expression,
): TypedExpectation | undefined {
  const { parent } = node;
  if (isCondition(ts, parent, node)) return ruled("boolean", "soft");
  if (ts.isCaseClause(parent)) return ofSibling(ts, checker, parent.parent.parent.expression);
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return parent.operator === ts.SyntaxKind.ExclamationToken
      ? ruled("boolean", "soft")
      : ruled("number | bigint", "soft");
  if (ts.isTemplateSpan(parent)) return ruled("string | number | boolean | bigint", "soft");
  if (ts.isThrowStatement(parent)) return ruled("Error", "soft");
  if (ts.isForOfStatement(parent) && parent.expression === node)
    return ruled(parent.awaitModifier === undefined ? "Iterable<unknown>" : "AsyncIterable<unknown>", "soft");
  if (ts.isSpreadElement(parent)) return spread(ts, checker, parent);
  if (ts.isElementAccessExpression(parent)) return accessed(ts, checker, parent, node);
  if (ts.isPropertyAccessExpression(parent)) return receiver(ts, checker, parent);
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node)
    return callee(ts, checker, parent);
  if (ts.isExpressionStatement(parent)) return enclosing(ts, checker, parent);
  return undefined;
}

function isCondition(ts: Compiler, parent: ts.Node, node: ts.Expression): boolean {
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return true;
  return (ts.isForStatement(parent) || ts.isConditionalExpression(parent)) && parent.condition === node;
}

/** The requirement on a spread expression: an iterable of the array's elements, or of the arguments. */
function spread(ts: Compiler, checker: ts.TypeChecker, parent: ts.SpreadElement): TypedExpectation {
  const element = ts.isArrayLiteralExpression(parent.parent)
    ? elementOf(checker, checker.getContextualType(parent.parent))
    : restElement(ts, checker, parent);
  if (element === undefined || isUninformative(ts, element)) return ruled("Iterable<unknown>", "soft");
  return { text: `Iterable<${printedType(ts, checker, element)}>`, strength: "hard", by: "context" };
}

function elementOf(checker: ts.TypeChecker, array: ts.Type | undefined): ts.Type | undefined {
  return array === undefined ? undefined : checker.getNonNullableType(array).getNumberIndexType();
}

function restElement(ts: Compiler, checker: ts.TypeChecker, argument: ts.SpreadElement): ts.Type | undefined {
  const { parent: call } = argument;
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return undefined;
  const parameters = checker.getResolvedSignature(call)?.getParameters() ?? [];
  const at = Math.min(call.arguments?.indexOf(argument) ?? 0, parameters.length - 1);
  const declared = parameters[at]?.valueDeclaration;
  if (declared === undefined || !ts.isParameter(declared) || declared.dotDotDotToken === undefined) return undefined;
  return elementOf(checker, checker.getTypeOfSymbolAtLocation(parameters[at]!, call));
}

/** The requirement on the index of an object, or on an object that is indexed. */
function accessed(
  ts: Compiler,
  checker: ts.TypeChecker,
  parent: ts.ElementAccessExpression,
  node: ts.Expression,
): TypedExpectation | undefined {
  if (parent.argumentExpression !== node) return undefined;
  const text = keysOf(ts, checker, checker.getTypeAtLocation(parent.expression));
  return text === undefined ? undefined : { text, strength: "hard", by: "sibling" };
}

function receiver(ts: Compiler, checker: ts.TypeChecker, access: ts.PropertyAccessExpression): TypedExpectation {
  const { text, ...wanted } = wantedOf(ts, checker, access);
  return { text: `{ ${access.name.text}: ${text} }`, strength: "soft", by: "context", ...wanted };
}

/** The requirement on a callee, given the arguments that are present. */
function callee(ts: Compiler, checker: ts.TypeChecker, call: ts.CallExpression | ts.NewExpression): TypedExpectation {
  const taken = (call.arguments ?? []).map((argument, at) => {
    const type = checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(argument));
    return `arg${at}: ${printedType(ts, checker, type)}`;
  });
  const { text, ...wanted } = wantedOf(ts, checker, call);
  const made = ts.isNewExpression(call) ? "new " : "";
  return { text: `${made}(${taken.join(", ")}) => ${text}`, strength: "soft", by: "context", ...wanted };
}

/** The type expected of the expression that begins with the hole. Callers search for ways to construct a value of it. */
function wantedOf(
  ts: Compiler,
  checker: ts.TypeChecker,
  expression: ts.Expression,
): Pick<TypedExpectation, "text" | "type"> {
  const type = checker.getContextualType(outermost(ts, expression));
  if (type === undefined || isUninformative(ts, type)) return { text: "unknown" };
  return { text: printedType(ts, checker, type), type };
}

/** The return type of the function around a statement. */
function enclosing(ts: Compiler, checker: ts.TypeChecker, statement: ts.Node): TypedExpectation | undefined {
  const around = ts.findAncestor(statement, ts.isFunctionLike);
  if (around === undefined || ts.isConstructorDeclaration(around)) return undefined;
  const type = returned(ts, checker, around);
  if (type === undefined || type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Void))
    return undefined;
  return expectationOf(ts, checker, type, { strength: "soft", by: "enclosing" });
}

/**
 * The declared return type of a function, or else the one that its context expects. Ignores the type inferred from the body, because the body is unfinished.
 */
function returned(ts: Compiler, checker: ts.TypeChecker, around: ts.SignatureDeclaration): ts.Type | undefined {
  if (around.type !== undefined) return checker.getTypeFromTypeNode(around.type);
  if (!ts.isArrowFunction(around) && !ts.isFunctionExpression(around)) return undefined;
  const type = checker.getContextualType(around);
  const signatures = type === undefined ? [] : checker.getSignaturesOfType(type, ts.SignatureKind.Call);
  return signatures.length === 1 ? signatures[0]!.getReturnType() : undefined;
}
