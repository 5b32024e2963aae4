// Where a declared lexer stands: in which lexeme, after what, and within which brackets and strings. States are immutable values.

import type { BlockComment, StringForm } from "./structure.js";

/** What the text is inside of. */
export type Mode =
  /** Between lexemes. */
  | "code"
  /** Within punctuation that more characters may lengthen. */
  | "operator"
  | "word"
  /** Digits that a dot may follow; after the dot; after an exponent's `e`. */
  | "number"
  | "numberDot"
  | "fraction"
  | "exponent"
  | "lineComment"
  | "blockComment"
  | "string"
  /** In a string, after a backslash; after `\N`; in the braces after it; after a brace. */
  | "escape"
  | "named"
  | "namedBraces"
  | "brace"
  /** In a string, after a quote that may be doubled; in what its closing text repeats. */
  | "quote"
  | "fence"
  /** After a prefix and `#`s; after a quote that may begin a character or a label; in either of them. */
  | "hashes"
  | "character"
  | "label"
  /** After what begins a directive, and in its name. */
  | "directive"
  /** The format of a field. */
  | "format"
  /** After a backslash in code. */
  | "continuation";

/** A bracket, a string or a field that is open. */
export type Frame =
  | { readonly kind: "bracket" | "braces" | "field"; readonly parent: Frame | undefined }
  | { readonly kind: "string"; readonly parent: Frame | undefined; readonly form: StringForm; readonly close: string };

/** Where a reading stands. */
export interface LexicalState {
  readonly mode: Mode;
  /** The word or the punctuation that is being read, while its text may matter; the part of a closing text that has been read. */
  readonly text: string;
  /** The word that directly precedes punctuation that may begin a string. */
  readonly prefix: string;
  /** What the last lexeme leaves: an operand has ended, a member operator has been read, or neither. */
  readonly before: "operand" | "member" | "other";
  /** The beginning of a statement; a statement of paths; the line of a directive; any other. */
  readonly statement: "start" | "path" | "directive" | "other";
  readonly frame: Frame | undefined;
  /** The block comment that is open, and how many of its kind are open around it. */
  readonly comment: BlockComment | undefined;
  readonly around: number;
  /** Whether the line holds only blanks so far. Languages without directives do not need it: there it is always true. */
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

/** Equal for states that are equal. */
export function keyOf(state: LexicalState): string {
  const { mode, text, prefix, before, statement, frame, comment, around, lineStart } = state;
  let key = `${mode} ${before} ${statement} ${comment?.close ?? ""}${around} ${lineStart ? 1 : 0} ${prefix} ${text}`;
  for (let at = frame; at !== undefined; at = at.parent)
    key += at.kind === "string" ? ` ${at.form.prefixes[0]}${at.close}` : ` ${at.kind}`;
  return key;
}

/** What a word is remembered by that no declared word begins with. */
export const OTHER_WORD = "-";
