// A hole in a program, as the compiler sees it: the text with a placeholder of type `any` in place of the missing expression.

import type { ProgramPlace } from "@espalier/analysis";
import type ts from "typescript";
import { NAME_PART, nameAt, nodeAt } from "../placeholder.js";
import type { Project } from "../project.js";

/** The function whose call fills the hole. A separate file declares it, so that no offset in the user's file changes. */
export const HOLE_FUNCTION = "ʚespalierʚhole";
const DECLARATIONS = "ʚespalierʚhole.d.ts";
const DECLARED = `declare function ${HOLE_FUNCTION}<Expected>(): Expected;\n`;

/** The name that is unfinished at the end of `before`. */
const BEGUN_NAME = /(?<![\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** What the place takes. */
export type HoleKind = "expression" | "type" | "import" | "member" | "key" | "attribute" | "other";

/** A program with a hole in a file. */
export interface TypedHole {
  readonly kind: HoleKind;
  readonly program: ts.Program;
  readonly file: ts.SourceFile;
  readonly checker: ts.TypeChecker;
  /** The start and end of the placeholder in the file. */
  readonly from: number;
  readonly to: number;
  /** The call that replaces the missing expression, or `undefined` if the place takes no expression. */
  readonly call: ts.CallExpression | undefined;
}

/** The hole at a place. A name that is half written before the place belongs to the hole. The result is valid until the next question to the project. */
export function holeAt(project: Project, { path, before, after }: ProgramPlace): TypedHole {
  const { ts } = project;
  project.declare(DECLARATIONS, DECLARED);
  const kept = before.replace(BEGUN_NAME, "");
  // After `new`, the parentheses of the call would become those of `new`.
  const [open, close] = /(?<![\p{ID_Continue}$.])new\s*$/u.test(kept) ? ["(", ")"] : ["", ""];
  const text = `${open}${HOLE_FUNCTION}()${close}`;
  const { program, file } = project.withText(path, `${kept}${text}${after.replace(NAME_PART, "")}`);
  const at = kept.length + open.length;
  const name = nameAt(ts, file, at);
  const isHole = (node: ts.Node): node is ts.CallExpression => ts.isCallExpression(node) && node.expression === name;
  const call = name === undefined ? undefined : nodeAt(ts, file, at, isHole);
  const kind = call !== undefined ? "expression" : name === undefined ? "other" : kindOf(ts, name);
  const span = { from: kept.length, to: kept.length + text.length };
  return { kind, program, file, checker: program.getTypeChecker(), ...span, call };
}

function kindOf(ts: Project["ts"], name: ts.Identifier): HoleKind {
  const { parent } = name;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isExportSpecifier(parent)) return "import";
  if (ts.isTypeNode(parent) || ts.isQualifiedName(parent)) return "type";
  if (ts.isPropertyAccessExpression(parent)) return "member";
  // After the equals sign of an attribute, the parser reads another attribute.
  if (ts.isJsxAttribute(parent) && /=\s*$/.test(name.getSourceFile().text.slice(0, name.getStart())))
    return "attribute";
  if (ts.isObjectLiteralElement(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)) return "key";
  return "other";
}
