// Writes what src/lexemes/unicode/code-point-table.ts reads.

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

function writeNumber(number: number): string {
  let text = DIGITS[number % 32]!;
  for (let rest = Math.floor(number / 32); rest > 0; rest = Math.floor(rest / 32))
    text = DIGITS[32 + (rest % 32)]! + text;
  return text;
}

/** A set of code points, in any order. */
export function writeRanges(codePoints: readonly number[]): string {
  const sorted = [...codePoints].sort((x, y) => x - y);
  let text = "";
  let at = 0;
  for (let i = 0; i < sorted.length; i++) {
    const from = sorted[i]!;
    while (sorted[i + 1] === sorted[i]! + 1) i++;
    text += writeNumber(from - at) + writeNumber(sorted[i]! - from);
    at = sorted[i]!;
  }
  return text;
}
