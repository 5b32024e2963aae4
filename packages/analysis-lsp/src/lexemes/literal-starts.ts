// Steps at the start of string literals that one character does not identify: literals whose closing text repeats a part of the opening one (`r#"…"#` in Rust),
// and single quotes, which may begin a character (`'a'`) or a label (`'a`).

import { type LexicalState, OTHER_WORD } from "./state.js";
import { ended, type StringFrame } from "./string-text.js";
import type { StringForm } from "./structure.js";

/** The longest word that the closing text of a string may have to repeat, in characters. */
const MOST_FENCE = 16;

/**
 * The largest number of quotes or `#`s that the closing text of a string repeats. The limit is Rust's; a string that begins with more ends with this number.
 */
export const MOST_FENCED = 255;

/** The state after the opening quote of a string. */
export function opened(state: LexicalState, form: StringForm, quote: string, close: string = quote): LexicalState {
  const frame: StringFrame = { kind: "string", parent: state.frame, form, close };
  const hasFence = form.fence === "quotes" || form.fence === "word";
  const mode = form.character === true ? "character" : hasFence ? "fence" : "string";
  return { ...state, mode, prefix: "", text: "", frame };
}

/** A step inside the fence. `asText` reads the character as part of the string. */
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
  // A fence word cannot contain any of these, so this is not a fenced string.
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
