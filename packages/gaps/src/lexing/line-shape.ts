// The shape of the lines of a text, independent of their content: where they end, and how far they are indented.

/** The end of the line that contains `at`, before and after its line break. */
export function lineEndAt(bytes: Uint8Array, at: number): { readonly end: number; readonly next: number } {
  const feed = bytes.indexOf(10, at);
  if (feed < 0) return { end: bytes.length, next: bytes.length };
  return { end: feed > at && bytes[feed - 1] === 13 ? feed - 1 : feed, next: feed + 1 };
}

/** The first byte from `at` on that is not a blank. */
export function nonBlankAt(bytes: Uint8Array, at: number): number {
  let end = at;
  while (bytes[end] === 32 || bytes[end] === 9 || bytes[end] === 12) end++;
  return end;
}

/** The column of `to`, which only blanks separate from the start of a line. A tab advances to the next multiple of 8. */
export function columnOf(bytes: Uint8Array, from: number, to: number): number {
  let column = 0;
  for (let at = from; at < to; at++) column = bytes[at] === 9 ? (column & ~7) + 8 : bytes[at] === 12 ? 0 : column + 1;
  return column;
}

/**
 * Whether `at` is a *sync point*: the start of a line that is empty or not indented. There, two lexers that began at
 * different places of the text usually have the same state. So results are cached at sync points only. Most texts have
 * one every few lines.
 */
export function isSyncPoint(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return bytes[at - 1] === 10 && byte !== 32 && byte !== 9;
}
