// How types are printed, and which say nothing.

import type { ExpectedType } from "@espalier/analysis";
import type ts from "typescript";
import type { Compiler } from "../compiler.js";

/** What is expected, with the compiler's type where it has one. */
export interface TypedExpectation extends ExpectedType {
  readonly type?: ts.Type;
}

/** The expectation of a type. */
export function expectationOf(
  ts: Compiler,
  checker: ts.TypeChecker,
  type: ts.Type,
  { strength, by }: Pick<ExpectedType, "strength" | "by">,
): TypedExpectation {
  return { text: printedType(ts, checker, type), strength, by, type };
}

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
