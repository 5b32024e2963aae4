// JSX elements: tags with attributes, and the text between them.
//
//   < tag attribute="string" other={code}> text {code} <tag/> </tag>
//
// In a .tsx file, `<T,`, `<T extends`, `<T =` and `<const T` begin the type parameters of an arrow function instead.

import { isNamePart, isNameStart, isSpace } from "./characters.js";
import { after, type Frame, type LexicalState, outer, push, within } from "./state.js";

type Again = (state: LexicalState, character: number) => LexicalState;

/** Returns the state after `<` where an element may begin. */
export function beginTag(state: LexicalState): LexicalState {
  return { ...after(state, "operand"), mode: "tagStart" };
}

/** Returns the state after an element, or after an expression in one, inside `frame`. */
export function afterElement(state: LexicalState, frame: Frame): LexicalState {
  const next = after(state, "end", frame.pending === "value" ? { ...frame, pending: undefined } : frame);
  return frame.kind === "children"
    ? { ...next, mode: "jsxText" }
    : frame.kind === "tag"
      ? { ...next, mode: "tag" }
      : next;
}

/** Reads a character inside a tag. */
export function stepTag(state: LexicalState, character: number, again: Again): LexicalState {
  const { mode, frame } = state;
  switch (mode) {
    case "tagStart":
      if (isSpace(character)) return state;
      if (character === 0x3e) return { ...after(state, "end", push(frame, "children")), mode: "jsxText" };
      if (isNameStart(character))
        return beginName({ ...after(state, "end", push(frame, "tag")), mode: "tag" }, character);
      return again(after(state, "type", push(frame, "angle")), character);
    case "tagName":
      if (isNamePart(character) || character === 0x2d)
        return state.word.length > 8 ? state : { ...state, word: state.word + String.fromCodePoint(character) };
      return afterName(state, character, again);
    case "tagDouble":
      return character === 0x22 ? afterElement(state, frame) : state;
    case "tagSingle":
      return character === 0x27 ? afterElement(state, frame) : state;
    case "tagSlash":
      if (character === 0x3e) return afterElement(state, outer(frame));
      if (character === 0x2f) return within(state, "lineComment");
      if (character === 0x2a) return within(state, "blockComment");
      return again(within(state, "tag"), character);
    default:
      return betweenNames(state, character, again);
  }
}

function beginName(state: LexicalState, character: number): LexicalState {
  const count = Math.min(2, state.frame.count + 1);
  const frame = state.frame.count === count ? state.frame : { ...state.frame, count };
  return { ...state, mode: "tagName", word: String.fromCodePoint(character), frame };
}

function afterName(state: LexicalState, character: number, again: Again): LexicalState {
  const { frame, word } = state;
  // The second name of a tag identifies type parameters (`<T extends`), and so does a first name `const`.
  if (frame.count === 2 && word === "extends" && state.before !== "dot")
    return again(after(state, "type", push(outer(frame), "angle")), character);
  return again(
    { ...state, mode: "tag", before: "end", word: frame.count === 1 && word === "const" ? word : "" },
    character,
  );
}

/** Reads a character between the names, strings and braces of a tag. */
function betweenNames(state: LexicalState, character: number, again: Again): LexicalState {
  const { frame } = state;
  const asAngle = (): LexicalState => again(after(state, "type", push(outer(frame), "angle")), character);
  if (isSpace(character)) return state;
  if (isNameStart(character)) return state.word === "const" ? asAngle() : beginName(state, character);
  switch (String.fromCodePoint(character)) {
    case ">":
      return { ...after(state, "end", push(outer(frame), "children")), mode: "jsxText" };
    case "/":
      return within(state, "tagSlash");
    case "{":
      return after(state, "operand", push(frame, "jsxExpression"));
    case '"':
      return within(state, "tagDouble");
    case "'":
      return within(state, "tagSingle");
    case "=":
      return frame.count === 1 ? asAngle() : { ...state, frame: { ...frame, pending: "value" } };
    case "<":
      return frame.pending === "value" ? beginTag(state) : after(state, "type", push(frame, "angle"));
    case ".":
      return { ...state, before: "dot", frame: { ...frame, count: 0 } };
    case ",":
      return frame.count === 1 ? asAngle() : state;
    default:
      return state;
  }
}

/** Reads a character of the text between tags, or of a closing tag. */
export function stepText(state: LexicalState, character: number, again: Again): LexicalState {
  const { mode, frame } = state;
  if (mode === "closingTag") return character === 0x3e ? afterElement(state, outer(frame)) : state;
  if (mode === "jsxLess") {
    if (character === 0x2f) return within(state, "closingTag");
    return again(beginTag(state), character);
  }
  if (character === 0x7b) return after(state, "operand", push(frame, "jsxExpression"));
  return character === 0x3c ? within(state, "jsxLess") : state;
}
