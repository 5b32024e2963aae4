// The types of variables and parameters at a place, after the type guards before it. The checker narrows only the types
// of references. So this file creates a reference for each variable: an identifier with the place in the control flow of
// an identifier that stands there.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** How many variables are narrowed at most. Each takes a walk over the flow of control before the hole. */
const MOST_NARROWED = 256;

/** What the compiler stores in an identifier but omits from its declarations, in all versions from 5.4 to 6. */
interface Internal {
  flowNode?: unknown;
  flags: ts.NodeFlags;
  parent: ts.Node;
  pos: number;
  end: number;
}

/** A place in a file, given by an identifier there. */
export interface NarrowingPlace {
  readonly ts: Compiler;
  readonly checker: ts.TypeChecker;
  readonly at: ts.Node;
}

/**
 * Returns the type that a variable of the file has at the place. If the guards before the place leave no type, the result is `never`. If no guard applies, or the
 * symbol is not a variable of this file, the result is the declared type.
 */
export function typeAtPlace({ ts, checker, at }: NarrowingPlace, symbol: ts.Symbol, declared: ts.Type): ts.Type {
  const { flowNode, flags, parent, pos, end } = at as unknown as Internal;
  const declaration = symbol.valueDeclaration;
  if (flowNode === undefined || (symbol.flags & ts.SymbolFlags.Variable) === 0) return declared;
  if (declaration?.getSourceFile() !== at.getSourceFile() || !mayBeNarrowed(ts, declared)) return declared;
  const reference = ts.factory.createIdentifier(symbol.name);
  Object.assign(reference as unknown as Internal, { flowNode, flags, parent, pos, end });
  return checker.getTypeAtLocation(reference);
}

/** Returns a function that gives the type of a variable at the place: narrower than the declared type, or that type itself. */
export function narrowing(place: NarrowingPlace): (symbol: ts.Symbol, declared: ts.Type) => ts.Type {
  const { ts, checker } = place;
  let left = MOST_NARROWED;
  return (symbol, declared) => {
    if (!mayBeNarrowed(ts, declared) || left-- <= 0) return declared;
    const narrow = typeAtPlace(place, symbol, declared);
    if (narrow.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) return declared;
    const isAny = (declared.flags & ts.TypeFlags.Any) !== 0;
    return isAny || !checker.isTypeAssignableTo(declared, narrow) ? narrow : declared;
  };
}

/** Whether a guard can narrow the type: a union, an object, a type parameter, `any` or `unknown`. */
function mayBeNarrowed(ts: Compiler, { flags }: ts.Type): boolean {
  const { Union, Object: Structured, Instantiable, Any, Unknown } = ts.TypeFlags;
  return (flags & (Union | Structured | Instantiable | Any | Unknown)) !== 0;
}
