// The placeholder that replaces a name in the text that the compiler reads.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** The rest of a name at the start of a text. */
export const NAME_PART: RegExp = /^[\p{ID_Continue}$\u200c\u200d]+/u;

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** Whether `name` can be written without quotes. */
export function isPlainName(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** The identifier that begins at `position`. */
export function nameAt(ts: Compiler, file: ts.SourceFile, position: number): ts.Identifier | undefined {
  return nodeAt(ts, file, position, ts.isIdentifier);
}

/** The innermost node of a kind that begins at `position`. */
export function nodeAt<Kind extends ts.Node>(
  ts: Compiler,
  file: ts.SourceFile,
  position: number,
  isOfKind: (node: ts.Node) => node is Kind,
): Kind | undefined {
  let found: Kind | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > position || node.end <= position) return;
    if (isOfKind(node) && node.getStart(file) === position) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
