// Reads the literals of GBNF: strings, character classes and control tokens. Each function reads the one at the cursor.

import { characters, type Regex } from "@espalier/automata";
import { readEscape } from "./escape.js";
import type { GbnfCursor } from "./gbnf-cursor.js";

/** Reads the characters of a string. @throws NotationError if the string has no end or contains an invalid escape. */
export function takeString(cursor: GbnfCursor): string {
  cursor.skip();
  let value = "";
  while (cursor.sign() !== '"') value += String.fromCodePoint(takeCharacter(cursor, '"'));
  cursor.skip();
  return value;
}

/** Reads a class. @throws NotationError if the class has no end, is empty, or contains a reversed range. */
export function takeClass(cursor: GbnfCursor): Regex {
  const { text, sign, skip, spanFrom, fail } = cursor;
  const from = cursor.at();
  skip();
  const isNegated = sign() === "^";
  if (isNegated) skip();
  const ranges: [number, number][] = [];
  while (sign() !== "]") {
    const first = takeCharacter(cursor, "]");
    const hyphen = cursor.at();
    let last = first;
    if (sign() === "-" && text[hyphen + 1] !== "]") {
      skip();
      last = takeCharacter(cursor, "]");
    }
    if (last < first) fail({ from: hyphen, to: hyphen + 1 }, "bad-range", "the range runs backwards");
    ranges.push([first, last]);
  }
  skip();
  if (ranges.length === 0)
    fail(spanFrom(from), "bad-range", "the class is empty", isNegated ? "`.` is any character" : undefined);
  return characters(isNegated ? complement(ranges) : ranges);
}

/**
 * Reads the name of a control token, including its angle brackets. @throws NotationError if it has no `>` or is a
 * number.
 */
export function takeControl({ text, at, goTo, here, spanFrom, fail }: GbnfCursor): string {
  const from = at();
  const close = text.indexOf(">", from);
  const end = text.indexOf("\n", from);
  if (close === -1 || (end !== -1 && end < close)) fail(here(), "syntax", "this token has no `>`");
  goTo(close + 1);
  const name = text.slice(from, close + 1);
  if (name.startsWith("<[")) {
    const message = `\`${name}\` names a token by number, but a language has no vocabulary`;
    fail(spanFrom(from), "unsupported", message, "name the token: `<name>`");
  }
  return name;
}

/** Reads the code point of the next character, which must not be `close`. */
function takeCharacter({ text, at, goTo, here, found, fail }: GbnfCursor, close: string): number {
  const from = at();
  if (from >= text.length || text[from] === "\n") fail(here(), "syntax", `expected \`${close}\`, found ${found()}`);
  if (text[from] === "\\") {
    const escaped = readEscape(text, from, '"\\[]-^', "nrt");
    if (typeof escaped === "string") return fail({ from, to: from + 2 }, "bad-escape", escaped);
    goTo(escaped.to);
    return escaped.code;
  }
  const code = text.codePointAt(from)!;
  if (code >= 0xd800 && code < 0xe000) fail(here(), "bad-escape", "half a surrogate pair is not a character");
  goTo(from + (code > 0xffff ? 2 : 1));
  return code;
}

/** Returns the complement of `ranges`. */
function complement(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const outside: [number, number][] = [];
  let next = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) outside.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= 0x10ffff) outside.push([next, 0x10ffff]);
  return outside;
}
