// Numbers of a declared language.

import { isDigit, isLetter } from "./lexical-tables.js";
import { afterMeaning, notStart } from "./punctuation.js";
import type { LexicalState } from "./state.js";
import type { LexicalStructure } from "./structure.js";

/**
 * The state after one more byte.
 *
 * @param range the state after a number before `..`, if that is an operator.
 * @param step reads the byte again in the state after the number.
 */
export function stepNumber(
  structure: LexicalStructure,
  state: LexicalState,
  byte: number,
  range: ((ended: LexicalState) => LexicalState) | undefined,
  step: (ended: LexicalState) => LexicalState,
): LexicalState {
  const { numbersEndInDot, digitSeparators = "" } = structure;
  const { mode, text } = state;
  const character = String.fromCharCode(byte);
  const more = isLetter(byte) || isDigit(byte) || digitSeparators.includes(character);
  if (mode === "exponent" && (character === "+" || character === "-")) return { ...state, mode: "fraction" };
  if (mode === "numberDot" && !isDigit(byte) && numbersEndInDot !== true) {
    const number = ended(state);
    if (character === "." && range !== undefined) return range(number);
    const isFloat = numbersEndInDot === "unless-name" && !isLetter(byte);
    return step(isFloat ? number : afterMeaning(structure, number, { kind: "member" }));
  }
  if (more) {
    const isExponent = (/^0x/i.test(text) ? "pP" : "eE").includes(character);
    return {
      ...state,
      mode: isExponent ? "exponent" : mode === "number" ? mode : "fraction",
      text: text.length < 2 ? text + character : text,
    };
  }
  if (character === "." && mode === "number") return { ...state, mode: "numberDot" };
  return step(ended(state));
}

const ended = (state: LexicalState): LexicalState => ({
  ...state,
  mode: "code",
  text: "",
  before: "operand",
  statement: notStart(state),
});
