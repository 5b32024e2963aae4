// Escapes of the notations, read and written.
//
//   Lark   "…"   \" \\ \/ \' \b \f \n \r \t \v \0 \xHH \uHHHH \UHHHHHHHH \u{H…}   (two \u make a surrogate pair)
//   GBNF   "…"   \" \\ \[ \] \- \^ \n \r \t \xHH \uHHHH \UHHHHHHHH

/** A character that was read: its code point, and the offset after it. */
export interface ReadCharacter {
  readonly code: number;
  readonly to: number;
}

const LETTERS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12, v: 11, "0": 0 };
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/**
 * Reads the escape at `from` (a backslash). Returns its character, or the reason why it is invalid. `simple` lists the
 * characters that stand for themselves after the backslash; `letters` lists those of `n r t b f v 0` that are allowed.
 */
export function readEscape(text: string, from: number, simple: string, letters: string): ReadCharacter | string {
  const sign = text[from + 1];
  if (sign === undefined) return "the text ends in an escape";
  if (simple.includes(sign)) return { code: sign.charCodeAt(0), to: from + 2 };
  if (letters.includes(sign)) return { code: LETTERS[sign]!, to: from + 2 };
  if (sign === "u" && text[from + 2] === "{") {
    const close = text.indexOf("}", from);
    const code = hex(text.slice(from + 3, close === -1 ? from + 3 : close), 1, 6);
    return code === undefined ? `\\u{…} needs one to six hexadecimal digits` : checked(code, close + 1);
  }
  const count = DIGITS[sign];
  if (count === undefined) return `there is no escape \\${sign}`;
  const code = hex(text.slice(from + 2, from + 2 + count), count, count);
  if (code === undefined) return `\\${sign} needs ${count} hexadecimal digits`;
  const to = from + 2 + count;
  if (sign === "u" && code >= 0xd800 && code < 0xdc00 && text.startsWith("\\u", to)) {
    const low = hex(text.slice(to + 2, to + 6), 4, 4);
    if (low !== undefined && low >= 0xdc00 && low < 0xe000) {
      return { code: 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00), to: to + 6 };
    }
  }
  return checked(code, to);
}

function checked(code: number, to: number): ReadCharacter | string {
  if (code > 0x10ffff) return `${code.toString(16)} is above the last character, 10FFFF`;
  if (code >= 0xd800 && code < 0xe000) return "half a surrogate pair is not a character";
  return { code, to };
}

function hex(digits: string, least: number, most: number): number | undefined {
  const fits = digits.length >= least && digits.length <= most && /^[0-9A-Fa-f]*$/.test(digits);
  return fits ? Number.parseInt(digits, 16) : undefined;
}

/** Returns a Lark string literal, which is also a JSON string. */
export function quoteLark(text: string): string {
  let quoted = '"';
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (character === '"' || character === "\\") quoted += `\\${character}`;
    else if (character === "\n") quoted += "\\n";
    else if (character === "\r") quoted += "\\r";
    else if (character === "\t") quoted += "\\t";
    else if (isPlain(code)) quoted += character;
    else for (let k = 0; k < character.length; k++) quoted += `\\u${padded(character.charCodeAt(k), 4)}`;
  }
  return `${quoted}"`;
}

/** Returns a GBNF string literal. */
export function quoteGbnf(text: string): string {
  let quoted = '"';
  for (const character of text) {
    if (character === '"' || character === "\\") quoted += `\\${character}`;
    else quoted += gbnfCharacter(character.codePointAt(0)!);
  }
  return `${quoted}"`;
}

/** Returns a character as written in a GBNF class. */
export function gbnfClassCharacter(code: number): string {
  const character = String.fromCodePoint(code);
  if ("\\[]".includes(character)) return `\\${character}`;
  return "^-".includes(character) ? `\\u${padded(code, 4)}` : gbnfCharacter(code);
}

function gbnfCharacter(code: number): string {
  if (code === 10) return "\\n";
  if (code === 13) return "\\r";
  if (code === 9) return "\\t";
  if (isPlain(code)) return String.fromCodePoint(code);
  // \xHH does not work here: XGrammar reads all hexadecimal digits that follow it.
  return code < 0x10000 ? `\\u${padded(code, 4)}` : `\\U${padded(code, 8)}`;
}

/**
 * Whether the character can be printed unescaped: it is not a control character, not invisible, and does not combine
 * with its neighbours.
 */
function isPlain(code: number): boolean {
  if (code < 0x80) return code >= 0x20 && code !== 0x7f;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(String.fromCodePoint(code));
}

function padded(value: number, width: number): string {
  return value.toString(16).toUpperCase().padStart(width, "0");
}
