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

/** The text with a name at the place, as the compiler reads it. What is written of the name already is left out. */
export function textWithName({ before, after, hole = 0 }: ProgramPlace): string {
  const rest = after.slice(hole).replace(NAME_PART, "");
  const goesOn = /^\s*as\b/u.test(rest) ? `, ${PLACEHOLDER}s` : "";
  return `${before}${PLACEHOLDER}, default as ${DEFAULT}${goesOn} ${rest}`;
}

/** A name in the braces of an import or export, and the statement. */
export interface Named {
  readonly specifier: ts.ImportSpecifier | ts.ExportSpecifier;
  readonly declaration: Declaration;
}

/** The name at a position in the braces of an import or export; or why there is none. */
export function namedAt(ts: Compiler, file: ts.SourceFile, position: number): Named | string {
  const specifier = nameAt(ts, file, position)?.parent;
  if (specifier === undefined || !(ts.isImportSpecifier(specifier) || ts.isExportSpecifier(specifier)))
    return "the compiler finds no name of an import or export here";
  const declaration = ts.isImportSpecifier(specifier) ? specifier.parent.parent.parent : specifier.parent.parent;
  return ts.isImportDeclaration(declaration) || ts.isExportDeclaration(declaration)
    ? { specifier, declaration }
    : "the names of a comment are not imported";
}

/** The name of the module, if it is written. */
export function writtenModule(ts: Compiler, file: ts.SourceFile, named: Named): ts.StringLiteral | undefined {
  const { moduleSpecifier } = named.declaration;
  if (!isClosed(file, named)) return undefined;
  return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier : undefined;
}

/** What may follow a statement, without blanks and comments. */
const NEXT_STATEMENT = /^(?:$|[;@\p{ID_Start}$_])/u;
const BLANKS = /\/\*[\s\S]*?\*\/|\/\/[^\n\r]*|\s+/gu;

/**
 * Whether the braces end before the module. Only names and commas may stand between a name and the closing brace. After the brace, `from` and the module must follow, or another
 * statement. Otherwise more than a name is still to be written, and the module that the parser finds may belong to another statement.
 */
function isClosed(file: ts.SourceFile, { specifier, declaration }: Named): boolean {
  const { elements, end } = specifier.parent as ts.NamedImports;
  const between = (from: number, to: number): string => file.text.slice(from, to).replace(BLANKS, "");
  let from = specifier.end;
  for (const each of elements.slice(elements.indexOf(specifier as ts.ImportSpecifier) + 1)) {
    if (between(from, each.getStart(file)) !== ",") return false;
    from = each.end;
  }
  const { moduleSpecifier } = declaration;
  if (!/^,?\}$/.test(between(from, end))) return false;
  if (moduleSpecifier === undefined) return NEXT_STATEMENT.test(between(end, file.end));
  return between(end, moduleSpecifier.getStart(file)) === "from";
}

/**
 * The answer about a statement of which more than a name is to be written, or which has no module; `undefined` if the names are those of the module after the place or,
 * without one, those of the file.
 */
export function unfinished(
  ts: Compiler,
  file: ts.SourceFile,
  named: Named,
  { before, after, hole = 0, writtenFrom = before.length }: ProgramPlace,
): Names | undefined {
  const { declaration, specifier } = named;
  const isBegunInHole = writtenFrom <= specifier.parent.getStart(file);
  if (writtenModule(ts, file, named) !== undefined)
    return isBegunInHole
      ? {
          kind: "open",
          reason: "what is still to be written may be the module, and the beginning of another statement",
        }
      : undefined;
  if (ts.isImportDeclaration(declaration)) return { kind: "unknown", reason: "the module is not written yet" };
  return isBegunInHole || after.length <= hole || !isClosed(file, named)
    ? { kind: "open", reason: "later code may declare or import the exported name" }
    : undefined;
}
