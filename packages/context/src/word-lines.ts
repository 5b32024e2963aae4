// Stores the words of a text as pairs of a word id and an offset, eight bytes each. So windows of lines can be
// compared, and the words of a span counted, without reading the text again.

import { wordsOf } from "./terms.js";

/** The words of a text in order. Line `n` contains those from `starts[n]` to `starts[n + 1]`. */
export interface WordLines {
  readonly words: Int32Array;
  readonly starts: Int32Array;
  /** The offset of each word in the text, in UTF-16 units. */
  readonly offsets: Int32Array;
}

/** Returns the lines of a text; `idOf` numbers its words. O(text). */
export function linesOf(text: string, idOf: (word: string) => number): WordLines {
  const words: number[] = [];
  const offsets: number[] = [];
  const starts = [0];
  let lineStart = 0;
  for (const line of text.split("\n")) {
    let end = 0;
    for (const word of wordsOf(line)) {
      // Only non-word characters stand between two words. So the first place after the previous word where the
      // characters of this word occur is this word.
      const at = line.indexOf(word, end);
      end = at + word.length;
      words.push(idOf(word));
      offsets.push(lineStart + at);
    }
    starts.push(words.length);
    lineStart += line.length + 1;
  }
  return { words: Int32Array.from(words), starts: Int32Array.from(starts), offsets: Int32Array.from(offsets) };
}

/** Returns how many words start before an offset. O(log words). */
export function wordsBefore({ offsets }: WordLines, from: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
