// A complaint about the text of a regex: what, where, and what to do instead.

import { excerpt } from "@espalier/arguments";

/** What is wrong: malformed (all but the last) or a feature that is not regular or not supported. */
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

/** The text of a regex cannot be read. `offset` counts UTF-16 code units of `pattern`. */
export class RegexSyntaxError extends Error {
  override readonly name = "RegexSyntaxError";
  readonly code: RegexSyntaxCode;
  readonly pattern: string;
  readonly offset: number;
  /** What to write instead, where that is known. */
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
