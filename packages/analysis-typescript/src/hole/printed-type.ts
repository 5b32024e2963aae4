// How types are printed, and which say nothing.

import type ts from "typescript";
import type { Compiler } from "../compiler.js";

/** The type as the language writes it, in full; names of other modules stand without their module. */
export function printedType(ts: Compiler, checker: ts.TypeChecker, type: ts.Type): string {
  const { NoTruncation, UseAliasDefinedOutsideCurrentScope, WriteArrayAsGenericType } = ts.TypeFormatFlags;
  return checker.typeToString(
    type,
    undefined,
    (NoTruncation | UseAliasDefinedOutsideCurrentScope) & ~WriteArrayAsGenericType,
  );
}

/** Whether everything is of the type: `any` and `unknown`. */
export function isUninformative(ts: Compiler, type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}
