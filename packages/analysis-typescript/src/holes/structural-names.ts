// The names that every value of a type must have. A file that does not contain them all, directly or through its imports, cannot construct such a value.

import type ts from "typescript";
import { type HoleView, isOfLibrary } from "./view.js";

/** How many levels of nested components are searched. */
const DEEPEST = 3;

/**
 * For each kind of value in a type, the names that such a value must have: its required keys, and the texts of literals. Omits kinds without such names
 * (functions, enums, classes with private members), because only a file that refers to the type itself can construct them.
 */
export function structuralNames(view: HoleView, type: ts.Type, depth = 0): readonly (readonly string[])[] {
  const { ts, checker } = view;
  if (type.isUnion()) return type.types.flatMap((each) => structuralNames(view, each, depth));
  if (type.isStringLiteral() || type.isNumberLiteral())
    return (type.flags & ts.TypeFlags.EnumLiteral) === 0 ? [[String(type.value)]] : [];
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0 || depth > DEEPEST) return [];
  const [signature] = type.getCallSignatures();
  if (signature !== undefined) return structuralNames(view, signature.getReturnType(), depth + 1);
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const elements = checker
      .getTypeArguments(type as ts.TypeReference)
      .map((each) => structuralNames(view, each, depth + 1));
    // If an element has several kinds, any one of them suffices.
    const certain = elements.flatMap((kinds) => (kinds.length === 1 ? kinds[0]! : []));
    return certain.length === 0 ? elements.flat() : [[...new Set(certain)]];
  }
  const needed = checker.getPropertiesOfType(type).filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0);
  if (needed.some((each) => isPrivate(ts, each))) return [];
  const names = needed.filter((each) => !isOfLibraryAlone(view, each)).map(({ name }) => name);
  return names.length === 0 || names.some((name) => name.startsWith("__")) ? [] : [names];
}

function isPrivate(ts: HoleView["ts"], { declarations = [] }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return declarations.some(
    (each) =>
      (ts.getCombinedModifierFlags(each) & hidden) !== 0 ||
      ("name" in each && each.name !== undefined && ts.isPrivateIdentifier(each.name as ts.Node)),
  );
}

function isOfLibraryAlone(view: HoleView, { declarations = [] }: ts.Symbol): boolean {
  return declarations.length > 0 && declarations.every((each) => isOfLibrary(view, each.getSourceFile()));
}
