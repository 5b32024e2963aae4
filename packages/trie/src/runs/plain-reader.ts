// Reads plain characters along the paths of a trie: UTF-8 (RFC 3629), decoded byte by byte.

import type { CharacterRanges } from "@espalier/monitor";
import { MAX_TOKEN_BYTES } from "../tree/trie.js";

/**
 * The characters that JSON strings contain unescaped and that a dot in a pattern matches: all except control
 * characters, the quotation mark, the backslash, and line terminators.
 */
export const PLAIN_CHARACTERS: CharacterRanges = [
  [0x20, 0x21],
  [0x23, 0x5b],
  [0x5d, 0x2027],
  [0x202a, 0xd7ff],
  [0xe000, 0x10ffff],
];

/** Returns whether a byte is a plain ASCII character. */
export function isPlainByte(byte: number): boolean {
  return byte >= 0x20 && byte < 0x80 && byte !== 0x22 && byte !== 0x5c;
}

/** Returns whether `\s` matches a non-ASCII character (ECMA-262, WhiteSpace and LineTerminator). */
export function isBlank(point: number): boolean {
  return BLANK_POINTS.some(([from, to]) => from <= point && point <= to);
}

export const BLANK_POINTS: CharacterRanges = [
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** No run. */
export const NO_RUN = -1;

export interface PlainReader {
  /** Returns how many characters the last bytes read below `depth` have begun. */
  begun(depth: number): number;
  /** Returns how many bytes the last of them lacks; −1 if those bytes are not a run. */
  missing(depth: number): number;
  /**
   * Reads a byte at `depth` of a path in a trie; the bytes before it on the path are the bytes that were last read at
   * lower depths. Returns the number of characters that have begun on the path. Returns {@link NO_RUN} if one of these
   * characters is not plain (contained unescaped in JSON strings).
   */
  read(depth: number, byte: number): number;
}

/** The least character for each number of bytes after the lead byte; smaller ones are overlong. */
const LEAST_OF_LEAD = [0, 0x80, 0x800, 0x10000];

/** Creates a reader of runs of plain characters. */
export function createPlainReader(): PlainReader {
  // By depth: the number of characters begun, the least possible current character, and its missing bytes (−1: no run).
  const begun = new Int16Array(MAX_TOKEN_BYTES + 1);
  const least = new Int32Array(MAX_TOKEN_BYTES + 1);
  const missing = new Int8Array(MAX_TOKEN_BYTES + 1);
  const ascii = Uint8Array.from({ length: 128 }, (_, byte) => (isPlainPoint(byte) ? 1 : 0));
  return {
    begun: (depth) => begun[depth]!,
    missing: (depth) => missing[depth]!,
    read(depth, byte) {
      const before = missing[depth]!;
      if (before === 0 && byte < 0x80) {
        missing[depth + 1] = ascii[byte]! - 1;
        begun[depth + 1] = begun[depth]! + 1;
        return ascii[byte] === 1 ? begun[depth + 1]! : NO_RUN;
      }
      const left = before === 0 ? tailsOf(byte) : before > 0 && byte >>> 6 === 2 ? before - 1 : -1;
      missing[depth + 1] = -1;
      if (left < 0) return NO_RUN;
      let first: number;
      if (before === 0) first = left === 0 ? byte : (byte & (63 >>> left)) << (6 * left);
      else first = (least[depth]! & (-64 << (6 * left))) | ((byte & 63) << (6 * left));
      const last = first + (1 << (6 * left)) - 1;
      if (before === 0) first = Math.max(first, LEAST_OF_LEAD[left]!);
      else if (last < least[depth]!) return NO_RUN;
      first = Math.max(first, before === 0 ? 0 : least[depth]!);
      if (!meetsPlain(first, last)) return NO_RUN;
      begun[depth + 1] = begun[depth]! + (before === 0 ? 1 : 0);
      least[depth + 1] = first;
      missing[depth + 1] = left;
      return begun[depth + 1]!;
    },
  };
}

/** Returns whether some character from `first` to `last` is plain. */
function meetsPlain(first: number, last: number): boolean {
  for (let i = 0; i < PLAIN_CHARACTERS.length; i++) {
    const range = PLAIN_CHARACTERS[i]!;
    if (range[0] <= last && first <= range[1]) return true;
  }
  return false;
}

export const isPlainPoint = (point: number): boolean => meetsPlain(point, point);

/** Returns how many bytes follow a lead byte; −1 if it is not one. */
function tailsOf(byte: number): number {
  if (byte < 0x80) return 0;
  return byte < 0xc2 ? -1 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : -1;
}
