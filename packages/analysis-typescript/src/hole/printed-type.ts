// How types are printed, and which types carry no information.

import type { ExpectedType } from "@espalier/analysis";
import type ts from "typescript";
import type { Compiler } from "../compiler.js";

/** An expected type, with the compiler's type if there is one. */
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

/** The type in the language's syntax, without truncation. Names from other modules appear without their module. */
export function printedType(ts: Compiler, checker: ts.TypeChecker, type: ts.Type): string {
  const { NoTruncation, UseAliasDefinedOutsideCurrentScope, WriteArrayAsGenericType } = ts.TypeFormatFlags;
  return checker.typeToString(
    type,
    undefined,
    (NoTruncation | UseAliasDefinedOutsideCurrentScope) & ~WriteArrayAsGenericType,
  );
}

/** Whether every value has the type: `any` and `unknown`. */
export function isUninformative(ts: Compiler, type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}
