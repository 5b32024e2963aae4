// Sets of code points as compact text.
//
// A set is a list of ascending ranges. Each range is two numbers: the distance from the end of the previous range, and
// the number of characters after its first. Numbers are base 32, most significant digit first. The first 32 characters
// of `DIGITS` are digits at the end of a number; the other 32 are the same digits before the end.
//
//   "x1p" = 33·32+1, 25: U+0041–U+005A

import type { CodePointRanges } from "@espalier/automata";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/** Decodes the numbers in `text`. */
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

/** Decodes ranges; ascending, both ends included. */
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
