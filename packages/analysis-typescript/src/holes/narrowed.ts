// The types of variables and parameters at the hole, after the type guards before it. The checker narrows only the
// types of references. So this file creates a reference at the hole for each variable: an identifier with the hole's
// place in the control flow.

import type ts from "typescript";
import type { HoleView } from "./view.js";

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

/** Returns a function that gives the type of a variable at the hole: narrower than the declared type, or that type itself. */
export function narrowing(view: HoleView): (symbol: ts.Symbol, declared: ts.Type) => ts.Type {
  const { ts, checker, file, call } = view;
  const callee = call.expression as unknown as Internal;
  let left = callee.flowNode === undefined ? 0 : MOST_NARROWED;
  return (symbol, declared) => {
    const declaration = symbol.valueDeclaration;
    if ((symbol.flags & ts.SymbolFlags.Variable) === 0 || declaration?.getSourceFile() !== file) return declared;
    if (!mayBeNarrowed(ts, declared) || left-- <= 0) return declared;
    const reference = ts.factory.createIdentifier(symbol.name);
    const { flowNode, flags, parent, pos, end } = callee;
    Object.assign(reference as unknown as Internal, { flowNode, flags, parent, pos, end });
    const narrow = checker.getTypeAtLocation(reference);
    if (narrow.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) return declared;
    const isAny = (declared.flags & ts.TypeFlags.Any) !== 0;
    return isAny || !checker.isTypeAssignableTo(declared, narrow) ? narrow : declared;
  };
}

/** Whether a guard can narrow the type: a union, an object, a type parameter, `any` or `unknown`. */
function mayBeNarrowed(ts: HoleView["ts"], { flags }: ts.Type): boolean {
  const { Union, Object: Structured, Instantiable, Any, Unknown } = ts.TypeFlags;
  return (flags & (Union | Structured | Instantiable | Any | Unknown)) !== 0;
}
