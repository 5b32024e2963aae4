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
 * Whether the place is in an object literal or a class from which a variable without a declared type gets its type, and the text that is still to be written can add
 * members there. The compiler may have made another type of it, such as `Readonly` of an object.
 */
export function isInitializedAround(
  ts: Compiler,
  checker: ts.TypeChecker,
  root: ts.Node,
  place: WritingPlace,
): boolean {
  const declaration = ts.isIdentifier(root) ? checker.getSymbolAtLocation(root)?.valueDeclaration : undefined;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.type !== undefined)
    return false;
  let isAround = false;
  for (let at = root; at !== undefined; at = at.parent) {
    if (at === declaration) return isAround;
    isAround ||= (ts.isObjectLiteralExpression(at) || ts.isClassLike(at)) && isUnfinished(ts, at, place);
  }
  return false;
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
  if (!isFinished || !encloses) return encloses;
  // What the hole itself has opened may have been closed for the parser.
  if (writtenFrom <= declaration.getStart(file)) return true;
  return !(membersOf(ts, declaration) ?? [declaration]).some(
    (member) => member.pos <= writtenFrom - 1 && member.getStart(file) < writtenFrom && position <= member.end,
  );
}

/** The members of a declaration that can have any number of them. */
function membersOf(ts: Compiler, declaration: ts.Node): readonly ts.Node[] | undefined {
  if (ts.isObjectLiteralExpression(declaration)) return declaration.properties;
  if (ts.isModuleDeclaration(declaration)) {
    const { body } = declaration;
    return body !== undefined && ts.isModuleBlock(body) ? body.statements : body && membersOf(ts, body);
  }
  return ts.isClassLike(declaration) || ts.isInterfaceDeclaration(declaration) ? declaration.members : undefined;
}

/**
 * Whether a class or interface among the constituents of `type`, or among the arguments of its alias (such as `Partial`), extends something that the checker does not
 * resolve.
 */
export function isOfUnresolved(ts: Compiler, checker: ts.TypeChecker, type: ts.Type): boolean {
  return (
    isItselfOfUnresolved(ts, checker, type) ||
    (type.aliasTypeArguments ?? []).some((each) => isOfUnresolved(ts, checker, each))
  );
}

function isItselfOfUnresolved(ts: Compiler, checker: ts.TypeChecker, type: ts.Type): boolean {
  return someConstituent(type, (each) => {
    if (each.isClassOrInterface() || isReference(ts, each)) {
      for (const declaration of each.symbol?.declarations ?? [])
        if (extendsUnresolved(ts, checker, declaration)) return true;
      const bases = checker.getBaseTypes(targetOf(each)) ?? [];
      return bases.some((base) => isItselfOfUnresolved(ts, checker, base));
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
 * Whether an assignment to a member may declare it. In TypeScript, the receiver must be a function, and the hole must have begun in the block of the function, or the
 * access is such an assignment. In JavaScript, the receiver is `this`, a function, a class or an object literal.
 */
export function isExpandable(
  ts: Compiler,
  checker: ts.TypeChecker,
  receiver: ts.Expression,
  type: ts.Type,
  { writtenFrom }: WritingPlace,
): boolean {
  const isScript = (node: ts.Node): boolean => (node.flags & ts.NodeFlags.JavaScriptFile) !== 0;
  if (isScript(receiver)) {
    if (receiver.kind === ts.SyntaxKind.ThisKeyword) return true;
    return someConstituent(type, (each) =>
      (each.symbol?.declarations ?? []).some((declaration) => isScript(declaration)),
    );
  }
  const symbol = checker.getSymbolAtLocation(receiver);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined || declaration.getSourceFile() !== receiver.getSourceFile()) return false;
  if (!isWrittenFunction(ts, declaration)) return false;
  return beginsStatement(ts, receiver) || isWrittenIn(blockOf(ts, declaration), writtenFrom);
}

/** Whether a declaration without a declared type is that of a function. */
function isWrittenFunction(ts: Compiler, declaration: ts.Node): boolean {
  if (ts.isFunctionDeclaration(declaration)) return true;
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined || declaration.type !== undefined)
    return false;
  return ts.isFunctionExpression(declaration.initializer) || ts.isArrowFunction(declaration.initializer);
}

type Block = ts.Block | ts.ModuleBlock | ts.SourceFile;

function blockOf(ts: Compiler, declaration: ts.Node): Block {
  for (let at = declaration.parent; ; at = at.parent)
    if (ts.isBlock(at) || ts.isModuleBlock(at) || ts.isSourceFile(at)) return at;
}

/** Whether the text from a position on begins in a block, and in no statement of it. */
export function isWrittenIn({ pos, statements }: Block, position: number): boolean {
  return pos <= position && statements.every((each) => position <= each.getStart() || each.end <= position);
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
