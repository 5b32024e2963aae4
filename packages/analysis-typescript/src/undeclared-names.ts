// Types that may change with declarations that are not written yet. A name that nothing declares so far may become a guard that narrows a variable, a value with
// which it is compared, a function that never returns, or an argument that selects an overload.
//
// Three forms are not followed: a condition that is stored in a constant, a function that never returns in a branch of anything but `if`, and type arguments that are not declared.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** Whether an expression may have another type once the names are declared that nothing declares so far. */
export function dependsOnUndeclared(ts: Compiler, checker: ts.TypeChecker, expression: ts.Node): boolean {
  return isGuardedByUndeclared(ts, checker, expression) || isInferredFromUndeclared(ts, checker, expression);
}

/** Whether nothing declares the name, or the member, that a node stands for. A member of `any` needs no declaration. */
function isUndeclared(ts: Compiler, checker: ts.TypeChecker, node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node))
    return isUndeclared(ts, checker, node.expression);
  if (ts.isIdentifier(node)) return checker.getSymbolAtLocation(node) === undefined;
  if (!ts.isPropertyAccessExpression(node) || checker.getSymbolAtLocation(node.name) !== undefined) return false;
  const isAny = (checker.getTypeAtLocation(node.expression).flags & ts.TypeFlags.Any) !== 0;
  return !isAny || isUndeclared(ts, checker, node.expression);
}

/** The identifier or `this` with which a reference begins. */
export function rootOf(ts: Compiler, node: ts.Node): ts.Node {
  let at = node;
  while (
    ts.isPropertyAccessExpression(at) ||
    ts.isElementAccessExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    ts.isCallExpression(at)
  )
    at = at.expression;
  return at;
}

/** Whether the flow of control before an expression has a condition on its root that may narrow it once a name is declared. */
function isGuardedByUndeclared(ts: Compiler, checker: ts.TypeChecker, expression: ts.Node): boolean {
  const root = rootOf(ts, expression);
  if (!ts.isIdentifier(root) && root.kind !== ts.SyntaxKind.ThisKeyword) return false;
  const position = expression.getStart();
  const isRoot = (node: ts.Node): boolean =>
    node.kind === root.kind && (!ts.isIdentifier(node) || node.text === (root as ts.Identifier).text);
  const isRooted = (node: ts.Node): boolean => isRoot(rootOf(ts, node));
  const mentions = (node: ts.Node): boolean => isRoot(node) || (ts.forEachChild(node, mentions) ?? false);
  const isMissing = (node: ts.Node): boolean => isUndeclared(ts, checker, node);
  const isGuard = (node: ts.Node): boolean => {
    if (ts.isCallExpression(node)) {
      if (![node.expression, ...node.arguments].some(isRooted)) return isNever(node);
      return (
        isMissing(node.expression) ||
        guardsUndeclared(ts, checker, node.expression) ||
        (node.arguments.some(isMissing) && isPredicate(ts, checker, node.expression))
      );
    }
    if (ts.isCaseClause(node)) return isRooted(node.parent.parent.expression) && isMissing(node.expression);
    if (!ts.isBinaryExpression(node) || !compares(ts, node.operatorToken.kind)) return false;
    return (isRooted(node.left) && isMissing(node.right)) || (isRooted(node.right) && isMissing(node.left));
  };
  /** Whether a call, in a branch for which a condition on the root decides, may never return. */
  const isNever = (call: ts.CallExpression): boolean => {
    if (!ts.isExpressionStatement(call.parent)) return false;
    for (let at: ts.Node = call; at.parent !== undefined && !ts.isFunctionLike(at); at = at.parent)
      if (ts.isIfStatement(at.parent) && mentions(at.parent.expression)) return isMissing(call.expression);
    return false;
  };
  const visit = (node: ts.Node): boolean => {
    if (node.pos >= position) return false;
    const encloses = node.end > position;
    if (!encloses && (ts.isFunctionLike(node) || ts.isClassLike(node))) return false;
    const end = ts.isCaseClause(node) ? node.expression.end : node.end;
    return (end <= position && isGuard(node)) || (ts.forEachChild(node, visit) ?? false);
  };
  return visit(flowAround(ts, checker, root));
}

function compares(ts: Compiler, operator: ts.SyntaxKind): boolean {
  const { EqualsEqualsToken, EqualsEqualsEqualsToken, ExclamationEqualsToken, ExclamationEqualsEqualsToken } =
    ts.SyntaxKind;
  return [
    ts.SyntaxKind.InstanceOfKeyword,
    EqualsEqualsToken,
    EqualsEqualsEqualsToken,
    ExclamationEqualsToken,
    ExclamationEqualsEqualsToken,
  ].includes(operator);
}

/** Whether a function is declared as a guard or an assertion, such as `every`. */
function isPredicate(ts: Compiler, checker: ts.TypeChecker, callee: ts.Expression): boolean {
  return declarationsOf(ts, checker, callee).some(({ type }) => type !== undefined && ts.isTypePredicateNode(type));
}

/** Whether a function is declared as a guard, or as an assertion, for a type that is not declared. */
function guardsUndeclared(ts: Compiler, checker: ts.TypeChecker, callee: ts.Expression): boolean {
  return declarationsOf(ts, checker, callee).some(({ type }) => {
    if (type === undefined || !ts.isTypePredicateNode(type) || type.type === undefined) return false;
    return (checker.getTypeFromTypeNode(type.type).flags & ts.TypeFlags.Any) !== 0;
  });
}

function declarationsOf(
  ts: Compiler,
  checker: ts.TypeChecker,
  callee: ts.Expression,
): readonly Partial<ts.SignatureDeclaration>[] {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return (checker.getSymbolAtLocation(name)?.declarations ?? []) as readonly Partial<ts.SignatureDeclaration>[];
}

/** The function or the file in which the flow of control can narrow a reference that begins with `root`. */
function flowAround(ts: Compiler, checker: ts.TypeChecker, root: ts.Node): ts.Node {
  const declaration = ts.isIdentifier(root) ? checker.getSymbolAtLocation(root)?.valueDeclaration : undefined;
  let at = root;
  for (; at.parent !== undefined; at = at.parent) {
    if (declaration !== undefined && at.pos <= declaration.pos && declaration.end <= at.end) break;
    if (declaration === undefined && ts.isFunctionLike(at) && !ts.isArrowFunction(at)) break;
  }
  return at;
}

/** Whether a call from which an expression gets its type has an argument that nothing declares. */
function isInferredFromUndeclared(ts: Compiler, checker: ts.TypeChecker, expression: ts.Node): boolean {
  const file = expression.getSourceFile();
  const seen = new Set<ts.Node>();
  const hasUndeclared = (node: ts.Node): boolean => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return isUndeclared(ts, checker, node);
    if (ts.isPropertyAssignment(node)) return hasUndeclared(node.initializer);
    return ts.forEachChild(node, hasUndeclared) ?? false;
  };
  const depends = (node: ts.Node): boolean => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isTypeNode(node)) return false;
    if (ts.isIdentifier(node))
      return (checker.getSymbolAtLocation(node)?.declarations ?? []).some(
        (each) => each.getSourceFile() === file && declares(each),
      );
    if (ts.isPropertyAccessExpression(node)) return depends(node.expression);
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && selects(node)) return true;
    return ts.forEachChild(node, depends) ?? false;
  };
  /** Whether an argument that is not declared may change the type of a call. */
  const selects = (call: ts.CallExpression | ts.NewExpression, except?: ts.Node): boolean => {
    if (call.typeArguments !== undefined) return false;
    if (!(call.arguments ?? []).some((each) => each !== except && hasUndeclared(each))) return false;
    const type = checker.getApparentType(checker.getNonNullableType(checker.getTypeAtLocation(call.expression)));
    const signatures = ts.isNewExpression(call) ? type.getConstructSignatures() : type.getCallSignatures();
    return signatures.length > 1 || signatures.some(({ typeParameters = [] }) => typeParameters.length > 0);
  };
  const declares = (declaration: ts.Node): boolean => {
    if (seen.has(declaration)) return false;
    seen.add(declaration);
    if (ts.isBindingElement(declaration)) return declares(declaration.parent.parent);
    if (ts.isVariableDeclaration(declaration)) {
      const loop = declaration.parent.parent;
      const source = ts.isForOfStatement(loop) ? loop.expression : declaration.initializer;
      return declaration.type === undefined && source !== undefined && depends(source);
    }
    if (!ts.isParameter(declaration) || declaration.type !== undefined) return false;
    const { parent: its } = declaration;
    const { parent: call } = its;
    if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return false;
    return depends(call.expression) || selects(call, its);
  };
  return depends(expression);
}
