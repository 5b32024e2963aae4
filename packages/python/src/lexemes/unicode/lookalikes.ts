// Letters that NFKC normalization turns into ASCII letters: superscripts, full-width forms and the thirteen
// mathematical alphabets (bold, italic, script, …, monospace) from U+1D400 on, each with 26 capitals and 26 small
// letters.

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
 * Returns the identifier characters that normalize to `letter` (one of `FNTaelnorsu`) in NFKC, including itself. The
 * result contains a few unassigned code points too, in the place of script letters that Unicode encodes elsewhere.
 */
export function lookalikes(letter: string): CodePointRanges {
  const small = letter >= "a";
  const position = letter.codePointAt(0)! - (small ? 97 : 65) + (small ? 26 : 0);
  const others = Array.from(letter + (BEYOND_ALPHABETS[letter] ?? ""), (character) => character.codePointAt(0)!);
  const mathematical = Array.from({ length: ALPHABETS }, (_, k) => FIRST_ALPHABET + k * ALPHABET_LENGTH + position);
  return [...others, ...mathematical].map((codePoint) => [codePoint, codePoint] as const);
}
