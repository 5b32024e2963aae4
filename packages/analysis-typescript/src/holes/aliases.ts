// The named types that a type mentions.

import type { TypeAlias } from "@espalier/typed-holes";
import type ts from "typescript";
import { type HoleType, type HoleView, isOfLibrary } from "./view.js";

/** How deeply an anonymous type is searched. */
const DEEPEST = 8;

/** A named type, with its symbol. */
export interface NamedType extends TypeAlias {
  readonly symbol: ts.Symbol;
}

/** The named types that a type mentions, in order. Excludes types of libraries and type parameters. */
export function namedTypesOf(view: HoleView, { type, nodes }: HoleType): readonly NamedType[] {
  const found = new Map<string, NamedType>();
  const add = (symbol: ts.Symbol): void => {
    const named = namedType(view, symbol);
    if (named !== undefined && !found.has(named.id)) found.set(named.id, named);
  };
  const seen = new Set<ts.Type | ts.Node>();
  for (const node of nodes) addNamed(view, node, add);
  if (type !== undefined) addMentioned(view, type, { add, seen, depth: 0 });
  return [...found.values()];
}

function namedType({ ts, ...view }: HoleView, symbol: ts.Symbol): NamedType | undefined {
  const { Alias, EnumMember, Class, Interface, Enum, TypeAlias } = ts.SymbolFlags;
  let named = (symbol.flags & Alias) === 0 ? symbol : view.checker.getAliasedSymbol(symbol);
  if ((named.flags & EnumMember) !== 0) {
    const member = named.valueDeclaration;
    named = (member && view.checker.getSymbolAtLocation((member.parent as ts.EnumDeclaration).name)) ?? named;
  }
  const declaration = named.declarations?.[0];
  if (declaration === undefined || (named.flags & (Class | Interface | Enum | TypeAlias)) === 0) return undefined;
  const file = declaration.getSourceFile();
  if (isOfLibrary(view, file)) return undefined;
  return { id: `${file.fileName}:${declaration.pos}`, name: named.name, symbol: named };
}

/** Adds the names that a node uses as types: in type references, heritage clauses and `typeof`. */
function addNamed(view: HoleView, node: ts.Node, add: (symbol: ts.Symbol) => void): void {
  const { ts, checker } = view;
  const addAt = (name: ts.Node): void => {
    const symbol = checker.getSymbolAtLocation(name);
    if (symbol !== undefined) add(symbol);
  };
  const visit = (each: ts.Node): void => {
    if (ts.isTypeReferenceNode(each)) addAt(each.typeName);
    else if (ts.isExpressionWithTypeArguments(each)) addAt(each.expression);
    else if (ts.isImportTypeNode(each) && each.qualifier !== undefined) addAt(each.qualifier);
    else if (ts.isTypeQueryNode(each)) addAt(each.exprName);
    // Bodies and initializers are not shown to the model, so the types that they mention are not needed.
    if (!ts.isBlock(each)) ts.forEachChild(each, (child) => (isInitializer(each, child) ? undefined : visit(child)));
  };
  visit(node);
}

function isInitializer(parent: ts.Node, child: ts.Node): boolean {
  return "initializer" in parent && parent.initializer === child;
}

/** The parts of a union or intersection as they were written: `Order` and `undefined` for `Order | undefined`, also if `Order` is a union itself. */
function partsOf(type: ts.UnionOrIntersectionType): readonly ts.Type[] {
  // The compiler omits `origin` from its declarations, in all versions from 5.4 to 6.
  const { origin } = type as ts.UnionOrIntersectionType & { readonly origin?: ts.Type };
  return origin?.isUnion() ? origin.types : type.types;
}

interface Mentioning {
  readonly add: (symbol: ts.Symbol) => void;
  readonly seen: Set<ts.Type | ts.Node>;
  readonly depth: number;
}

/** Adds the name of a type or, if it has none, the names in its parts. */
function addMentioned(view: HoleView, type: ts.Type, { add, seen, depth }: Mentioning): void {
  if (seen.has(type) || depth > DEEPEST) return;
  seen.add(type);
  const { ts, checker } = view;
  const next = (part: ts.Type): void => addMentioned(view, part, { add, seen, depth: depth + 1 });
  const { aliasSymbol, aliasTypeArguments = [], symbol } = type;
  if (aliasSymbol !== undefined) {
    add(aliasSymbol);
    aliasTypeArguments.forEach(next);
    if (namedType(view, aliasSymbol) !== undefined) return;
  }
  if (type.isUnionOrIntersection()) {
    partsOf(type).forEach(next);
    return;
  }
  if ((type.flags & ts.TypeFlags.Object) === 0) {
    if ((type.flags & ts.TypeFlags.EnumLike) !== 0 && symbol !== undefined) add(symbol);
    return;
  }
  if (((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0)
    checker.getTypeArguments(type as ts.TypeReference).forEach(next);
  if (symbol !== undefined && namedType(view, symbol) !== undefined) {
    add(symbol);
    return;
  }
  if (symbol?.declarations?.some((each) => isOfLibrary(view, each.getSourceFile()))) return;
  for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
    if (signature.declaration !== undefined) addNamed(view, signature.declaration, add);
    for (const parameter of signature.getParameters()) next(checker.getTypeOfSymbol(parameter));
    next(signature.getReturnType());
  }
  for (const property of checker.getPropertiesOfType(type)) {
    for (const declaration of property.declarations ?? []) addNamed(view, declaration, add);
    next(checker.getTypeOfSymbol(property));
  }
}
