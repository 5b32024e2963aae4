// Sets of code points as short text.
//
// A set is its ranges, ascending; each range is two numbers: how far it begins behind the end of the range before, and how
// many characters follow its first. Numbers are base 32, most significant digit first, and every digit but the last is
// marked: digits 0–31 are the first 32 of `DIGITS`, marked ones the other 32.
//
//   "x1p" = 33·32+1, 25: U+0041–U+005A

import type { CodePointRanges } from "@espalier/automata";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/** The numbers that `text` spells. */
function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    number = number * 32 + (digit & 31);
    if (digit < 32) {
      numbers.push(number);
      number = 0;
    }
  }
  return numbers;
}

/** The ranges that `text` spells, ascending, both ends included. */
export function readRanges(text: string): CodePointRanges {
  const numbers = readNumbers(text);
  const ranges: [number, number][] = [];
  let at = 0;
  for (let i = 0; i < numbers.length; i += 2) {
    const from = at + numbers[i]!;
    at = from + numbers[i + 1]!;
    ranges.push([from, at]);
  }
  return ranges;
}
