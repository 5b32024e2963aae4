// The names that can follow a member operator, according to the compiler. A placeholder stands for the name; the parser recovers from the unfinished code
// around it, and the checker lists the members of the receiver's type.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import {
  belongsToUnfinished,
  isExpandable,
  isInitializedAround,
  isOfUnresolved,
  isUnfinished,
  type WritingPlace,
  writingPlace,
} from "./doubts.js";
import { isPerhapsDeclaredElsewhere, isPerhapsHidden, isPerhapsParameter } from "./hidden-names.js";
import { dependsOnLaterAssignment } from "./later-assignments.js";
import { isAccessible, nameOf, namesOfType } from "./names.js";
import { NAME_PART, nameAt } from "./placeholder.js";
import type { Project } from "./project.js";
import { isNullable, type Refusals } from "./refusals.js";
import { dependsOnUndeclared, rootOf } from "./undeclared-names.js";
import { dependsOnUnwritten } from "./unwritten-arguments.js";

type Names = Answer<readonly string[]>;

const unknown = (reason: string): Names => ({ kind: "unknown", reason });

/** A name that does not occur in programs. */
const PLACEHOLDER = "ʚespalierʚhole";

/** The members that can follow the operator at the end of `before`. Takes an analysis of the program: tens of milliseconds after an edit. */
export function membersAt(
  project: Project,
  { path, before, after, hole = 0, writtenFrom = before.length }: ProgramPlace,
  refusals: Refusals,
): Names {
  const rest = after.slice(hole).replace(NAME_PART, "");
  const { file, checker, options } = project.typed(path, `${before}${PLACEHOLDER} ${rest}`);
  const { ts } = project;
  const name = nameAt(ts, file, before.length);
  if (name === undefined) return unknown("the compiler finds no member access here");
  const access = name.parent;
  const place = writingPlace(file, before.length, writtenFrom, rest);
  if (ts.isQualifiedName(access)) return exportsOf(ts, checker, access, access.left, place, refusals);
  if (!ts.isPropertyAccessExpression(access)) return unknown("the compiler finds no member access here");
  if (isTypeHeritage(ts, access)) return exportsOf(ts, checker, access, access.expression, place, refusals);
  const declared = checker.getTypeAtLocation(access.expression);
  if (declared.flags & ts.TypeFlags.Any) return unknown("the receiver is any, or its type is not resolved");
  if (declared.flags & ts.TypeFlags.Unknown) return unknown("the receiver is unknown");
  if (isUnconstrained(ts, checker, declared)) return unknown("the receiver may be of any type");
  if (dependsOnUnwritten(ts, checker, access.expression, place))
    return { kind: "open", reason: "the receiver's type may depend on arguments that are not written yet" };
  const root = rootOf(ts, access.expression);
  if (isPerhapsDeclaredElsewhere(ts, checker, root, place) || isPerhapsParameter(ts, root))
    return { kind: "open", reason: "brackets that are still open may hide the receiver's declaration" };
  if (isPerhapsHidden(ts, checker, root, place))
    return { kind: "open", reason: "the file may declare the name with which the receiver begins" };
  if (isInitializedAround(ts, checker, root, place))
    return { kind: "open", reason: "the receiver is still being written" };
  if (dependsOnLaterAssignment(ts, checker, access.expression))
    return { kind: "open", reason: "an assignment that is not written yet may give the receiver other types" };
  if (dependsOnUndeclared(ts, checker, access.expression))
    return { kind: "open", reason: "the receiver's type may depend on names that are not declared yet" };
  if (refusals.nullable && isNullable(ts, access, declared, options))
    return { kind: "proven-empty", reason: "the receiver may be undefined or null" };
  // The compiler reports a receiver that may be undefined separately, and continues with the rest of the type.
  const type = checker.getNonNullableType(declared);
  if (type.flags & ts.TypeFlags.Never) return unknown("the receiver is never");
  const apparent = checker.getApparentType(type);
  if (isGlobalObject(apparent) && (options.noImplicitAny ?? options.strict) !== true)
    return { kind: "open", reason: "the compiler's options allow any member of the global object" };
  if (hasStringIndex(ts, checker, apparent)) return { kind: "open", reason: "the receiver's type has a string index" };
  if (isOfUnresolved(ts, checker, apparent)) return unknown("the receiver's type depends on an unresolved type");
  if (belongsToUnfinished(ts, apparent, place))
    return { kind: "open", reason: "the receiver's type is still being written" };
  if (isExpandable(ts, checker, access.expression, apparent, place))
    return { kind: "open", reason: "an assignment may add a member" };
  const names = namesOfType(checker, apparent, ts)
    .filter((property) => isAccessible(ts, checker, access, apparent, property))
    .filter((property) => refusals.allows(ts, checker, property))
    .map((property) => nameOf(ts, property))
    .filter((each) => each !== undefined)
    // The function that stands for a missing expression is declared for all files, under the same name.
    .filter((each) => each !== PLACEHOLDER);
  return { kind: "closed", value: [...new Set(names)].sort() };
}

/** Whether `access` names a type: in an `implements` clause, or in `extends` of an interface. */
function isTypeHeritage(ts: Project["ts"], access: ts.Node): boolean {
  let node = access.parent;
  while (ts.isPropertyAccessExpression(node)) node = node.parent;
  if (!ts.isExpressionWithTypeArguments(node) || !ts.isHeritageClause(node.parent)) return false;
  return node.parent.token === ts.SyntaxKind.ImplementsKeyword || ts.isInterfaceDeclaration(node.parent.parent);
}

/**
 * The exports of the namespace, module or enum that `left` names in `access`, both values and types. Where a type is named, a namespace that is no type is
 * written with the dot that must follow it.
 */
function exportsOf(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  access: ts.Node,
  left: ts.Node,
  place: WritingPlace,
  refusals: Refusals,
): Names {
  let symbol = checker.getSymbolAtLocation(left);
  if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const isNamespace = symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Module | ts.SymbolFlags.Enum)) !== 0;
  if (!isNamespace || (symbol!.declarations ?? []).length === 0)
    return unknown("the name before the dot is not a resolved namespace");
  if (symbol!.declarations!.some((declaration) => isUnfinished(ts, declaration, place)))
    return { kind: "open", reason: "the namespace is still being written" };
  const named = checker
    .getExportsOfModule(symbol!)
    .filter((each) => isNamed(ts, checker, left, each))
    .filter((each) => refusals.allows(ts, checker, each));
  const { parent } = access;
  const isFollowed =
    (ts.isQualifiedName(parent) && parent.left === access) ||
    (ts.isPropertyAccessExpression(parent) && parent.expression === access);
  const needsDot = (symbol: ts.Symbol): boolean =>
    !isFollowed && useOf(ts, left) === "type" && isMerelyNamespace(ts, checker, symbol);
  return { kind: "closed", value: named.map((each) => (needsDot(each) ? `${each.name}.` : each.name)) };
}

/** Whether `symbol` is a namespace and no type: it can only begin the name of a type. */
function isMerelyNamespace(ts: Project["ts"], checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (flags & ts.SymbolFlags.Namespace) !== 0 && (flags & ts.SymbolFlags.Type) === 0;
}

/** What `left.name` names: a value in `typeof left.name`, anything in `import name = left.name`, and a type elsewhere. */
function useOf(ts: Project["ts"], left: ts.Node): "value" | "type" | "any" {
  let node = left.parent;
  while (ts.isQualifiedName(node)) node = node.parent;
  if (ts.isImportEqualsDeclaration(node)) return "any";
  return ts.isTypeQueryNode(node) ? "value" : "type";
}

function isNamed(ts: Project["ts"], checker: ts.TypeChecker, left: ts.Node, symbol: ts.Symbol): boolean {
  const use = useOf(ts, left);
  return use === "any" || (use === "value" ? namesValue(ts, checker, symbol) : namesType(ts, checker, symbol));
}

/** Whether the operand of `typeof` can begin with `symbol`, because it is a value. */
function namesValue(ts: Project["ts"], checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const its = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (its.flags & ts.SymbolFlags.Value) !== 0 || its.declarations === undefined;
}

/** Whether a type can begin with `symbol`, because it is a type or a namespace. */
function namesType(ts: Project["ts"], checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const its = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (its.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Namespace)) !== 0 || its.declarations === undefined;
}

function hasStringIndex(ts: Project["ts"], checker: ts.TypeChecker, type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some((each) => hasStringIndex(ts, checker, each));
  // The key of a number index is a number, and that of a pattern a template.
  return checker.getIndexInfosOfType(type).some(({ keyType }) => (keyType.flags & ts.TypeFlags.StringLike) !== 0);
}

/** Whether the type depends on type parameters that have no constraint. It then has not even the members of every object. */
function isUnconstrained(ts: Project["ts"], checker: ts.TypeChecker, type: ts.Type): boolean {
  if ((type.flags & ts.TypeFlags.Instantiable) === 0) return false;
  const constraint = checker.getBaseConstraintOfType(type);
  return constraint === undefined || (constraint.flags & ts.TypeFlags.Unknown) !== 0;
}

function isGlobalObject({ symbol }: ts.Type): boolean {
  return (symbol as ts.Symbol | undefined)?.escapedName === "globalThis";
}
