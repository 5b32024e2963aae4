// A hole as the functions of the hole server see it: the program with a placeholder, and the checker's types.

import type { Entry, Locality } from "@espalier/typed-holes";
import type ts from "typescript";
import type { Compiler } from "../compiler.js";

/** A program with a hole. Its types and symbols belong to this checker. */
export interface HoleView {
  readonly ts: Compiler;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly file: ts.SourceFile;
  /** The call that fills the hole. */
  readonly call: ts.CallExpression;
}

/** A type, and the nodes that denote it. The nodes keep alias names that the checker resolves, such as `Row` in `type Row = number`. */
export interface HoleType {
  readonly type?: ts.Type;
  readonly nodes: readonly ts.Node[];
}

/** A value that can be named at the hole. */
export interface ValueEntry extends Entry<HoleType> {
  readonly type: HoleType & { readonly type: ts.Type };
  readonly symbol: ts.Symbol;
  readonly locality: Locality;
  /** Whether the hole's file declares the value or already imports its module. */
  readonly isRelated: boolean;
  /** The module to import it from. */
  readonly importFrom?: string;
}

/** Whether a file belongs to the standard library or to a package, and not to the project. */
export function isOfLibrary({ program }: Pick<HoleView, "program">, file: ts.SourceFile): boolean {
  return (
    program.isSourceFileDefaultLibrary(file) ||
    program.isSourceFileFromExternalLibrary(file) ||
    file.fileName.includes("/node_modules/")
  );
}
