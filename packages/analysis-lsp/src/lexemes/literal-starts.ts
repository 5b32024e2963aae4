// Steps at the beginning of string literals where one character does not tell what has begun: fences, which the closing text repeats, and quotes of
// single characters, which may be those of labels.

import { type LexicalState, OTHER_WORD } from "./state.js";
import { ended, type StringFrame } from "./string-text.js";
import type { StringForm } from "./structure.js";

/** How many characters a word may have that the closing text of a string repeats. */
const MOST_FENCE = 16;

/** How many quotes or `#`s the closing text of a string repeats at most, as Rust bounds them; a string that begins with more ends with so many. */
export const MOST_FENCED = 255;

/** The state after the quote of a string of a form. */
export function opened(state: LexicalState, form: StringForm, quote: string, close: string = quote): LexicalState {
  const frame: StringFrame = { kind: "string", parent: state.frame, form, close };
  const hasFence = form.fence === "quotes" || form.fence === "word";
  const mode = form.character === true ? "character" : hasFence ? "fence" : "string";
  return { ...state, mode, prefix: "", text: "", frame };
}

/** A step in what the closing text repeats; `asText` reads the character as one of the string. */
export function stepFence(
  state: LexicalState,
  character: string,
  asText: (state: LexicalState) => LexicalState,
): LexicalState {
  const frame = state.frame as StringFrame;
  const { form, close, parent } = frame;
  if (form.fence === "quotes") {
    if (character === close[0])
      return close.length < MOST_FENCED ? { ...state, frame: { ...frame, close: close + character } } : state;
    return asText({ ...state, mode: "string" });
  }
  if (character === "(") {
    const whole: StringFrame = { kind: "string", parent, form, close: `)${state.text}${close}` };
    return { ...state, mode: "string", text: "", frame: whole };
  }
  // No word has any of these, so this is no such string.
  if (/[\s)\\"]/.test(character) || state.text.length >= MOST_FENCE)
    return asText({ ...state, mode: "string", text: "" });
  return { ...state, text: state.text + character };
}

/** A step after a quote that begins a character or a label, and after the first letter of either. */
export function stepCharacter(
  state: LexicalState,
  byte: number,
  isName: (byte: number) => boolean,
  read: (state: LexicalState) => LexicalState,
): LexicalState {
  const frame = state.frame as StringFrame;
  if (state.mode === "character") {
    return isName(byte) ? { ...state, mode: "label" } : read({ ...state, mode: "string" });
  }
  const isWithinCharacter = byte >= 0x80 && byte < 0xc0;
  if (isWithinCharacter) return state;
  if (String.fromCharCode(byte) === frame.close) return ended(state, frame);
  const label: LexicalState = { ...state, mode: "word", text: OTHER_WORD, frame: frame.parent };
  return read(label);
}
