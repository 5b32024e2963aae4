// The text after a hole of which only a part is written. That part can have opened brackets that the rest of the hole will close. The compiler would take brackets of the text
// after the hole for these, and so miss what that text declares. So they are closed here.

import type { ProgramPlace } from "@espalier/analysis";
import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** The place, with the brackets closed that the hole has opened, if the text after the hole does not close them itself. */
export function withClosedBrackets(ts: Compiler, place: ProgramPlace): ProgramPlace {
  const { path, before, after, writtenFrom = before.length } = place;
  if (after === "" || writtenFrom === before.length) return place;
  const brackets = unclosed(ts, before.slice(writtenFrom));
  if (brackets === "") return place;
  const closed = `${brackets} ${after}`;
  const file = ts.createSourceFile(path, `${before}${NAME}${closed}`, ts.ScriptTarget.Latest);
  return hasErrorsFrom(file, before.length) ? place : { ...place, after: closed };
}

/** Whether the parser has found an error at or after a position. */
export function hasErrorsFrom(file: ts.SourceFile, position: number): boolean {
  const { parseDiagnostics = [] } = file as unknown as Internal;
  return parseDiagnostics.some(({ start }) => start >= position);
}

/** What the compiler stores in a file but omits from its declarations. TypeScript 7 does not tell it. */
interface Internal {
  readonly parseDiagnostics?: readonly { readonly start: number }[];
}

/** A name that can stand wherever something is to be written. */
const NAME = "ʚespalierʚ";

/** The brackets that close those that a part of a program leaves open, the last one first. */
function unclosed(ts: Compiler, text: string): string {
  const { SyntaxKind } = ts;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const open: string[] = [];
  let previous: ts.SyntaxKind = SyntaxKind.Unknown;
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFileToken; previous = token, token = scanner.scan()) {
    if (token === SyntaxKind.SlashToken && !endsOperand(ts, previous)) scanner.reScanSlashToken();
    else if (token === SyntaxKind.CloseBraceToken && open.at(-1) === "}`") {
      if (scanner.reScanTemplateToken(false) === SyntaxKind.TemplateTail) open.pop();
    } else if (token === SyntaxKind.TemplateHead) open.push("}`");
    else if (token === SyntaxKind.OpenBraceToken) open.push("}");
    else if (token === SyntaxKind.OpenParenToken) open.push(")");
    else if (token === SyntaxKind.OpenBracketToken) open.push("]");
    else if (
      token === SyntaxKind.CloseBraceToken ||
      token === SyntaxKind.CloseParenToken ||
      token === SyntaxKind.CloseBracketToken
    )
      open.pop();
  }
  return open.reverse().join("");
}

/** Whether an operand can end with a token, so that a slash after it divides. */
function endsOperand({ SyntaxKind }: Compiler, token: ts.SyntaxKind): boolean {
  return (
    token === SyntaxKind.CloseParenToken ||
    token === SyntaxKind.CloseBracketToken ||
    token === SyntaxKind.CloseBraceToken ||
    (token >= SyntaxKind.FirstLiteralToken && token <= SyntaxKind.LastTemplateToken) ||
    token === SyntaxKind.Identifier
  );
}
