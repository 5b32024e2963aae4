// Shows a position in a text: its line with a caret below.

import { lineStart, type Place } from "../place.js";

const BEFORE = 48;
const AFTER = 24;

/** Returns the line of byte `offset`, shortened if necessary, and a line with a caret under the byte. */
export function excerpt(bytes: Uint8Array, offset: number): readonly [line: string, caret: string] {
  const from = lineStart(bytes, offset);
  const newline = bytes.indexOf(0x0a, offset);
  const before = shown(bytes.subarray(from, offset));
  const after = shown(bytes.subarray(offset, newline < 0 ? bytes.length : newline));
  const left = before.length > BEFORE ? ["…", ...before.slice(1 - BEFORE)] : before;
  const right = after.length > AFTER ? [...after.slice(0, AFTER - 1), "…"] : after;
  return [`${left.join("")}${right.join("")}`, `${" ".repeat(left.length)}^`];
}

export function placeText({ line, column }: Place): string {
  return `line ${line}, column ${column}`;
}

/** Returns characters for a terminal: one column each, as far as known, and none that moves the cursor. */
function shown(bytes: Uint8Array): string[] {
  return [...new TextDecoder().decode(bytes)].map((character) => (/\p{C}/u.test(character) ? "·" : character));
}
