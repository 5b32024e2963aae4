// TypeScript and JavaScript as lexemes, a byte at a time: a monitor that refuses nothing and knows at each byte what it is in.

import { oneOf, options, signature } from "@espalier/arguments";
import type { Monitor } from "@espalier/monitor";
import { isNamePart, readByte } from "./characters.js";
import { type Dialect, stepCode, stepPunctuation } from "./code.js";
import { stepTag, stepText } from "./jsx.js";
import { stepComment, stepNumber, stepRegex, stepString, stepTemplate } from "./literals.js";
import { type Frame, type LexicalState, type Mode, START, within } from "./state.js";
import { afterWord, remembered } from "./words.js";

/** What a place in a program is: a lexeme of a kind, or `code` between words and literals. JSX text is `text`. */
export type LexicalKind = "code" | "word" | "number" | "string" | "template" | "regex" | "comment" | "text";

/** Which texts are read. */
export interface LexerOptions {
  /** `typescript` (.ts, .mts, .cts), `tsx`, or `javascript` (.js, .mjs, .cjs, .jsx), which has JSX as well. `typescript` by default. */
  readonly dialect?: Dialect;
}

/** The lexical structure of a program. It refuses no text. */
export interface TypescriptLexer extends Monitor<LexicalState> {
  /** What the last byte belongs to. A slash is `code` until the next byte tells what it begins. */
  kind(state: LexicalState): LexicalKind;
  /** Whether the name of a member must come: a dot, or `?.`, has been read after an operand, and blanks or comments since. */
  expectsMember(state: LexicalState): boolean;
  /** The same after `?.` alone, where a bracket or a digit may come instead. */
  expectsMemberOrOther(state: LexicalState): boolean;
  /** Whether the last byte is inside a character of several bytes. */
  isInsideCharacter(state: LexicalState): boolean;
  /** Whether the byte between two states opens parentheses after an operand: the arguments of a call, or the parameters of a declaration. */
  opensArguments(before: LexicalState, after: LexicalState): boolean;
  /** Whether the name of an import or export must come in its braces, or their end, with blanks and comments since what stood before. */
  expectsImportedName(state: LexicalState): boolean;
  /** Whether the last byte is in the string that names the module of an import or export; its opening quote is, its closing quote is not. */
  isInModuleName(state: LexicalState): boolean;
  /**
   * Whether an expression must begin, or a declaration or type that its place tells from one, with blanks and comments since what stood before. Not where a
   * statement begins, nor directly in braces, nor in parentheses that may hold the parameters of a function.
   */
  expectsOperand(state: LexicalState): boolean;
  /** The keyword `new`, or `case` of a `switch`, that a blank between two states ends. */
  keywordBeforeOperand(before: LexicalState, after: LexicalState): "new" | "case" | undefined;
  /** How many brackets and elements are open. */
  depth(state: LexicalState): number;
  /**
   * Whether commas do not tell arguments from here on: a `<` after an operand may open type arguments, and `...` may be several arguments.
   */
  losesCount(state: LexicalState): boolean;
  /** Equal for states that are equal. */
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

/** Modes between lexemes, comments among them, and those that turn out to be comments. */
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
 * The lexical structure of TypeScript, TSX or JavaScript. A step is O(1); a state holds the brackets that are open, and no text.
 *
 * Text that is no program is read as far as that goes: a line break ends a string or a regular expression that is not closed, and a bracket
 * closes the innermost that is open. Where only the types of a program could tell (none that is written in practice), the reading
 * may differ from the compiler's.
 *
 * @throws ArgumentError for an option that is unknown or wrong.
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
    depth: ({ frame }) => frame.depth,
    losesCount: ({ mode, before }) => mode === "less" || before === "secondDot",
    isInsideCharacter: ({ partial }) => partial !== undefined,
  };
}

/** Equal for states that differ in nothing; some hundred characters where many brackets are open. */
function keyOf({ mode, before, newLine, word, frame, partial }: LexicalState): string {
  let key = `${mode} ${before} ${newLine ? 1 : 0} ${word}`;
  if (partial !== undefined) key += ` ${partial.value}.${partial.need}`;
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent)
    key += ` ${at.kind}${at.questions}${at.pending ?? ""}${at.count}`;
  return key;
}

/** Whether parentheses that are not of a call lie between `frame` and the block around it. */
function isInParentheses(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (at.kind === "paren") return true;
    if (at.kind === "block" || at.kind === "operandBlock") return false;
  }
  return false;
}

/** Kinds as gates read them: words and numbers are code. */
function gateMode(kind: LexicalKind): string {
  return kind === "word" || kind === "number" ? "code" : kind;
}

/** The state without a character that has begun. */
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
