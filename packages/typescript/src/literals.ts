// Steps inside comments, strings, templates, regular expressions and numbers.

import { isDigit, isLineBreak, isNamePart } from "./characters.js";
import { after, type LexicalState, type Mode, noImport, push, within } from "./state.js";

/** Reads `character` again, between lexemes. */
export type Again = (state: LexicalState, character: number) => LexicalState;

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BACKTICK = 0x60;
const BACKSLASH = 0x5c;
const STAR = 0x2a;
const SLASH = 0x2f;

/** Returns the state after a comment. Only the line may have ended. */
function afterComment(state: LexicalState): LexicalState {
  return within(state, state.frame.kind === "tag" ? "tag" : "code");
}

/** Reads a character inside a comment. */
export function stepComment(state: LexicalState, character: number, again: Again): LexicalState {
  if (state.mode === "lineComment") return isLineBreak(character) ? again(afterComment(state), character) : state;
  const next = isLineBreak(character) && !state.newLine ? { ...state, newLine: true } : state;
  if (state.mode === "blockCommentStar" && character === SLASH) return afterComment(next);
  return within(next, character === STAR ? "blockCommentStar" : "blockComment");
}

/** Reads a character inside a string. A line break ends an unclosed string. */
export function stepString(state: LexicalState, character: number, again: Again): LexicalState {
  const { mode } = state;
  if (mode === "doubleEscape") return character === 0x0d ? state : within(state, "double");
  if (mode === "singleEscape") return character === 0x0d ? state : within(state, "single");
  if (character === (mode === "double" ? QUOTE : APOSTROPHE)) return after(state, "end", noImport(state.frame));
  if (character === BACKSLASH) return within(state, mode === "double" ? "doubleEscape" : "singleEscape");
  return character === 0x0a || character === 0x0d ? again(after(state, "end"), character) : state;
}

/** Reads a character inside the text of a template. */
export function stepTemplate(state: LexicalState, character: number): LexicalState {
  if (state.mode === "templateEscape") return within(state, "template");
  if (character === BACKTICK) return after(state, "end");
  if (character === BACKSLASH) return within(state, "templateEscape");
  if (state.mode === "templateDollar" && character === 0x7b)
    return after(state, "operand", push(state.frame, "substitution"));
  return within(state, character === 0x24 ? "templateDollar" : "template");
}

/** Reads a character inside a regular expression. A line break ends an unclosed one. */
export function stepRegex(state: LexicalState, character: number, again: Again): LexicalState {
  const { mode } = state;
  if (mode === "regexFlags") return isNamePart(character) ? state : again(after(state, "end"), character);
  if (isLineBreak(character)) return again(after(state, "end"), character);
  if (mode === "regexEscape") return within(state, "regex");
  if (mode === "regexClassEscape") return within(state, "regexClass");
  if (mode === "regexClass") {
    if (character === 0x5d) return within(state, "regex");
    return character === BACKSLASH ? within(state, "regexClassEscape") : state;
  }
  if (character === SLASH) return within(state, "regexFlags");
  if (character === 0x5b) return within(state, "regexClass");
  return character === BACKSLASH ? within(state, "regexEscape") : state;
}

/** Reads a character inside a number. */
export function stepNumber(state: LexicalState, character: number, again: Again): LexicalState {
  const mode = numberMode(state.mode, character);
  return mode === undefined ? again(after(state, "end"), character) : within(state, mode);
}

function numberMode(mode: Mode, character: number): Mode | undefined {
  const lower = character | 0x20;
  if (mode === "exponent" && (character === 0x2b || character === 0x2d || isDigit(character))) return "prefixed";
  if (mode === "zero" && (lower === 0x78 || lower === 0x6f || lower === 0x62)) return "prefixed";
  // A number with a leading zero is octal and allows no dot, unless it contains an 8 or a 9.
  if (mode === "zero" && isDigit(character)) return character < 0x38 ? "prefixed" : "number";
  if ((mode === "zero" || mode === "number") && character === 0x2e) return "fraction";
  if (mode !== "prefixed" && lower === 0x65) return "exponent";
  if (!isNamePart(character)) return undefined;
  return mode === "zero" ? "number" : mode;
}
