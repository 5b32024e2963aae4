// Steps inside of string literals and comments.

import type { Frame, LexicalState, Mode } from "./state.js";

/** An open string. */
export type StringFrame = Extract<Frame, { readonly kind: "string" }>;

/** The mode inside of `frame`, which is the innermost one: that of a string, or of the format of a field. */
export function modeWithin(frame: Frame | undefined): Mode {
  if (frame?.kind === "string") return "string";
  return frame?.kind === "field" ? "format" : "code";
}

export function stepBlockComment(state: LexicalState, character: string): LexicalState {
  const { open, close, nested } = state.comment!;
  // For each of the two texts, the longest suffix of the input that is a prefix of it.
  const [closing, opening] = [close, open].map((each) => matched(state.text, character, each)) as [string, string];
  if (closing === close) {
    if (state.around > 0) return { ...state, text: "", around: state.around - 1 };
    return { ...state, mode: "code", text: "", comment: undefined };
  }
  if (nested !== true) return { ...state, text: closing };
  if (opening === open) return { ...state, text: "", around: state.around + 1 };
  return { ...state, text: closing.length > opening.length ? closing : opening };
}

/** A step in a string that is the innermost frame. `asCode` reads the character as code. */
export function stepString(
  state: LexicalState,
  character: string,
  asCode: (state: LexicalState) => LexicalState,
): LexicalState {
  const frame = state.frame as StringFrame;
  const { form, close } = frame;
  switch (state.mode) {
    case "escape":
      return { ...state, mode: character === "N" && form.namedCharacters === true ? "named" : "string" };
    case "named":
      return character === "{"
        ? { ...state, mode: "namedBraces" }
        : stepString({ ...state, mode: "string" }, character, asCode);
    case "namedBraces":
      if (character === "}") return { ...state, mode: "string" };
      return character === "\n" || close.startsWith(character)
        ? stepString({ ...state, mode: "string" }, character, asCode)
        : state;
    case "brace":
      if (character === "{") return { ...state, mode: "string" };
      return asCode({ ...state, mode: "code", before: "other", frame: { kind: "field", parent: frame } });
    case "quote":
      return character === close ? { ...state, mode: "string" } : asCode(ended(state, frame));
    default:
      break;
  }
  if (character === "\\" && (form.escapes ?? "backslash") === "backslash")
    return { ...state, mode: "escape", text: "" };
  if (character === "\n" && form.multiline !== true) return asCode(ended(state, frame));
  if (character === "{" && form.fields === true) return { ...state, mode: "brace", text: "" };
  const text = matched(state.text, character, close);
  if (text === close) return form.escapes === "doubled" ? { ...state, mode: "quote", text: "" } : ended(state, frame);
  return text === state.text ? state : { ...state, text };
}

/** A step in the format of a field that is the innermost frame. */
export function stepFormat(state: LexicalState, character: string): LexicalState {
  const field = state.frame!;
  if (character === "{") return { ...state, mode: "code", before: "other", frame: { kind: "field", parent: field } };
  if (character === "}") return { ...state, mode: modeWithin(field.parent), frame: field.parent };
  const string = stringAround(field);
  return character === "\n" && string?.form.multiline !== true ? { ...ended(state, string), before: "other" } : state;
}

/** The state after the string of `frame`. */
export function ended(state: LexicalState, frame: StringFrame | undefined): LexicalState {
  return { ...state, mode: "code", text: "", before: "operand", frame: frame?.parent };
}

function stringAround(frame: Frame): StringFrame | undefined {
  let at: Frame | undefined = frame;
  while (at !== undefined && at.kind !== "string") at = at.parent;
  return at;
}

/** The longest prefix of `close` that is a suffix of the input; `text` is the same before `character`. */
function matched(text: string, character: string, close: string): string {
  let found = text + character;
  while (found !== "" && !close.startsWith(found)) found = found.slice(1);
  return found;
}
