// A cursor in a GBNF text that reports errors at its position.

import { type IssueCode, issueAt, NotationError, type Span } from "./issue.js";

export interface GbnfCursor {
  readonly text: string;
  /** Returns the offset of the next character. */
  at(): number;
  /** Returns the next UTF-16 unit; `undefined` at the end of the text. */
  sign(): string | undefined;
  /** Moves to an offset. */
  goTo(offset: number): void;
  /** Moves past the next UTF-16 unit. */
  skip(): void;
  /** Matches `pattern`, which must be sticky, and moves past the match. */
  take(pattern: RegExp): RegExpExecArray | undefined;
  /** Returns the span of the next character. */
  here(): Span;
  spanFrom(from: number): Span;
  /** Describes the next character for error messages. */
  found(): string;
  /** @throws NotationError always. */
  fail(span: Span, code: IssueCode, message: string, hint?: string): never;
}

export function createGbnfCursor(text: string): GbnfCursor {
  let at = 0;
  return {
    text,
    at: () => at,
    sign: () => text[at],
    goTo(offset) {
      at = offset;
    },
    skip() {
      at++;
    },
    take(pattern) {
      pattern.lastIndex = at;
      const found = pattern.exec(text) ?? undefined;
      if (found !== undefined) at += found[0].length;
      return found;
    },
    here: () => ({ from: at, to: at + 1 }),
    spanFrom: (from) => ({ from, to: at }),
    found() {
      if (at >= text.length) return "the end of the text";
      if (text[at] === "\n" || text[at] === "\r") return "the end of the line";
      return `\`${String.fromCodePoint(text.codePointAt(at)!)}\``;
    },
    fail(span, code, message, hint) {
      throw new NotationError([issueAt(text, span, code, message, hint)]);
    },
  };
}
