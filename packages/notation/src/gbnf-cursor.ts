// A place in a GBNF text, and the errors that a reader reports there.

import { type IssueCode, issueAt, NotationError, type Span } from "./issue.js";

export interface GbnfCursor {
  readonly text: string;
  /** The offset of the next character. */
  at(): number;
  /** The next UTF-16 unit; `undefined` at the end of the text. */
  sign(): string | undefined;
  /** Goes to an offset. */
  goTo(offset: number): void;
  /** Goes past the next UTF-16 unit. */
  skip(): void;
  /** Matches `pattern`, which must be sticky, and goes past the match. */
  take(pattern: RegExp): RegExpExecArray | undefined;
  /** The span of the next character. */
  here(): Span;
  spanFrom(from: number): Span;
  /** What is here, as errors name it. */
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
