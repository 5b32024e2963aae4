// Letters that normalization (NFKC) makes plain: superscripts, full-width forms and the thirteen mathematical alphabets
// (bold, italic, script, …, monospace) from U+1D400 on, each of 26 capitals and 26 small letters.

import type { CodePointRanges } from "@espalier/automata";

const BEYOND_ALPHABETS: Readonly<Record<string, string>> = {
  F: "ℱꟳＦ",
  N: "ᴺℕＮ",
  T: "ᵀＴ",
  a: "ªᵃₐａ",
  e: "ᵉₑℯⅇｅ",
  l: "ˡₗℓⅼｌ",
  n: "ⁿₙｎ",
  o: "ºᵒₒℴｏ",
  r: "ʳᵣｒ",
  s: "ſˢₛｓ",
  u: "ᵘᵤｕ",
};

const FIRST_ALPHABET = 0x1d400;
const ALPHABETS = 13;
const ALPHABET_LENGTH = 52;

/**
 * The characters of identifiers that become `letter` (one of `FNTaelnorsu`) in NFKC, itself included. Also a few that no
 * version of Unicode assigns: letters of the script alphabet that stand elsewhere.
 */
export function lookalikes(letter: string): CodePointRanges {
  const small = letter >= "a";
  const position = letter.codePointAt(0)! - (small ? 97 : 65) + (small ? 26 : 0);
  const others = Array.from(letter + (BEYOND_ALPHABETS[letter] ?? ""), (character) => character.codePointAt(0)!);
  const mathematical = Array.from({ length: ALPHABETS }, (_, k) => FIRST_ALPHABET + k * ALPHABET_LENGTH + position);
  return [...others, ...mathematical].map((codePoint) => [codePoint, codePoint] as const);
}
