// The lexical state of TypeScript: the current lexeme, the previous lexeme, and the open brackets. States are immutable
// values.

import type { PartialCharacter } from "./characters.js";

/** The current lexeme. */
export type Mode =
  /** Between lexemes. */
  | "code"
  | "word"
  /** After `\` in a word; in the braces of `\u{…}`. */
  | "wordEscape"
  | "wordBraces"
  /**
   * The parts of a number, in this order: digits, which a dot or an exponent may follow; after the dot; after `e`;
   * digits with a prefix such as `0x`; a leading zero.
   */
  | "number"
  | "fraction"
  | "exponent"
  | "prefixed"
  | "zero"
  | "double"
  | "single"
  | "doubleEscape"
  | "singleEscape"
  | "template"
  | "templateEscape"
  /** After `$` in a template. */
  | "templateDollar"
  | "regex"
  | "regexEscape"
  | "regexClass"
  | "regexClassEscape"
  | "regexFlags"
  | "lineComment"
  | "blockComment"
  /** After `*` in a block comment. */
  | "blockCommentStar"
  /** Punctuation whose meaning the next character decides. */
  | "slash"
  | "question"
  | "plus"
  | "minus"
  | "bang"
  | "equals"
  | "less"
  /** `#` at the beginning of a file. */
  | "hash"
  /** Inside the tag of a JSX element, between its lexemes; in a name; in a string; after `/`; after `<`. */
  | "tag"
  | "tagName"
  | "tagDouble"
  | "tagSingle"
  | "tagSlash"
  | "tagStart"
  /** The text between JSX tags; after `<` in it; in a closing tag. */
  | "jsxText"
  | "jsxLess"
  | "closingTag";

/** What precedes the next lexeme, as far as it affects how that is read. */
export type Before =
  /** At the start of a statement. */
  | "start"
  /** After the colon of a label, or of a member of a class or an interface. */
  | "labelColon"
  /** An operand must come. */
  | "operand"
  /** A type must come. */
  | "type"
  /** After `import`, `export`, `default`. */
  | "declare"
  /** After `let`, `const`, `var`. */
  | "binding"
  /** An operand has ended. */
  | "end"
  /** The same, after a word that began a statement: a label, or the first word of a declaration. */
  | "label"
  /** After `type` at the start of a statement. */
  | "typeWord"
  /** After `async` where an operand may come. */
  | "async"
  /** After `function` or `class`. */
  | "function"
  /** After `>` that closes no bracket. */
  | "greater"
  | "arrow"
  | "void"
  /** After `if`, `for`, `while`, `with`, `catch`. */
  | "header"
  /** After `switch`; after its parentheses. */
  | "switch"
  | "switched"
  /** After a dot that follows an operand; after `?.`; after another dot; after the second dot of `...`. */
  | "dot"
  | "optionalDot"
  | "otherDot"
  | "secondDot";

/** An open bracket, or a JSX element. */
export type FrameKind =
  | "file"
  | "block"
  /** The block of a function or class expression: an operand ends with it. */
  | "operandBlock"
  /** An object literal, a pattern, a type literal. */
  | "object"
  /** The names of an import or export. */
  | "names"
  | "paren"
  /** Parentheses after an operand: of a call, or of a declaration such as that of a method. */
  | "call"
  /** The parentheses after `if`, `for`, `while`, `with`, `catch`; after `switch`. */
  | "header"
  | "switch"
  /** The braces of a `switch`. */
  | "cases"
  | "bracket"
  /** `${` of a template. */
  | "substitution"
  /** `<` of type parameters or a type assertion. */
  | "angle"
  | "tag"
  | "children"
  /** `{` in a tag or between tags. */
  | "jsxExpression";

/** An open bracket, with what is pending directly inside it. */
export interface Frame {
  readonly kind: FrameKind;
  readonly parent: Frame | undefined;
  /** The number of question marks without their colons. */
  readonly questions: number;
  /**
   * What is expected: the body of a function or class expression, the colon of a `case`, the `=` of a type alias, a
   * value in a tag, the rest of an import.
   */
  readonly pending: "body" | "case" | "alias" | "value" | "import" | undefined;
  /** The number of lexemes of a tag so far, at most 2. */
  readonly count: number;
  /** The number of enclosing frames. */
  readonly depth: number;
}

export interface LexicalState {
  readonly mode: Mode;
  readonly before: Before;
  /** Whether a line break follows the last lexeme. */
  readonly newLine: boolean;
  /**
   * The word in progress, as long as it may become one of the words that affect lexing. Between lexemes and in strings:
   * `import`, `export` or `from`, if that was the last word. Otherwise `""`.
   */
  readonly word: string;
  readonly frame: Frame;
  readonly partial: PartialCharacter | undefined;
}

const FILE: Frame = { kind: "file", parent: undefined, questions: 0, pending: undefined, count: 0, depth: 0 };

export const START: LexicalState = {
  mode: "code",
  before: "start",
  newLine: false,
  word: "^",
  frame: FILE,
  partial: undefined,
};

/** Returns the state with another mode; the same object if nothing changes. */
export function within(state: LexicalState, mode: Mode): LexicalState {
  return state.mode === mode ? state : { ...state, mode };
}

/** Returns a state between lexemes, with `before` for the next one. */
export function after(state: LexicalState, before: Before, frame: Frame = state.frame): LexicalState {
  return { mode: "code", before, newLine: false, word: "", frame, partial: undefined };
}

export function push(parent: Frame, kind: FrameKind): Frame {
  return { kind, parent, questions: 0, pending: undefined, count: 0, depth: parent.depth + 1 };
}

/** Returns the frame without a pending import. */
export function noImport(frame: Frame): Frame {
  return frame.pending === "import" ? { ...frame, pending: undefined } : frame;
}

/** Returns the frame around `frame`; that of the file remains. */
export function outer(frame: Frame): Frame {
  return frame.parent ?? frame;
}

/** Returns whether statements stand directly in `frame`. */
export function holdsStatements({ kind }: Frame): boolean {
  return kind === "file" || kind === "block" || kind === "operandBlock" || kind === "cases";
}
