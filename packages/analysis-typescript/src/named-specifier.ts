// The names in the braces of an import or export, and the module after them, by syntax alone.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import { NAME_PART, nameAt } from "./placeholder.js";

type Names = Answer<readonly string[]>;
/** A statement with braces of names. */
export type Declaration = ts.ImportDeclaration | ts.ExportDeclaration;

/** A name that does not occur in programs. */
const PLACEHOLDER = "ʚespalierʚname";
/** The alias of a second specifier, which shows whether the module has a default import. */
export const DEFAULT = "ʚespalierʚdefault";

/** The text with a name at the place, as the compiler reads it. */
export function textWithName({ before, after }: ProgramPlace): string {
  const rest = after.replace(NAME_PART, "");
  const goesOn = /^\s*as\b/u.test(rest) ? `, ${PLACEHOLDER}s` : "";
  return `${before}${PLACEHOLDER}, default as ${DEFAULT}${goesOn} ${rest}`;
}

/** The name at a position in the braces of an import or export, and the statement; or why there is none. */
export function namedAt(
  ts: Compiler,
  file: ts.SourceFile,
  position: number,
): { readonly specifier: ts.ImportSpecifier | ts.ExportSpecifier; readonly declaration: Declaration } | string {
  const specifier = nameAt(ts, file, position)?.parent;
  if (specifier === undefined || !(ts.isImportSpecifier(specifier) || ts.isExportSpecifier(specifier)))
    return "the compiler finds no name of an import or export here";
  const declaration = ts.isImportSpecifier(specifier) ? specifier.parent.parent.parent : specifier.parent.parent;
  return ts.isImportDeclaration(declaration) || ts.isExportDeclaration(declaration)
    ? { specifier, declaration }
    : "the names of a comment are not imported";
}

/** The name of the module, if it is written. */
export function writtenModule(ts: Compiler, { moduleSpecifier }: Declaration): ts.StringLiteral | undefined {
  return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier : undefined;
}

/** The answer about a statement without a module; `undefined` if the names are those of the file. */
export function withoutModule(
  ts: Compiler,
  file: ts.SourceFile,
  declaration: Declaration,
  { before, after, writtenFrom = before.length }: ProgramPlace,
): Names | undefined {
  if (ts.isImportDeclaration(declaration)) return { kind: "unknown", reason: "the module is not written yet" };
  return after === "" || writtenFrom <= declaration.getStart(file)
    ? { kind: "open", reason: "later code may declare or import the exported name" }
    : undefined;
}
