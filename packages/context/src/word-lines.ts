// The words of a text as numbers, line by line: four bytes for each word, so that windows of lines are compared without reading the text again.

import { wordsOf } from "./terms.js";

/** The words of a text in order. Line `n` has those from `starts[n]` to `starts[n + 1]`. */
export interface WordLines {
  readonly words: Int32Array;
  readonly starts: Int32Array;
}

/** The lines of a text, where `idOf` numbers its words. O(text). */
export function linesOf(text: string, idOf: (word: string) => number): WordLines {
  const words: number[] = [];
  const starts = [0];
  for (const line of text.split("\n")) {
    for (const word of wordsOf(line)) words.push(idOf(word));
    starts.push(words.length);
  }
  return { words: Int32Array.from(words), starts: Int32Array.from(starts) };
}
