// The steps of the lexer between lexemes, and inside punctuation whose meaning depends on the next character.
//
// Whether a slash divides or begins a regular expression, and whether a brace opens a block or an object, depends on
// the previous lexeme and the open brackets. Disney, Faubion, Herman and Flanagan ("Sweeten your JavaScript", 2014)
// prove that this suffices for JavaScript.

import { isDigit, isLineBreak, isNameStart, isSpace } from "./characters.js";
import { afterElement, beginTag } from "./jsx.js";
import {
  after,
  type Before,
  type Frame,
  type FrameKind,
  holdsStatements,
  type LexicalState,
  noImport,
  outer,
  push,
  within,
} from "./state.js";
import { remembered, wantsOperand } from "./words.js";

/** Reads `character` again, between lexemes. */
type Again = (state: LexicalState, character: number) => LexicalState;

/** The dialects. In the last two, `<` can begin a JSX element. */
export type Dialect = "typescript" | "tsx" | "javascript";

/** Reads a character between lexemes. */
export function stepCode(state: LexicalState, character: number, dialect: Dialect): LexicalState {
  if (isSpace(character)) return isLineBreak(character) ? onNewLine(state) : passed(state);
  if (isNameStart(character) || character === 0x5c || character === 0x23) return beginWord(state, character);
  if (isDigit(character)) return beginNumber(state, character);
  const { before, frame } = state;
  const ends = !wantsOperand(before);
  switch (String.fromCharCode(character)) {
    case '"':
      return within(state, "double");
    case "'":
      return within(state, "single");
    case "`":
      return within(state, "template");
    case "/":
      return within(state, "slash");
    case ".":
      return after(state, afterDot(before), noImport(frame));
    case "?":
      return within(state, "question");
    case "+":
      return within(state, "plus");
    case "-":
      return within(state, "minus");
    case "!":
      return ends && !state.newLine ? within(state, "bang") : after(state, "operand");
    case "=":
      return within(state, "equals");
    case "<":
      return less(state, dialect);
    case ">":
      return greater(state);
    case "(":
      return after(state, "operand", push(noImport(frame), openedBy(before)));
    case "[":
      return after(state, "operand", push(frame, "bracket"));
    case "{":
      return openBrace(state);
    case ")":
    case "]":
    case "}":
      return close(state);
    case ":":
      return colon(state);
    case ";":
      return after(state, "start", settledFrame(frame));
    default:
      return after(state, "operand");
  }
}

/** Returns the kind of parentheses after `before`. */
function openedBy(before: Before): FrameKind {
  if (before === "header" || before === "switch") return before;
  return mayCall(before) ? "call" : "paren";
}

/** Returns whether parentheses after `before` may contain the arguments of a call. */
function mayCall(before: Before): boolean {
  return (
    before === "end" ||
    before === "label" ||
    before === "greater" ||
    before === "optionalDot" ||
    before === "typeWord" ||
    before === "async"
  );
}

function afterDot(before: Before): Before {
  if (before === "otherDot") return "secondDot";
  if (before === "dot" || before === "optionalDot") return "otherDot";
  if (before === "secondDot") return "operand";
  return wantsOperand(before) || before === "header" ? "otherDot" : "dot";
}

function onNewLine(state: LexicalState): LexicalState {
  return state.newLine && state.word !== "^" ? state : { ...passed(state), newLine: true };
}

/** Leaves the beginning of the file. */
function passed(state: LexicalState): LexicalState {
  return state.word === "^" ? { ...state, word: "" } : state;
}

function beginWord(state: LexicalState, character: number): LexicalState {
  if (character === 0x23 && state.word === "^") return within(state, "hash");
  if (character === 0x5c) return { ...state, mode: "wordEscape", word: "\\" };
  return { ...state, mode: "word", word: remembered(String.fromCodePoint(character)) };
}

function beginNumber(state: LexicalState, character: number): LexicalState {
  // Distinguishes `a ?.5 : b`, and `.5` on a line of its own.
  const { before, frame } = state;
  const dotted = before === "otherDot" || before === "optionalDot" || before === "dot";
  const its = before === "optionalDot" ? { ...frame, questions: frame.questions + 1 } : frame;
  return { ...state, mode: dotted ? "fraction" : character === 0x30 ? "zero" : "number", frame: its };
}

/** Reads the character after ambiguous punctuation: it belongs to the punctuation, or is read again. */
export function stepPunctuation(state: LexicalState, character: number, again: Again): LexicalState {
  const { mode, before, frame } = state;
  const ends = !wantsOperand(before);
  switch (mode) {
    case "slash":
      if (character === 0x2f) return within(state, "lineComment");
      if (character === 0x2a) return within(state, "blockComment");
      return ends ? again(after(state, "operand"), character) : again({ ...state, mode: "regex" }, character);
    case "question":
      if (character === 0x2e) return after(state, "optionalDot");
      if (character === 0x3f) return after(state, "operand");
      // `a?: T` has no other branch.
      if (character === 0x3a) return after(state, frame.kind === "object" ? "operand" : "type");
      return again(after(state, "operand", { ...frame, questions: frame.questions + 1 }), character);
    case "plus":
    case "minus":
      if (character !== (mode === "plus" ? 0x2b : 0x2d)) return again(after(state, "operand"), character);
      return after(state, ends && !state.newLine ? "end" : "operand");
    case "bang":
      return character === 0x3d ? after(state, "operand") : again(after(state, "end"), character);
    case "equals":
      if (character === 0x3e) return after(state, "arrow");
      if (character === 0x3d) return after(state, "operand");
      if (frame.pending === "alias") return again(after(state, "type", { ...frame, pending: undefined }), character);
      return again(after(state, "operand", noImport(frame)), character);
    case "less":
      if (character === 0x3c || character === 0x3d) return after(state, "operand");
      return again(after(state, "operand"), character);
    default:
      // A `#` at the beginning of a file.
      return character === 0x21
        ? within(state, "lineComment")
        : again({ ...state, mode: "word", word: "-" }, character);
  }
}

function less(state: LexicalState, dialect: Dialect): LexicalState {
  const { before, frame } = state;
  if (wantsOperand(before)) {
    // In a block, a signature `<T>(value: T): T` of an interface is likelier than a statement that is a JSX element.
    const signature = dialect === "tsx" && before === "start" && frame.kind !== "file";
    const typed = before === "type" || before === "labelColon" || dialect === "typescript";
    return typed || signature ? after(state, "type", push(frame, "angle")) : beginTag(state);
  }
  return frame.kind === "angle" ? after(state, "type", push(frame, "angle")) : within(state, "less");
}

function greater(state: LexicalState): LexicalState {
  const { frame } = state;
  if (frame.kind !== "angle") return after(state, "greater");
  const around = outer(frame);
  if (around.kind === "tag") return { ...after(state, "end", around), mode: "tag" };
  return after(state, around.kind === "angle" ? "end" : "operand", around);
}

function openBrace(state: LexicalState): LexicalState {
  const { before, frame, word, newLine } = state;
  // `import {`, `export {`, `import type {`, `import name, {`
  const begins = word === "import" || word === "export" || (before === "typeWord" && !newLine);
  if (begins || (frame.pending === "import" && before === "operand"))
    return after(state, "operand", push(frame, "names"));
  if (before === "operand" || before === "type" || before === "declare" || before === "binding")
    return after(state, "operand", push(frame, "object"));
  if (before === "switched") return after(state, "start", push(frame, "cases"));
  const body = frame.pending === "body" && before !== "start" && before !== "labelColon" && before !== "arrow";
  const around = body ? { ...frame, pending: undefined } : frame;
  return after(state, "start", push(around, body ? "operandBlock" : "block"));
}

/** Closes the innermost bracket. Angle brackets that are open inside it were operators. */
function close(state: LexicalState): LexicalState {
  const frame = settledFrame(state.frame);
  const around = outer(frame);
  switch (frame.kind) {
    case "file":
      return after(state, "end", frame);
    case "substitution":
      return { ...after(state, "end", around), mode: "template" };
    case "jsxExpression":
      return afterElement(state, around);
    case "switch":
      return after(state, "switched", around);
    case "header":
    case "block":
    case "cases":
      return after(state, "start", around);
    default:
      return after(state, "end", around);
  }
}

/** Returns the frame without angle brackets and with nothing pending. */
function settledFrame(frame: Frame): Frame {
  let at = frame;
  while (at.kind === "angle") at = outer(at);
  return at.questions === 0 && at.pending === undefined ? at : { ...at, questions: 0, pending: undefined };
}

function colon(state: LexicalState): LexicalState {
  const { before, frame } = state;
  if (frame.questions > 0) return after(state, "operand", { ...frame, questions: frame.questions - 1 });
  if (frame.pending === "case") return after(state, "start", { ...frame, pending: undefined });
  return after(state, afterColon(before, frame));
}

function afterColon(before: Before, frame: Frame): Before {
  if (frame.kind === "object") return "operand";
  if (before === "declare") return "start";
  return (before === "label" || before === "typeWord") && holdsStatements(frame) ? "labelColon" : "type";
}
