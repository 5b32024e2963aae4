// The state of a declared lexer: the current lexeme, the context before it, and the open brackets and strings. States are immutable values.

import type { BlockComment, StringForm } from "./structure.js";

/** What the position is inside of. */
export type Mode =
  /** Between lexemes. */
  | "code"
  /** Inside punctuation that further characters can extend. */
  | "operator"
  | "word"
  /** In the digits before a dot; after the dot; after the `e` of an exponent. */
  | "number"
  | "numberDot"
  | "fraction"
  | "exponent"
  | "lineComment"
  | "blockComment"
  | "string"
  /** In a string: after a backslash; after `\N`; in the braces after it; after a brace. */
  | "escape"
  | "named"
  | "namedBraces"
  | "brace"
  /** In a string: after a quote that may be doubled; in a fence of the closing text. */
  | "quote"
  | "fence"
  /** After a prefix and `#`s; after a quote that may begin a character or a label; inside either of them. */
  | "hashes"
  | "character"
  | "label"
  /** After the start of a directive, and inside its name. */
  | "directive"
  /** The format of a field. */
  | "format"
  /** After a backslash in code. */
  | "continuation";

/** An open bracket, string or field. */
export type Frame =
  | {
      readonly kind: "bracket" | "braces";
      readonly parent: Frame | undefined;
      readonly open: string;
      /** Whether an operand precedes it: it may then open the arguments of a call. */
      readonly isAfterOperand: boolean;
    }
  | { readonly kind: "field"; readonly parent: Frame | undefined }
  | { readonly kind: "string"; readonly parent: Frame | undefined; readonly form: StringForm; readonly close: string };

/** The state of the lexer. */
export interface LexicalState {
  readonly mode: Mode;
  /** The current word or punctuation, while its text can matter; or the part of a closing text that has been read. */
  readonly text: string;
  /** The word directly before punctuation that may begin a string. */
  readonly prefix: string;
  /**
   * The effect of the last lexeme: it ended an operand, it was a member operator, commas after it need not separate arguments, or none of these.
   */
  readonly before: "operand" | "member" | "uncounted" | "other";
  /** The position in a statement: at its start, in a statement with paths, in a directive, or elsewhere. */
  readonly statement: "start" | "path" | "directive" | "other";
  readonly frame: Frame | undefined;
  /** The open block comment, and how many comments of its kind are open around it. */
  readonly comment: BlockComment | undefined;
  readonly around: number;
  /** Whether the line contains only blanks so far. Always true in languages without directives, which do not need it. */
  readonly lineStart: boolean;
}

export const START: LexicalState = {
  mode: "code",
  text: "",
  prefix: "",
  before: "other",
  statement: "start",
  frame: undefined,
  comment: undefined,
  around: 0,
  lineStart: true,
};

/** Equal states have equal keys. */
export function keyOf(state: LexicalState): string {
  const { mode, text, prefix, before, statement, frame, comment, around, lineStart } = state;
  let key = `${mode} ${before} ${statement} ${comment?.close ?? ""}${around} ${lineStart ? 1 : 0} ${prefix} ${text}`;
  for (let at = frame; at !== undefined; at = at.parent) key += ` ${frameKey(at)}`;
  return key;
}

function frameKey(frame: Frame): string {
  if (frame.kind === "string") return `${frame.form.prefixes[0]}${frame.close}`;
  return frame.kind === "field" ? "field" : `${frame.kind}${frame.open}${frame.isAfterOperand ? 1 : 0}`;
}

/** Replaces the text of a word that is not a prefix of any declared word. */
export const OTHER_WORD = "-";
