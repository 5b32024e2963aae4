// Finds references whose type a later assignment may change: an earlier assignment has narrowed it, and the later one may widen it again.

import type ts from "typescript";
import type { Project } from "./project.js";
import { rootOf } from "./undeclared-names.js";

/**
 * Whether a later assignment may widen the type of a reference: what is written so far has narrowed a variable or a property that can be assigned, and a loop, or a
 * function that is called later, reads it again.
 */
export function mayBeReassigned(ts: Project["ts"], checker: ts.TypeChecker, reference: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(reference) || ts.isNonNullExpression(reference))
    return mayBeReassigned(ts, checker, reference.expression);
  const isAccess = ts.isPropertyAccessExpression(reference);
  if (!isAccess && !ts.isIdentifier(reference)) return false;
  const symbol = checker.getSymbolAtLocation(isAccess ? reference.name : reference);
  const declaration = symbol?.valueDeclaration;
  if (symbol === undefined || declaration === undefined) return false;
  const declared = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  const isNarrowed = !checker.isTypeAssignableTo(declared, checker.getTypeAtLocation(reference));
  if (isNarrowed && !isFixed(ts, declaration) && isReadAgain(ts, reference, declaration)) return true;
  return isAccess && mayBeReassigned(ts, checker, reference.expression);
}

/**
 * Whether a later assignment may give a reference members that its present type lacks. This is so for a variable that an assignment has narrowed, if a loop or a closure
 * reads it again. It is also so for elements of an array that is declared as `[]`, if a loop may add others. A guard alone causes no doubt, because it also narrows what is
 * assigned later.
 */
export function dependsOnLaterAssignment(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  reference: ts.Expression,
): boolean {
  if (isFromGrowingArray(ts, checker, reference)) return true;
  if (!ts.isIdentifier(reference)) return false;
  const declaration = checker.getSymbolAtLocation(reference)?.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  const { type, initializer } = declaration;
  if (type === undefined || initializer === undefined) return false;
  const declared = checker.getNonNullableType(checker.getTypeFromTypeNode(type));
  if (!declared.isUnion()) return false;
  const assigned = partsOf(checker.getTypeAtLocation(initializer));
  const isKept = (part: ts.Type): boolean => assigned.some((each) => checker.isTypeAssignableTo(each, part));
  return !declared.types.every(isKept) && mayBeReassigned(ts, checker, reference);
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Whether a reference comes, through any number of variables, from one that is declared as `[]` without a type, and a loop or a closure reads that one again. */
function isFromGrowingArray(ts: Project["ts"], checker: ts.TypeChecker, reference: ts.Expression): boolean {
  const seen = new Set<ts.Node>();
  for (let at: ts.Node | undefined = reference; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const root = rootOf(ts, at);
    const declaration = ts.isIdentifier(root) ? checker.getSymbolAtLocation(root)?.valueDeclaration : undefined;
    if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.type !== undefined)
      return false;
    const { initializer } = declaration;
    if (initializer !== undefined && ts.isArrayLiteralExpression(initializer) && initializer.elements.length === 0)
      return isReadAgain(ts, root, declaration);
    const loop = declaration.parent.parent;
    at = ts.isForOfStatement(loop) ? loop.expression : initializer;
  }
  return false;
}

/** Whether nothing can be assigned to what `declaration` declares. */
function isFixed(ts: Project["ts"], declaration: ts.Declaration): boolean {
  const isConstant = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConstant || (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0;
}

/** Whether a loop or a function lies between a reference and its declaration. A function ends the narrowing of a property. */
function isReadAgain(ts: Project["ts"], reference: ts.Node, declaration: ts.Declaration): boolean {
  const isVariable = ts.isIdentifier(reference);
  for (let at = reference.parent; at !== undefined; at = at.parent) {
    if (at.pos <= declaration.pos && declaration.end <= at.end && at.getSourceFile() === declaration.getSourceFile())
      return false;
    if (isLoop(ts, at)) return true;
    if (ts.isFunctionLike(at)) return isVariable;
  }
  return false;
}

function isLoop(ts: Project["ts"], { kind }: ts.Node): boolean {
  const { ForStatement, ForInStatement, ForOfStatement, WhileStatement, DoStatement } = ts.SyntaxKind;
  return [ForStatement, ForInStatement, ForOfStatement, WhileStatement, DoStatement].includes(kind);
}
