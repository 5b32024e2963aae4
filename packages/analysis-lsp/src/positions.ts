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

/** The position of an offset in UTF-16 units. Takes time proportional to `offset`. LF, CR LF and CR each end a line. */
export function positionOf(text: string, offset: number, encoding: PositionEncoding): Position {
  checkPosition(text, offset, encoding);
  let line = 0;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x0a && (unit !== 0x0d || text.charCodeAt(at + 1) === 0x0a)) continue;
    line++;
    start = at + 1;
  }
  return { line, character: unitsIn(text.slice(start, offset), encoding) };
}

/** The offset of a position, in UTF-16 units, or `undefined` if the text has no such position. Takes time proportional to the text. */
export function offsetOf(text: string, position: Position, encoding: PositionEncoding): number | undefined {
  checkOffset(text, position, encoding);
  const { line, character } = position;
  let start = 0;
  for (let left = line; left > 0; left--) {
    const end = lineEnd(text, start);
    if (end === text.length) return undefined;
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  const content = text.slice(start, lineEnd(text, start));
  if (encoding === "utf-16") return character <= content.length ? start + character : undefined;
  let units = 0;
  let at = 0;
  for (const each of content) {
    if (units >= character) break;
    units += unitsIn(each, encoding);
    at += each.length;
  }
  return units === character ? start + at : undefined;
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || unit === 0x0d) return at;
  }
  return text.length;
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
