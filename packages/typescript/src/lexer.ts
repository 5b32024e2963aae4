// The lexemes of TypeScript and JavaScript, byte by byte: a monitor that accepts every text and reports the kind of
// lexeme at each byte.

import { oneOf, options, signature } from "@espalier/arguments";
import type { Monitor } from "@espalier/monitor";
import { isNamePart, readByte } from "./characters.js";
import { type Dialect, stepCode, stepPunctuation } from "./code.js";
import { stepTag, stepText } from "./jsx.js";
import { stepComment, stepNumber, stepRegex, stepString, stepTemplate } from "./literals.js";
import { type Frame, holdsStatements, type LexicalState, type Mode, START, within } from "./state.js";
import { afterWord, remembered } from "./words.js";

/** The kind of lexeme at a place; `code` between words and literals. JSX text is `text`. */
export type LexicalKind = "code" | "word" | "number" | "string" | "template" | "regex" | "comment" | "text";

/** Options of {@link typescriptLexer}. */
export interface LexerOptions {
  /**
   * `typescript` (.ts, .mts, .cts), `tsx`, or `javascript` (.js, .mjs, .cjs, .jsx), which includes JSX. `typescript` by
   * default.
   */
  readonly dialect?: Dialect;
}

/** The lexical structure of a program. It rejects no text. */
export interface TypescriptLexer extends Monitor<LexicalState> {
  /**
   * Returns the kind of the lexeme that contains the last byte. A slash is `code` until the next byte shows what it
   * begins.
   */
  kind(state: LexicalState): LexicalKind;
  /**
   * Returns whether a member name must come next: after an operand, a dot or `?.` was read, followed only by blanks and
   * comments.
   */
  expectsMember(state: LexicalState): boolean;
  /** Returns the same for `?.` only, after which a bracket or a digit may come instead. */
  expectsMemberOrOther(state: LexicalState): boolean;
  /** Returns whether the last byte is inside a multi-byte character. */
  isInsideCharacter(state: LexicalState): boolean;
  /**
   * Returns whether the byte between two states opens parentheses after an operand: the arguments of a call, or the
   * parameters of a declaration.
   */
  opensArguments(before: LexicalState, after: LexicalState): boolean;
  /**
   * Returns whether the byte between two states opens the braces of an object literal, a pattern or a type literal.
   */
  opensObject(before: LexicalState, after: LexicalState): boolean;
  /**
   * Returns whether the name of an import or export, or the end of its braces, must come next; blanks and comments may
   * have been read.
   */
  expectsImportedName(state: LexicalState): boolean;
  /**
   * Returns whether the last byte is in the string that names the module of an import or export. The opening quote
   * counts as inside, the closing quote does not.
   */
  isInModuleName(state: LexicalState): boolean;
  /**
   * Returns whether an expression must begin, or a declaration or type that stands where expressions do; blanks and
   * comments may have been read. False where a statement may begin, directly in braces, and in parentheses that may
   * contain the parameters of a function.
   */
  expectsOperand(state: LexicalState): boolean;
  /** Returns the keyword `new`, or `case` of a `switch`, if a blank between the two states ends it. */
  keywordBeforeOperand(before: LexicalState, after: LexicalState): "new" | "case" | undefined;
  /**
   * Returns what the byte between the two states is in a `switch`: the brace that opens its clauses, the colon that ends a `case`, or
   * the colon of its `default`.
   */
  switchPart(before: LexicalState, after: LexicalState): "open" | "case" | "default" | undefined;
  /** Returns how many brackets and elements are open. */
  depth(state: LexicalState): number;
  /**
   * Returns whether the number of arguments can no longer be found by counting commas: a `<` after an operand may open
   * type arguments, and `...` may stand for several arguments.
   */
  losesCount(state: LexicalState): boolean;
  /** Returns whether the byte can close parentheses or braces: whether it can end what `opensArguments` or `opensObject` began. */
  mayClose(byte: number): boolean;
  /** Returns a key that is equal for equal states. */
  key(state: LexicalState): string;
}

const KINDS: Readonly<Record<Mode, LexicalKind>> = {
  code: "code",
  word: "word",
  wordEscape: "word",
  wordBraces: "word",
  number: "number",
  fraction: "number",
  exponent: "number",
  prefixed: "number",
  zero: "number",
  double: "string",
  single: "string",
  doubleEscape: "string",
  singleEscape: "string",
  template: "template",
  templateEscape: "template",
  templateDollar: "template",
  regex: "regex",
  regexEscape: "regex",
  regexClass: "regex",
  regexClassEscape: "regex",
  regexFlags: "regex",
  lineComment: "comment",
  blockComment: "comment",
  blockCommentStar: "comment",
  slash: "code",
  question: "code",
  plus: "code",
  minus: "code",
  bang: "code",
  equals: "code",
  less: "code",
  hash: "code",
  tag: "code",
  tagName: "word",
  tagDouble: "string",
  tagSingle: "string",
  tagSlash: "code",
  tagStart: "code",
  jsxText: "text",
  jsxLess: "code",
  closingTag: "code",
};

/** Modes between lexemes, including comments and modes that may become comments. */
const BETWEEN: ReadonlySet<Mode> = new Set<Mode>([
  "code",
  "tag",
  "slash",
  "tagSlash",
  "lineComment",
  "blockComment",
  "blockCommentStar",
]);

const checkLexer = signature("typescriptLexer", {
  options: options({ dialect: oneOf("typescript", "tsx", "javascript") }),
});

/**
 * Returns the lexical structure of TypeScript, TSX or JavaScript. A step is O(1). A state contains the open brackets,
 * and no text.
 *
 * Invalid programs are read on a best-effort basis: a line break ends an unclosed string or regular expression, and a
 * closing bracket closes the innermost open one. A few contrived texts can only be read with type information. For
 * these, the result may differ from the compiler's.
 *
 * @throws ArgumentError for an unknown or invalid option.
 *
 * @example
 * const lexer = typescriptLexer();
 * const at = (text: string) => lexer.kind([...text].reduce((state, letter) => lexer.step(state, letter.charCodeAt(0))!, lexer.start));
 * [at("a = b / c"), at("a = /c"), at("`${a}b"), at("`${a")]; // => ["word", "regex", "template", "word"]
 */
export function typescriptLexer(options: LexerOptions = {}): TypescriptLexer {
  checkLexer(options);
  const { dialect = "typescript" } = options;
  const step = (state: LexicalState, byte: number): LexicalState | undefined => {
    if (byte > 0xff) return undefined;
    if (byte < 0x80) return stepCharacter(whole(state), byte, dialect);
    const read = readByte(state.partial, byte);
    if (typeof read === "object") return { ...state, partial: read };
    return stepCharacter(whole(state), read, dialect);
  };
  return {
    start: START,
    step,
    accepts: () => true,
    trim: true,
    cost: () => 0,
    mode: (state) => gateMode(KINDS[state.mode]),
    key: keyOf,
    kind: (state) => KINDS[state.mode],
    expectsMember: ({ mode, before }) => BETWEEN.has(mode) && (before === "dot" || before === "optionalDot"),
    expectsMemberOrOther: ({ mode, before }) => BETWEEN.has(mode) && before === "optionalDot",
    opensArguments: (before, { mode, frame }) =>
      mode === "code" && frame.kind === "call" && frame.depth > before.frame.depth,
    opensObject: (before, { mode, frame }) =>
      mode === "code" && frame.kind === "object" && frame.depth > before.frame.depth,
    expectsImportedName: ({ mode, before, frame }) =>
      BETWEEN.has(mode) && before === "operand" && frame.kind === "names",
    expectsOperand: ({ mode, before, frame }) =>
      BETWEEN.has(mode) &&
      before === "operand" &&
      frame.kind !== "object" &&
      frame.kind !== "names" &&
      !isInParentheses(frame),
    isInModuleName: ({ mode, word }) => KINDS[mode] === "string" && (word === "from" || word === "import"),
    keywordBeforeOperand: (before, after) => {
      if (before.mode !== "word" || after.mode !== "code" || after.before !== "operand") return undefined;
      if (before.frame.depth !== after.frame.depth) return undefined;
      if (before.word === "new") return "new";
      return before.word === "case" && after.frame.pending === "case" ? "case" : undefined;
    },
    switchPart,
    depth: ({ frame }) => frame.depth,
    losesCount: ({ mode, before }) => mode === "less" || before === "secondDot",
    mayClose: (byte) => CLOSING.has(byte),
    isInsideCharacter: ({ partial }) => partial !== undefined,
  };
}

function switchPart(before: LexicalState, after: LexicalState): "open" | "case" | "default" | undefined {
  if (after.mode !== "code" || after.before !== "start" || after.frame.kind !== "cases") return undefined;
  if (after.frame.depth !== before.frame.depth) return after.frame.depth > before.frame.depth ? "open" : undefined;
  if (before.frame.pending === "case") return after.frame.pending === undefined ? "case" : undefined;
  const isDefault = before.mode === "word" ? before.word === "default" : before.before === "declare";
  return isDefault ? "default" : undefined;
}

/** Any closing bracket closes the innermost open one. */
const CLOSING: ReadonlySet<number> = new Set([...")]}"].map((character) => character.charCodeAt(0)));

/** A key that is equal for equal states; some hundred characters if many brackets are open. */
function keyOf({ mode, before, newLine, word, frame, partial }: LexicalState): string {
  let key = `${mode} ${before} ${newLine ? 1 : 0} ${word}`;
  if (partial !== undefined) key += ` ${partial.value}.${partial.need}`;
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent)
    key += ` ${at.kind}${at.questions}${at.pending ?? ""}${at.count}`;
  return key;
}

/**
 * Returns whether `frame`, or a frame between it and the enclosing block, is parentheses other than those of a call.
 */
function isInParentheses(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (at.kind === "paren") return true;
    if (holdsStatements(at)) return false;
  }
  return false;
}

/** Maps kinds to the modes of gates: words and numbers are code. */
function gateMode(kind: LexicalKind): string {
  return kind === "word" || kind === "number" ? "code" : kind;
}

/** Returns the state without an incomplete character. */
function whole(state: LexicalState): LexicalState {
  return state.partial === undefined ? state : { ...state, partial: undefined };
}

function stepCharacter(state: LexicalState, character: number, dialect: Dialect): LexicalState {
  const again = (at: LexicalState, its: number): LexicalState => stepCharacter(at, its, dialect);
  switch (state.mode) {
    case "code":
      return stepCode(state, character, dialect);
    case "word":
    case "wordEscape":
    case "wordBraces":
      return stepWord(state, character, again);
    case "number":
    case "fraction":
    case "exponent":
    case "prefixed":
    case "zero":
      return stepNumber(state, character, again);
    case "double":
    case "single":
    case "doubleEscape":
    case "singleEscape":
      return stepString(state, character, again);
    case "template":
    case "templateEscape":
    case "templateDollar":
      return stepTemplate(state, character);
    case "regex":
    case "regexEscape":
    case "regexClass":
    case "regexClassEscape":
    case "regexFlags":
      return stepRegex(state, character, again);
    case "lineComment":
    case "blockComment":
    case "blockCommentStar":
      return stepComment(state, character, again);
    case "jsxText":
    case "jsxLess":
    case "closingTag":
      return stepText(state, character, again);
    case "tag":
    case "tagName":
    case "tagDouble":
    case "tagSingle":
    case "tagSlash":
    case "tagStart":
      return stepTag(state, character, again);
    default:
      return stepPunctuation(state, character, again);
  }
}

function stepWord(
  state: LexicalState,
  character: number,
  again: (state: LexicalState, character: number) => LexicalState,
): LexicalState {
  if (state.mode === "wordBraces") return character === 0x7d ? { ...state, mode: "word", word: "-" } : state;
  if (state.mode === "wordEscape") return { ...state, mode: "word", word: character === 0x75 ? "\\u" : "-" };
  if (character === 0x5c) return { ...state, mode: "wordEscape", word: "\\" };
  // `\u{61}`
  if (character === 0x7b && state.word === "\\u") return within(state, "wordBraces");
  if (!isNamePart(character)) return again(afterWord(state), character);
  const word = remembered(state.word + String.fromCodePoint(character));
  return word === state.word ? state : { ...state, word };
}
