// Reasons why the members that the checker lists may be incomplete: the type is still being written, it depends on an unresolved type, or assignments can add
// members to it.

import type ts from "typescript";
import { hasErrorsFrom } from "./closed-brackets.js";
import type { Compiler } from "./compiler.js";

/** Where members are requested, and what this says about declarations that are still being written. */
export interface WritingPlace {
  readonly file: ts.SourceFile;
  readonly position: number;
  /** The offset at which the text being written begins. */
  readonly writtenFrom: number;
  /** Whether the text after the hole closes all that is open at the hole. */
  readonly isFinished: boolean;
}

/** The place in a file that was parsed with the text `after` the hole. */
export function writingPlace(file: ts.SourceFile, position: number, writtenFrom: number, after: string): WritingPlace {
  return { file, position, writtenFrom, isFinished: after !== "" && !hasErrorsFrom(file, position) };
}

/**
 * Whether the name with which a reference begins may be declared elsewhere. While brackets before the place are not closed, the parser takes what the text after the hole
 * declares for a part of the block at the place, where it hides the names outside.
 */
export function isPerhapsDeclaredElsewhere(
  ts: Compiler,
  checker: ts.TypeChecker,
  root: ts.Node,
  { file, position, isFinished }: WritingPlace,
): boolean {
  if (isFinished || !ts.isIdentifier(root)) return false;
  const isMisplaced = (declaration: ts.Declaration): boolean => {
    if (declaration.getSourceFile() !== file || declaration.pos < position) return false;
    for (let at: ts.Node = declaration.parent; at !== file; at = at.parent) if (at.pos < position) return true;
    return false;
  };
  return (checker.getSymbolAtLocation(root)?.declarations ?? []).some(isMisplaced);
}

/** Calls `visit` for `type` and its constituents. Returns whether one of the calls returned `true`. */
function someConstituent(type: ts.Type, visit: (type: ts.Type) => boolean): boolean {
  return type.isUnionOrIntersection() ? type.types.some((each) => someConstituent(each, visit)) : visit(type);
}

/**
 * Whether the text that is still to be written can add members to `type` or one of its bases. This is so if the place is inside the declaration of the type. If
 * text follows the hole, the hole must also have begun between members of the declaration.
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

/** Whether `declaration` is open at the place, so that later text can add members. */
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

/** Whether a class or interface among the constituents of `type` extends something that the checker does not resolve. */
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
 * Whether an assignment to a member may declare it. In TypeScript, this requires that the receiver is a function, and that the access begins a statement or the
 * right side of such an assignment. In JavaScript, the receiver is `this`, a function, a class or an object literal.
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
