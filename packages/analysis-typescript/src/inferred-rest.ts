// The type that determines how many arguments a generic rest parameter takes, as in `f<T extends unknown[]>(...all: T)`. The compiler infers `T` from the
// arguments; if they do not fit its constraint, the constraint replaces it. So the number of arguments depends on the constraint alone, if nothing else can
// determine `T`.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/**
 * Returns the array or tuple type to whose length the arguments for `rest`, a type parameter, are restricted; `undefined` if other types determine it.
 *
 * @param rest the type of the rest parameter of `signature`.
 */
export function inferredRest(
  ts: Compiler,
  checker: ts.TypeChecker,
  signature: ts.Signature,
  rest: ts.Type,
  typeArguments: readonly ts.TypeNode[] | undefined,
): ts.Type | undefined {
  const { typeParameters = [] } = signature;
  const index = typeParameters.findIndex((each) => each === rest || each.symbol === rest.symbol);
  // The type parameter of a function around the call. The compiler checks the type of the arguments, and not their number.
  if (index === -1) return rest;
  const parameter = parameterOf(ts, rest);
  if (parameter === undefined) return undefined;
  const written = typeArguments?.length ? typeArguments[index] : parameter.constraint;
  if (written === undefined) return undefined;
  if (!typeArguments?.length && isUsedElsewhere(ts, signature, parameter)) return undefined;
  const type = checker.getTypeFromTypeNode(written);
  return checker.isArrayType(type) || (checker.isTupleType(type) && isFixed(ts, type)) ? type : undefined;
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

/** Whether another parameter or type parameter of `signature` mentions `parameter`, so that the compiler may infer it there. */
function isUsedElsewhere(
  ts: Compiler,
  { declaration, typeParameters = [] }: ts.Signature,
  parameter: ts.TypeParameterDeclaration,
): boolean {
  if (declaration === undefined || ts.isJSDocSignature(declaration)) return true;
  const name = parameter.name.text;
  const mentions = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node.text === name) ||
    ts.forEachChild(node, (child) => mentions(child) || undefined) === true;
  return (
    declaration.parameters.slice(0, -1).some(mentions) ||
    typeParameters
      .flatMap(({ symbol }) => symbol.declarations ?? [])
      .some((other) => other !== parameter && mentions(other))
  );
}
