// What is wrong with a text, and where. Every reader and writer of this package complains through one error type, which
// carries one or more issues; an issue knows its place in three ways (offset, line and column, the line itself), so that
// an editor can underline it and a terminal can print a caret.
//
//   start: value "," valu        3:18  undefined-name
//                    ^^^^        nothing is named `valu`; did you mean `value`?

import { excerpt, having, listOf, signature } from "@espalier/arguments";

/** What kind of complaint an issue is. */
export type IssueCode =
  // The text is not of the notation.
  | "syntax"
  | "bad-escape"
  | "bad-regex"
  | "bad-range"
  | "bad-json"
  | "bad-schema"
  | "too-deep"
  | "too-large"
  // The text is of the notation, but does not mean anything.
  | "undefined-name"
  | "duplicate-name"
  | "bad-name"
  | "recursive-terminal"
  | "terminal-only"
  | "rule-only"
  // The text means something that this package, or the target of a writer, cannot say.
  | "unsupported"
  | "inexpressible"
  // Notices: read, but worth knowing.
  | "ignored"
  | "unused";

/** One complaint about a text. */
export interface NotationIssue {
  readonly code: IssueCode;
  /** What is wrong, as a sentence without its place. */
  readonly message: string;
  /** What to do about it, when there is something. */
  readonly hint?: string;
  /** Where, in UTF-16 code units from the start of the text (0-based), as `text.slice` takes it. */
  readonly offset: number;
  /** How many code units the complaint covers; 0 when it is a point. */
  readonly length: number;
  /** The line, 1-based. */
  readonly line: number;
  /** The column in the line, 1-based, in code points. */
  readonly column: number;
  /** The line itself, without its end; empty when there is no text (a writer complains about a source). */
  readonly excerpt: string;
}

/** Thrown by readers and writers. Its own place and code are those of its first issue. */
export class NotationError extends Error {
  override readonly name = "NotationError";
  readonly code: IssueCode;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly hint: string | undefined;
  /** Every complaint found, in the order of the text. */
  readonly issues: readonly [NotationIssue, ...NotationIssue[]];

  constructor(issues: readonly [NotationIssue, ...NotationIssue[]]) {
    const [first] = issues;
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
    const place = first.excerpt === "" && first.offset === 0 ? "" : `${first.line}:${first.column}: `;
    const hint = first.hint === undefined ? "" : `; ${excerpt(first.hint, 300)}`;
    super(`${place}${excerpt(first.message, 400)}${hint}${more}`);
    this.code = first.code;
    this.line = first.line;
    this.column = first.column;
    this.offset = first.offset;
    this.hint = first.hint;
    this.issues = issues;
  }
}

/** The text between two offsets: where something stands. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The issue at `span` of `text`. */
export function issueAt(text: string, span: Span, code: IssueCode, message: string, hint?: string): NotationIssue {
  const offset = Math.min(span.from, text.length);
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    lineStart = at + 1;
  }
  const end = text.indexOf("\n", lineStart);
  const excerpt = text.slice(lineStart, end === -1 ? text.length : end).replace(/\r$/, "");
  let column = 1;
  for (const _ of text.slice(lineStart, offset)) column++;
  const length = Math.max(0, span.to - span.from);
  const place = { offset, length, line, column, excerpt };
  return hint === undefined ? { code, message, ...place } : { code, message, hint, ...place };
}

/** The complaint of a writer, which has no text to point at. */
export function inexpressible(message: string, hint?: string): NotationError {
  return new NotationError([issueAt("", { from: 0, to: 0 }, "inexpressible", message, hint)]);
}

const checkFormatNotationError = signature("formatNotationError", {
  error: having("an error with issues", { issues: listOf(having("an issue", { line: "number", message: "string" })) }),
});

/**
 * An error of this package as text for a terminal: each of the first 50 issues with its line and a caret under its place. Long lines and messages are cut.
 *
 * @example
 * ```ts
 * import { formatNotationError, NotationError, readLark } from "@espalier/notation";
 *
 * let text = "";
 * try {
 *   readLark("start: greting\ngreeting: \"hello\"");
 * } catch (error) {
 *   if (error instanceof NotationError) text = formatNotationError(error);
 * }
 * text.split("\n")[0]; // => '1:8 undefined-name: nothing is named `greting`'
 * ```
 */
export function formatNotationError(error: { readonly issues: readonly NotationIssue[] }): string {
  checkFormatNotationError(error);
  const shown = error.issues.slice(0, MOST_ISSUES).map(formatIssue);
  const left = error.issues.length - shown.length;
  return [...shown, ...(left > 0 ? [`(and ${left} more)`] : [])].join("\n\n");
}

/** Characters of a line that are shown. */
const LONGEST_LINE = 160;
/** Issues that are shown. */
const MOST_ISSUES = 50;

function formatIssue(issue: NotationIssue): string {
  const message = excerpt(issue.message, 400);
  const hint = issue.hint === undefined ? "" : `\n  hint: ${excerpt(issue.hint, 300)}`;
  if (issue.excerpt === "") return `${issue.code}: ${message}${hint}`;
  const characters = Array.from(issue.excerpt);
  // Of a long line, the part around the place.
  const from = characters.length <= LONGEST_LINE ? 0 : Math.max(0, issue.column - 1 - LONGEST_LINE / 2);
  const line = characters.slice(from, from + LONGEST_LINE);
  const before = line.slice(0, issue.column - 1 - from);
  const rest = line.length - before.length;
  const padding = before.map((character) => (character === "\t" ? "\t" : " ")).join("");
  const carets = "^".repeat(Math.max(1, Math.min(issue.length, rest)));
  return `${issue.line}:${issue.column} ${issue.code}: ${message}\n  ${line.join("")}\n  ${padding}${carets}${hint}`;
}
