// A hole in a program: the text with a placeholder of any type where an expression is missing, as the compiler reads it.

import type { ProgramPlace } from "@espalier/analysis";
import type ts from "typescript";
import { NAME_PART, nameAt, nodeAt } from "../placeholder.js";
import type { Project } from "../project.js";

/** The function whose call stands in the hole. It is declared in a file of its own, so that no offset of the user's file moves. */
export const HOLE_FUNCTION = "ʚespalierʚhole";
const DECLARATIONS = "ʚespalierʚhole.d.ts";
const DECLARED = `declare function ${HOLE_FUNCTION}<Expected>(): Expected;\n`;

/** The name that `before` ends within. */
const BEGUN_NAME = /(?<![\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** What stands at a place. */
export type HoleKind = "expression" | "type" | "import" | "member" | "key" | "other";

/** A program with a hole in a file. */
export interface TypedHole {
  readonly kind: HoleKind;
  readonly program: ts.Program;
  readonly file: ts.SourceFile;
  readonly checker: ts.TypeChecker;
  /** Where the placeholder begins and ends in the file. */
  readonly from: number;
  readonly to: number;
  /** The call that stands for the missing expression; `undefined` where none can stand. */
  readonly call: ts.CallExpression | undefined;
}

/** The hole at a place. A name that is begun there belongs to it. What it returns is valid until the next question to the project. */
export function holeAt(project: Project, { path, before, after }: ProgramPlace): TypedHole {
  const { ts } = project;
  project.declare(DECLARATIONS, DECLARED);
  const kept = before.replace(BEGUN_NAME, "");
  // After `new`, the brackets of a call would belong to `new`.
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
  if (ts.isObjectLiteralElement(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)) return "key";
  return "other";
}
