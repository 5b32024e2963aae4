// Why the members that the checker knows of may not be all: the type is still being written, rests on one that is not resolved, or gets members by
// assignment.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** Where a member is asked for, as far as it decides what is still being written. */
export interface WritingPlace {
  readonly file: ts.SourceFile;
  readonly position: number;
  /** Where the text begins that is being written. */
  readonly writtenFrom: number;
  /** Whether text follows the hole: then what is open there gets closed by it. */
  readonly isFinished: boolean;
}

/** Calls `visit` for `type` and the types that it consists of; whether one call said so. */
function someConstituent(type: ts.Type, visit: (type: ts.Type) => boolean): boolean {
  return type.isUnionOrIntersection() ? type.types.some((each) => someConstituent(each, visit)) : visit(type);
}

/**
 * Whether `type`, or a base of it, is declared around the place, so that text yet to come may give it members. Where text follows the hole, that holds of
 * a declaration only if the hole began between its members.
 */
export function belongsToUnfinished(ts: Compiler, type: ts.Type, place: WritingPlace): boolean {
  return someConstituent(type, (each) => {
    const declarations = each.symbol?.declarations ?? [];
    if (declarations.some((declaration) => isUnfinished(ts, declaration, place))) return true;
    return (each.isClassOrInterface() ? (each.getBaseTypes() ?? []) : []).some((base) =>
      belongsToUnfinished(ts, base, place),
    );
  });
}

/** Whether `declaration` is open at the place, so that text yet to come may give it members. */
export function isUnfinished(
  ts: Compiler,
  declaration: ts.Declaration,
  { file, position, writtenFrom, isFinished }: WritingPlace,
): boolean {
  if (declaration.getSourceFile() !== file) return false;
  const encloses = declaration.pos < position && position <= declaration.end;
  if (!isFinished) return encloses;
  if (
    !encloses ||
    !(
      ts.isClassLike(declaration) ||
      ts.isInterfaceDeclaration(declaration) ||
      ts.isObjectLiteralExpression(declaration)
    )
  )
    return false;
  const members: readonly ts.Node[] = ts.isObjectLiteralExpression(declaration)
    ? declaration.properties
    : declaration.members;
  return !members.some(
    (member) => member.pos <= writtenFrom - 1 && member.getStart(file) < writtenFrom && position <= member.end,
  );
}

/** Whether a class or interface that `type` consists of extends something that the checker does not resolve. */
export function isOfUnresolved(ts: Compiler, checker: ts.TypeChecker, type: ts.Type): boolean {
  return someConstituent(type, (each) => {
    if (each.isClassOrInterface() || isReference(ts, each)) {
      for (const declaration of each.symbol?.declarations ?? [])
        if (extendsUnresolved(ts, checker, declaration)) return true;
      const bases = checker.getBaseTypes(targetOf(each)) ?? [];
      return bases.some((base) => isOfUnresolved(ts, checker, base));
    }
    return false;
  });
}

function isReference(ts: Compiler, type: ts.Type): type is ts.TypeReference {
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
  );
}

function targetOf(type: ts.Type): ts.InterfaceType {
  return ((type as Partial<ts.TypeReference>).target ?? type) as ts.InterfaceType;
}

function extendsUnresolved(ts: Compiler, checker: ts.TypeChecker, declaration: ts.Declaration): boolean {
  if (!ts.isClassLike(declaration) && !ts.isInterfaceDeclaration(declaration)) return false;
  return (declaration.heritageClauses ?? []).some(
    (clause) =>
      clause.token === ts.SyntaxKind.ExtendsKeyword &&
      clause.types.some((base) => (checker.getTypeAtLocation(base).flags & ts.TypeFlags.Any) !== 0),
  );
}

/**
 * Whether an assignment to a member may declare it. In TypeScript, the receiver is a function, and the access begins a statement or is the right side
 * of an assignment that does. In JavaScript, the receiver is `this`, a function, a class or an object literal.
 */
export function isExpandable(ts: Compiler, checker: ts.TypeChecker, receiver: ts.Expression, type: ts.Type): boolean {
  const isScript = (node: ts.Node): boolean => (node.flags & ts.NodeFlags.JavaScriptFile) !== 0;
  if (isScript(receiver)) {
    if (receiver.kind === ts.SyntaxKind.ThisKeyword) return true;
    return someConstituent(type, (each) =>
      (each.symbol?.declarations ?? []).some((declaration) => isScript(declaration)),
    );
  }
  if (!beginsStatement(ts, receiver)) return false;
  const symbol = checker.getSymbolAtLocation(receiver);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined || declaration.getSourceFile() !== receiver.getSourceFile()) return false;
  if (ts.isFunctionDeclaration(declaration)) return true;
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined || declaration.type !== undefined)
    return false;
  return ts.isFunctionExpression(declaration.initializer) || ts.isArrowFunction(declaration.initializer);
}

/** Whether `node` begins an expression statement, or the right side of an assignment that does. */
function beginsStatement(ts: Compiler, node: ts.Expression): boolean {
  let at: ts.Node = node;
  for (;;) {
    const around: ts.Node = at.parent;
    if (ts.isExpressionStatement(around)) return true;
    const isLeft = ts.isExpression(around) && around.pos === at.pos;
    const isAssigned =
      ts.isBinaryExpression(around) && around.operatorToken.kind === ts.SyntaxKind.EqualsToken && around.right === at;
    if (!isLeft && !isAssigned) return false;
    at = around;
  }
}
