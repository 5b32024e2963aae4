// Positions as language servers count them: lines, and columns in the unit that client and server have agreed on.

import { having, integer, oneOf, signature, text as textKind } from "@espalier/arguments";
import type { Position } from "vscode-languageserver-protocol";

/** The unit of columns. */
export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

const encodingKind = oneOf("utf-8", "utf-16", "utf-32");
const checkPosition = signature("positionOf", {
  text: textKind,
  offset: integer({ min: 0 }),
  encoding: encodingKind,
});
const checkOffset = signature("offsetOf", {
  text: textKind,
  position: having("a position { line, character }", { line: "number", character: "number" }),
  encoding: encodingKind,
});

/**
 * The position of an offset in UTF-16 units; an offset beyond the text counts as its end. Takes time proportional to the text before it. LF, CR LF and CR each end a
 * line.
 */
export function positionOf(text: string, offset: number, encoding: PositionEncoding): Position {
  checkPosition(text, offset, encoding);
  const end = Math.min(offset, text.length);
  let line = 0;
  let start = 0;
  for (let at = 0; at < end; at++) {
    if (!endsLine(text, at)) continue;
    line++;
    start = at + 1;
  }
  return { line, character: unitsIn(text.slice(start, end), encoding) };
}

/** The offset of a position, in UTF-16 units, or `undefined` if the text has no such position. Takes time proportional to the text. */
export function offsetOf(text: string, position: Position, encoding: PositionEncoding): number | undefined {
  checkOffset(text, position, encoding);
  return offsetsIn(text, encoding)(position);
}

/**
 * Finds the offsets of many positions in a text, as {@link offsetOf} does. Only the first takes time proportional to the text. What is no position, such as a part of
 * a malformed message, has no offset.
 */
export function offsetsIn(text: string, encoding: PositionEncoding): (position: unknown) => number | undefined {
  let starts: readonly number[] | undefined;
  // The positions of the items of a list are often the same.
  let last: { readonly line: number; readonly character: number; readonly offset: number | undefined } | undefined;
  return (position) => {
    const { line, character } = Object(position) as { readonly line?: unknown; readonly character?: unknown };
    if (!isCount(line) || !isCount(character)) return undefined;
    if (last?.line === line && last.character === character) return last.offset;
    starts ??= lineStarts(text);
    const start = starts[line];
    if (start === undefined) return undefined;
    const next = starts[line + 1];
    const end = next === undefined ? text.length : next - (text.startsWith("\r\n", next - 2) ? 2 : 1);
    const offset = offsetInLine(text.slice(start, end), character, encoding);
    last = { line, character, offset: offset === undefined ? undefined : start + offset };
    return last.offset;
  };
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** The offset of a column. */
function offsetInLine(content: string, character: number, encoding: PositionEncoding): number | undefined {
  if (encoding === "utf-16") return character <= content.length ? character : undefined;
  let units = 0;
  let at = 0;
  for (const each of content) {
    if (units >= character) break;
    units += unitsIn(each, encoding);
    at += each.length;
  }
  return units === character ? at : undefined;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) if (endsLine(text, at)) starts.push(at + 1);
  return starts;
}

/** Whether a line ends with the character at `at`. */
function endsLine(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
}

function unitsIn(text: string, encoding: PositionEncoding): number {
  if (encoding === "utf-16") return text.length;
  return encoding === "utf-8" ? Buffer.byteLength(text) : [...text].length;
}

/** Whether an offset is between the two halves of a surrogate pair. */
export function splitsPair(text: string, offset: number): boolean {
  const isHigh = (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800;
  return isHigh && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}
