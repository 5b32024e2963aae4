// Errors in a grammar text and their positions. Every reader and writer of this package throws one error type with one
// or more issues. An issue has its position in three forms (offset, line and column, the line itself), so that an
// editor can underline it and a terminal can print a caret.
//
//   start: value "," valu        3:18  undefined-name
//                    ^^^^        nothing is named `valu`; did you mean `value`?

import { excerpt, having, listOf, signature } from "@espalier/arguments";

/** The kind of an issue. */
export type IssueCode =
  // The text does not follow the syntax of the notation.
  | "syntax"
  | "bad-escape"
  | "bad-regex"
  | "bad-range"
  | "bad-json"
  | "bad-schema"
  | "too-deep"
  | "too-large"
  // The syntax is correct, but the text has no meaning.
  | "undefined-name"
  | "duplicate-name"
  | "bad-name"
  | "recursive-terminal"
  | "terminal-only"
  | "rule-only"
  // The text has a meaning that this package, or the target of a writer, cannot express.
  | "unsupported"
  | "inexpressible"
  // Notices: the text was read, but the reader should know this.
  | "ignored"
  | "unused";

/** One issue in a text. */
export interface NotationIssue {
  readonly code: IssueCode;
  /** What is wrong, as a sentence without the position. */
  readonly message: string;
  /** How to fix it, if known. */
  readonly hint?: string;
  /** The offset in UTF-16 code units (0-based), as for `text.slice`. */
  readonly offset: number;
  /** The length in UTF-16 code units; 0 for a point. */
  readonly length: number;
  /** The line, 1-based. */
  readonly line: number;
  /** The column in the line, 1-based, in code points. */
  readonly column: number;
  /** The text of the line, without its line end; empty if there is no text (a writer reports an issue in a source). */
  readonly excerpt: string;
}

/** Thrown by readers and writers. Its code and position are those of its first issue. */
export class NotationError extends Error {
  override readonly name = "NotationError";
  readonly code: IssueCode;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly hint: string | undefined;
  /** All issues, in the order of the text. */
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

/** A range of a text between two offsets. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A hint, or a function that finds it. */
export type Hint = string | (() => string | undefined);

/** Creates an issue at `span` of `text`. */
export function issueAt(text: string, span: Span, code: IssueCode, message: string, given?: Hint): NotationIssue {
  const hint = typeof given === "function" ? given() : given;
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

/** Creates the error of a writer, which has no text to point at. */
export function inexpressible(message: string, hint?: string): NotationError {
  return new NotationError([issueAt("", { from: 0, to: 0 }, "inexpressible", message, hint)]);
}

const checkFormatNotationError = signature("formatNotationError", {
  error: having("an error with issues", { issues: listOf(having("an issue", { line: "number", message: "string" })) }),
});

/**
 * Formats an error of this package for a terminal: each of the first 50 issues with its line and a caret below. Long
 * lines and messages are shortened.
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

/** Maximum number of characters shown of a line. */
const LONGEST_LINE = 160;
/** Maximum number of issues shown. */
const MOST_ISSUES = 50;

function formatIssue(issue: NotationIssue): string {
  const message = excerpt(issue.message, 400);
  const hint = issue.hint === undefined ? "" : `\n  hint: ${excerpt(issue.hint, 300)}`;
  if (issue.excerpt === "") return `${issue.code}: ${message}${hint}`;
  const characters = Array.from(issue.excerpt);
  // For a long line, show the part around the position.
  const from = characters.length <= LONGEST_LINE ? 0 : Math.max(0, issue.column - 1 - LONGEST_LINE / 2);
  const line = characters.slice(from, from + LONGEST_LINE);
  const before = line.slice(0, issue.column - 1 - from);
  const rest = line.length - before.length;
  const padding = before.map((character) => (character === "\t" ? "\t" : " ")).join("");
  const carets = "^".repeat(Math.max(1, Math.min(issue.length, rest)));
  return `${issue.line}:${issue.column} ${issue.code}: ${message}\n  ${line.join("")}\n  ${padding}${carets}${hint}`;
}
