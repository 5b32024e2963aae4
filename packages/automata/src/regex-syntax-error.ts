// The error for a malformed or unsupported regex pattern: what, where, and how to fix it.

import { excerpt } from "@espalier/arguments";

/** The kind of problem: the last code stands for an unsupported feature, all others for malformed text. */
export type RegexSyntaxCode =
  | "unexpected"
  | "unclosed"
  | "range"
  | "escape"
  | "quantifier"
  | "group"
  | "property"
  | "flag"
  | "unsupported";

/** A regex pattern cannot be parsed. `offset` counts UTF-16 code units of `pattern`. */
export class RegexSyntaxError extends Error {
  override readonly name = "RegexSyntaxError";
  readonly code: RegexSyntaxCode;
  readonly pattern: string;
  readonly offset: number;
  /** What to write instead, if known. */
  readonly hint: string | undefined;

  constructor(code: RegexSyntaxCode, pattern: string, offset: number, problem: string, hint?: string) {
    const more = hint === undefined ? "" : `\n${excerpt(hint, 300)}`;
    super(`${excerpt(problem, 300)} at offset ${offset}\n${pointer(pattern, offset)}${more}`);
    this.code = code;
    this.pattern = pattern;
    this.offset = offset;
    this.hint = hint;
  }
}

/** The pattern around `offset` with a caret below it. */
function pointer(pattern: string, offset: number): string {
  const from = Math.max(0, offset - 40);
  const before = pattern.slice(from, offset).replace(/\s/gu, " ");
  const after = pattern.slice(offset, offset + 40).replace(/\s/gu, " ");
  const dots = from > 0 ? "…" : "";
  return `  ${dots}${before}${after}\n  ${" ".repeat(dots.length + [...before].length)}^`;
}
