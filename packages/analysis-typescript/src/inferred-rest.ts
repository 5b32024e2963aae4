// The type that determines how many arguments a generic rest parameter takes, as in `f<T extends unknown[]>(...all: T)`, or with `[...T]`. The compiler infers `T` from the
// arguments; if they do not fit its constraint, the constraint replaces it. So the number of arguments depends on the constraint alone, if nothing else can
// determine `T`.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** Whether the type of a rest parameter is a type parameter, or a tuple type that contains the elements of another type. */
export function isGenericRest(ts: Compiler, checker: ts.TypeChecker, rest: ts.Type): boolean {
  return (rest.flags & ts.TypeFlags.TypeParameter) !== 0 || (checker.isTupleType(rest) && !isFixed(ts, rest));
}

/**
 * Returns the array or tuple type to whose length the arguments for a rest parameter are restricted; `undefined` if other types determine it.
 *
 * @param generic the type of the rest parameter of `signature`.
 */
export function inferredRest(
  ts: Compiler,
  checker: ts.TypeChecker,
  signature: ts.Signature,
  generic: ts.Type,
  call: ts.CallExpression | ts.NewExpression,
  typeArguments: readonly ts.TypeNode[] | undefined,
): ts.Type | undefined {
  const { typeParameters = [] } = signature;
  const rest = checker.isTupleType(generic) ? onlyElement(checker, generic as ts.TypeReference) : generic;
  if (rest === undefined || (rest.flags & ts.TypeFlags.TypeParameter) === 0) return undefined;
  const index = typeParameters.findIndex((each) => each === rest || each.symbol === rest.symbol);
  // The type parameter of a function around the call. The compiler checks the type of the arguments, and not their number.
  if (index === -1) return rest;
  const parameter = parameterOf(ts, rest);
  if (parameter === undefined) return undefined;
  const written = typeArguments?.length ? typeArguments[index] : parameter.constraint;
  if (written === undefined) return undefined;
  if (!typeArguments?.length && isInferredElsewhere(ts, checker, signature, parameter, call)) return undefined;
  const type = checker.getTypeFromTypeNode(written);
  return checker.isArrayType(type) || (checker.isTupleType(type) && isFixed(ts, type)) ? type : undefined;
}

/** The type `T` of the tuple type `[...T]`. */
function onlyElement(checker: ts.TypeChecker, tuple: ts.TypeReference): ts.Type | undefined {
  const [only, ...others] = checker.getTypeArguments(tuple);
  return others.length === 0 ? only : undefined;
}

function parameterOf(ts: Compiler, { symbol }: ts.Type): ts.TypeParameterDeclaration | undefined {
  const [declaration, ...others] = symbol?.declarations ?? [];
  // Merged declarations of a class and its interfaces have a type parameter each.
  return declaration !== undefined && others.length === 0 && ts.isTypeParameterDeclaration(declaration)
    ? declaration
    : undefined;
}

/** Whether a tuple type contains no other generic tuple, as in `[...T]`. */
function isFixed(ts: Compiler, type: ts.Type): boolean {
  const { elementFlags } = (type as ts.TupleTypeReference).target;
  return elementFlags.every((flags) => (flags & ts.ElementFlags.Variadic) === 0);
}

/** Whether the compiler may infer `parameter` from anything but the arguments of the rest parameter. */
function isInferredElsewhere(
  ts: Compiler,
  checker: ts.TypeChecker,
  { declaration, typeParameters = [] }: ts.Signature,
  parameter: ts.TypeParameterDeclaration,
  call: ts.CallExpression | ts.NewExpression,
): boolean {
  if (declaration === undefined || ts.isJSDocSignature(declaration)) return true;
  const name = parameter.name.text;
  const mentions = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node)) return node.text === name;
    // Nothing is inferred from the elements of `T[number]` to `T`.
    if (ts.isIndexedAccessTypeNode(node) && ts.isTypeReferenceNode(node.objectType)) return mentions(node.indexType);
    return ts.forEachChild(node, (child) => mentions(child) || undefined) === true;
  };
  const others = typeParameters.flatMap(({ symbol }) => symbol.declarations ?? []).filter((each) => each !== parameter);
  if (declaration.parameters.slice(0, -1).some(mentions) || others.some(mentions)) return true;
  // From the type that the place of the call takes, the compiler infers through the type that the call returns.
  const returnsIt = declaration.type === undefined || mentions(declaration.type);
  return returnsIt && checker.getContextualType(call) !== undefined;
}
