// A cursor over the lexemes of a Lark text that reports errors at its position.

import { type IssueCode, issueAt, NotationError, type Span } from "./issue.js";
import { type Lexeme, lexLark } from "./lark-lexemes.js";

/** Maximum nesting of groups. Deeper texts are rejected, so that no reader of the tree overflows the stack. */
export const MAX_DEPTH = 200;

export interface LarkCursor {
  /** Returns the next lexeme. Inside groups, line ends are skipped. */
  peek(): Lexeme;
  /** Returns the lexeme after the next one. */
  following(): Lexeme | undefined;
  /** Returns the next lexeme and moves past it, unless it is the end of the text. */
  take(): Lexeme;
  /** If the next lexeme is `sign`, moves past it and returns true. */
  match(sign: string): boolean;
  /** Like `match`, but line ends may precede the sign. */
  continues(sign: string): boolean;
  /** @throws NotationError if the next lexeme is not `sign`. */
  expectSign(sign: string, after: string): void;
  /** @throws NotationError always: says what was expected and what was found. */
  expected(what: string, hint?: string): never;
  /** @throws NotationError always. */
  fail(span: Span, code: IssueCode, message: string, hint?: string): never;
  /** Returns the offset where the previous lexeme ends. */
  before(): number;
  /** Returns the line of `span`, from 1. */
  lineOf(span: Span): number;
  skipNewlines(): void;
  /** Returns the current nesting depth. */
  depth(): number;
  /**
   * Calls `read` one level deeper. @throws NotationError if that is deeper than `MAX_DEPTH`; `what` names the nested
   * construct.
   */
  deeper<T>(span: Span, what: string, read: () => T): T;
  /** Reads a group, in which line ends are skipped. @throws NotationError if groups nest too deep. */
  nested<T>(read: () => T): T;
  /** Reads a nested grammar, in which line ends count again. @throws NotationError if groups nest too deep. */
  nestedGrammar<T>(span: Span, read: () => T): T;
  /** Leaves all groups and moves to the next line that begins an item. */
  recover(): void;
}

/** @throws NotationError if the text contains an invalid lexeme. */
export function createLarkCursor(text: string): LarkCursor {
  const lexemes = lexLark(text);
  let next = 0;
  /** The number of open groups. */
  let groups = 0;
  let depth = 0;

  const fail = (span: Span, code: IssueCode, message: string, hint?: string): never => {
    throw new NotationError([issueAt(text, span, code, message, hint)]);
  };
  const skipNewlines = (): void => {
    while (lexemes[next]?.kind === "newline") next++;
  };
  const peek = (): Lexeme => {
    if (groups > 0) skipNewlines();
    return lexemes[next]!;
  };
  const match = (sign: string): boolean => {
    if (!isSign(peek(), sign)) return false;
    next++;
    return true;
  };
  const expected = (what: string, hint?: string): never => {
    const found = peek();
    return fail(found, "syntax", `expected ${what}, found ${describe(found)}`, hint);
  };
  const deeper = <T>(span: Span, what: string, read: () => T, hint?: string): T => {
    if (++depth > MAX_DEPTH) fail(span, "too-deep", `${what} nest deeper than ${MAX_DEPTH}`, hint);
    const result = read();
    depth--;
    return result;
  };
  const grouped = <T>(around: number, read: () => T): T => {
    const outer = groups;
    groups = around;
    const result = read();
    groups = outer;
    return result;
  };

  return {
    peek,
    following: () => lexemes[next + 1],
    take() {
      const lexeme = peek();
      if (lexeme.kind !== "end") next++;
      return lexeme;
    },
    match,
    continues(sign) {
      const mark = next;
      skipNewlines();
      if (match(sign)) return true;
      next = mark;
      return false;
    },
    expectSign(sign, after) {
      if (!match(sign)) expected(`\`${sign}\` after ${after}`);
    },
    expected,
    fail,
    before: () => lexemes[next - 1]?.to ?? 0,
    lineOf: (span) => issueAt(text, span, "syntax", "").line,
    skipNewlines,
    depth: () => depth,
    deeper,
    nested: (read) => deeper(peek(), "groups", () => grouped(groups + 1, read), "name the inner part"),
    nestedGrammar: (span, read) => deeper(span, "groups", () => grouped(0, read)),
    recover() {
      depth = 0;
      groups = 0;
      do next++;
      while (next < lexemes.length && !beginsItem(lexemes, next));
      next = Math.min(next, lexemes.length - 1);
    },
  };
}

export function isSign(lexeme: Lexeme | undefined, sign: string): boolean {
  return lexeme?.kind === "sign" && lexeme.value === sign;
}

/** Describes a lexeme for error messages. */
export function describe(lexeme: Lexeme): string {
  if (lexeme.kind === "newline") return "the end of the line";
  if (lexeme.kind === "end") return "the end of the text";
  if (lexeme.kind === "string") return "a string";
  if (lexeme.kind === "regex") return "a regex";
  return `\`${lexeme.value.length > 30 ? `${lexeme.value.slice(0, 30)}…` : lexeme.value}\``;
}

function beginsItem(lexemes: readonly Lexeme[], at: number): boolean {
  if (lexemes[at - 1]?.kind !== "newline") return false;
  const lexeme = lexemes[at]!;
  if (lexeme.kind === "directive") return true;
  return (
    (lexeme.kind === "rule" || lexeme.kind === "terminal") && [":", ".", "["].includes(lexemes[at + 1]?.value ?? "")
  );
}
