// The meaning of punctuation in a declared language, and the states after it.

import { opened } from "./literal-starts.js";
import type { Frame, LexicalState } from "./state.js";
import { modeWithin } from "./string-text.js";
import type { BlockComment, LexicalStructure, StringForm } from "./structure.js";

/** The meaning of punctuation. */
export type Meaning =
  | { readonly kind: "lineComment" }
  | { readonly kind: "blockComment"; readonly comment: BlockComment }
  | { readonly kind: "string"; readonly quote: string }
  | { readonly kind: "member" | "other" };

/** The meaning of each punctuation text that has one. */
export function punctuationOf(structure: LexicalStructure): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const operator of structure.otherOperators ?? []) meanings.set(operator, { kind: "other" });
  for (const operator of structure.memberOperators) meanings.set(operator, { kind: "member" });
  for (const open of structure.lineComments) meanings.set(open, { kind: "lineComment" });
  for (const comment of structure.blockComments ?? []) meanings.set(comment.open, { kind: "blockComment", comment });
  for (const quote of structure.strings.flatMap(({ quotes }) => quotes)) meanings.set(quote, { kind: "string", quote });
  return meanings;
}

/** The string form that `quote` begins after `word`, or `undefined` if it begins none. */
export function formOf(structure: LexicalStructure, word: string, quote: string): StringForm | undefined {
  return structure.strings.find((form) => form.quotes.includes(quote) && form.prefixes.includes(word.toLowerCase()));
}

/** The state after a blank or a character that is a whole lexeme. */
export function afterPlain(structure: LexicalStructure, state: LexicalState, character: string): LexicalState {
  const { statementEnds, postfixes = [] } = structure;
  const { frame } = state;
  const ends = statementEnds.includes(character) && (frame === undefined || frame.kind === "braces");
  if (ends && character === "\n") return { ...state, before: "other", statement: "start" };
  if (" \t\r\n\f".includes(character)) return state;
  const next: LexicalState = { ...state, before: "other", statement: ends ? "start" : notStart(state) };
  const isAfterOperand = state.before === "operand";
  switch (character) {
    case "(":
    case "[":
      return { ...next, frame: { kind: "bracket", parent: frame, open: character, isAfterOperand } };
    case "{": {
      const kind = statementEnds.includes("{") ? "braces" : "bracket";
      return { ...next, frame: { kind, parent: frame, open: character, isAfterOperand } };
    }
    case "}":
      if (frame?.kind === "field") return { ...next, mode: modeWithin(frame.parent), frame: frame.parent };
      return { ...next, before: "operand", frame: closed(frame) };
    case ")":
    case "]":
      return { ...next, before: "operand", frame: closed(frame) };
    default:
      if (postfixes.includes(character) && isAfterOperand) return { ...next, before: "operand" };
      return isUncounted(structure, state, character) ? { ...next, before: "uncounted" } : next;
  }
}

/** Whether commas after this operator need not separate the arguments of a call. */
export function isUncounted({ uncounted }: LexicalStructure, { before }: LexicalState, operator: string): boolean {
  if (uncounted?.anywhere?.includes(operator) === true) return true;
  return before !== "operand" && uncounted?.prefixes?.includes(operator) === true;
}

/** The state after punctuation with a meaning. */
export function afterMeaning(structure: LexicalStructure, state: LexicalState, meaning: Meaning): LexicalState {
  switch (meaning.kind) {
    case "lineComment":
      return { ...state, mode: "lineComment" };
    case "blockComment":
      return { ...state, mode: "blockComment", comment: meaning.comment };
    case "string": {
      const form = formOf(structure, state.prefix, meaning.quote)!;
      return { ...opened(state, form, meaning.quote), statement: notStart(state) };
    }
    case "member": {
      const names = state.before === "operand" && state.statement !== "path";
      return { ...state, before: names ? "member" : "other", statement: notStart(state) };
    }
    default:
      return { ...state, before: "other", statement: notStart(state) };
  }
}

/** The position in the statement after a lexeme that is not its first word. */
export function notStart({ statement }: LexicalState): LexicalState["statement"] {
  return statement === "start" ? "other" : statement;
}

/** The frame around the innermost bracket. Brackets do not close strings or fields. */
function closed(frame: Frame | undefined): Frame | undefined {
  return frame?.kind === "bracket" || frame?.kind === "braces" ? frame.parent : frame;
}
