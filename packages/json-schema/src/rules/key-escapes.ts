// JSON escapes in the trie of used keys (used-keys.ts): an escape leads to the node of the character that it stands for. A high surrogate waits for the next
// escape.

import { OUTSIDE } from "@espalier/syntax";
import { pushUtf8 } from "@espalier/utf8";
import { onceFor } from "../text/recall.js";

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const HEX_DIGITS: readonly number[] = Array.from("0123456789abcdefABCDEF", (digit) => digit.charCodeAt(0));
const LETTER_U = 0x75;
const SHORT_ESCAPES: ReadonlyMap<number, number> = new Map(
  Object.entries({ '"': 0x22, "\\": 0x5c, "/": 0x2f, b: 8, f: 12, n: 10, r: 13, t: 9 }).map(([letter, code]) => [
    letter.charCodeAt(0),
    code,
  ]),
);

/** The trie in which the escapes lead on. A *name* is a node after whole characters. */
export interface KeyTrie {
  /** The bytes that follow a name, with the nodes to which they lead. */
  bytes(name: number): ReadonlyMap<number, number>;
  along(name: number, bytes: readonly number[]): number;
  next(at: number, byte: number): number;
  /** A new node for the beginning `text` of an escape after `name`. */
  add(name: number, text: string): number;
}

export interface KeyEscapes {
  /** The node of an escape in progress. */
  node(name: number, text: string): number;
  /** The node after one more byte of an escape. */
  after(name: number, text: string, byte: number): number;
  /** The bytes that can continue an escape towards a name in the trie. */
  bytes(name: number, text: string): readonly number[];
}

export function createKeyEscapes(trie: KeyTrie): KeyEscapes {
  const escapes = new Map<string, number>();

  function node(name: number, text: string): number {
    const key = `${name} ${text}`;
    let known = escapes.get(key);
    if (known === undefined) {
      known = trie.add(name, text);
      escapes.set(key, known);
    }
    return known;
  }

  function after(name: number, text: string, byte: number): number {
    const longer = text + String.fromCharCode(byte);
    if (text === "\\") {
      const short = SHORT_ESCAPES.get(byte);
      if (short !== undefined) return trie.along(name, [short]);
      return byte === LETTER_U && leadsToName(name, longer) ? node(name, longer) : OUTSIDE;
    }
    if (text.length < 6) {
      if (!HEX_DIGITS.includes(byte) || !leadsToName(name, longer)) return OUTSIDE;
      if (longer.length < 6) return node(name, longer);
      const code = Number.parseInt(longer.slice(2), 16);
      return code >= 0xd800 && code < 0xdc00
        ? node(name, longer)
        : trie.along(name, wideUtf8(String.fromCharCode(code)));
    }
    // The node if the high surrogate stands alone.
    const alone = (): number => trie.along(name, wideUtf8(decoded(text.slice(0, 6))));
    const rest = longer.slice(6);
    if (rest.length < 6 && isEscapeBeginning(rest)) return node(name, longer);
    if (rest.length === 6 && isEscapeBeginning(rest)) {
      const low = decoded(rest);
      const isLow = low >= "\udc00" && low <= "\udfff";
      const high = decoded(text.slice(0, 6));
      if (isLow) return trie.along(name, wideUtf8(high + low));
    }
    let at = alone();
    for (const letter of rest) at = at === OUTSIDE ? OUTSIDE : trie.next(at, letter.charCodeAt(0));
    return at;
  }

  function bytes(name: number, text: string): readonly number[] {
    const candidates = text === "\\" ? [...SHORT_ESCAPES.keys(), LETTER_U] : HEX_DIGITS;
    if (text.length < 6) return candidates.filter((byte) => leadsToName(name, text + String.fromCharCode(byte)));
    // After a high surrogate, either the rest of a low surrogate's escape follows, or what follows the surrogate alone.
    const alone = trie.along(name, wideUtf8(decoded(text.slice(0, 6))));
    const following = alone === OUTSIDE ? [] : [...trie.bytes(alone).keys(), QUOTE];
    return [...new Set([...HEX_DIGITS, ...SHORT_ESCAPES.keys(), LETTER_U, ...following])];
  }

  /** Whether an escape that begins with `text` can stand for a character, or the first half of one, that follows `name` in the trie. */
  function leadsToName(name: number, text: string): boolean {
    const short = SHORT_ESCAPES.get(text.charCodeAt(1));
    if (short !== undefined) return trie.bytes(name).has(short);
    const digits = text.slice(2).toLowerCase();
    return firstUnits(name).some((unit) => unit.startsWith(digits));
  }

  /** The first UTF-16 code units of the characters that follow `name`, in four hexadecimal digits. */
  const firstUnits = onceFor((name: number): readonly string[] =>
    charactersAfter(name, []).map((bytes) => firstUnit(bytes).toString(16).padStart(4, "0")),
  );

  /** The bytes of each character that follows `name` and begins with `begun`. */
  function charactersAfter(name: number, begun: readonly number[]): readonly (readonly number[])[] {
    return [...trie.bytes(name)].flatMap(([byte, next]) => {
      const longer = [...begun, byte];
      return longer.length === wideLength(longer[0]!) ? [longer] : charactersAfter(next, longer);
    });
  }

  return { node, after, bytes };
}

/** Whether `text` is a prefix of an escape `\uXXXX`. */
const isEscapeBeginning = (text: string): boolean => /^\\(u[0-9a-fA-F]{0,4})?$/u.test(text);

/** The character of a whole `\uXXXX`. */
const decoded = (whole: string): string => String.fromCharCode(Number.parseInt(whole.slice(2), 16));

/** Encodes as UTF-8, and a lone surrogate as the three bytes that its code point would take. */
export function wideUtf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const character of text) pushUtf8(bytes, character.codePointAt(0)!);
  return bytes;
}

/** The number of bytes of a character that {@link wideUtf8} encodes, given the first byte. */
const wideLength = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

/** The first UTF-16 code unit of a character that {@link wideUtf8} encoded. */
function firstUnit(bytes: readonly number[]): number {
  const [first, ...rest] = bytes as readonly [number, ...number[]];
  const code = rest.reduce(
    (sum, byte) => (sum << 6) | (byte & 63),
    rest.length === 0 ? first : first & (63 >> rest.length),
  );
  return String.fromCodePoint(code).charCodeAt(0);
}
