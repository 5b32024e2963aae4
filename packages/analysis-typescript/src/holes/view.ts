// A hole as the functions of the server see it: the program with a placeholder, and the types of its checker.

import type { Entry, Locality } from "@espalier/typed-holes";
import type ts from "typescript";
import type { Compiler } from "../compiler.js";

/** A program with a hole. Types and symbols are of its checker. */
export interface HoleView {
  readonly ts: Compiler;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly file: ts.SourceFile;
  /** The call that stands in the hole. */
  readonly call: ts.CallExpression;
}

/** A type, and the nodes that write it, which keep names that the checker resolves: `Row` of `type Row = number`. */
export interface HoleType {
  readonly type?: ts.Type;
  readonly nodes: readonly ts.Node[];
}

/** A value that may be named at the hole. */
export interface ValueEntry extends Entry<HoleType> {
  readonly type: HoleType & { readonly type: ts.Type };
  readonly symbol: ts.Symbol;
  readonly locality: Locality;
  /** Whether the hole's file imports its module already, or declares it. */
  readonly isRelated: boolean;
  /** The module to import it from. */
  readonly importFrom?: string;
}

/** Whether a file is of the language's libraries or of a package, and not of the project. */
export function isOfLibrary({ program }: Pick<HoleView, "program">, file: ts.SourceFile): boolean {
  return (
    program.isSourceFileDefaultLibrary(file) ||
    program.isSourceFileFromExternalLibrary(file) ||
    file.fileName.includes("/node_modules/")
  );
}
