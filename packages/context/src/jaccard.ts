// Jaccard similarity of windows of lines: the fraction of words that two texts have in common.

import { signature, text } from "@espalier/arguments";
import { lineStarts } from "./hole.js";
import { setKind, shapeKind } from "./kinds.js";
import { linesOf, type WordLines } from "./word-lines.js";

/** The windows to compare: lines in each window, and lines from one window to the next. */
export interface WindowShape {
  readonly lines: number;
  readonly stride: number;
}

/** A window of a text. */
export interface SimilarWindow {
  readonly from: number;
  readonly to: number;
  /** From 0 (nothing in common) to 1 (the same words). */
  readonly score: number;
}

const checkJaccard = signature("jaccard", { a: setKind, b: setKind });

/** Returns |A ∩ B| / |A ∪ B|; 0 if both are empty. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  checkJaccard(a, b);
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const value of small) if (large.has(value)) common++;
  const union = a.size + b.size - common;
  return union === 0 ? 0 : common / union;
}

const checkSimilarWindows = signature("similarWindows", { text, wanted: setKind, shape: shapeKind });

/** Returns all windows of a text, most similar to `wanted` first, then by position. O(text). */
export function similarWindows(
  text: string,
  wanted: ReadonlySet<string>,
  shape: WindowShape,
): readonly SimilarWindow[] {
  checkSimilarWindows(text, wanted, shape);
  const ids = new Map([...wanted].map((word, id) => [word, id]));
  const lines = linesOf(text, (word) => {
    let id = ids.get(word);
    if (id === undefined) ids.set(word, (id = ids.size));
    return id;
  });
  return windowsLike(text, lines, new Set(Array.from(wanted, (word) => ids.get(word)!)), wanted.size, shape);
}

/**
 * Like {@link similarWindows}, for a text whose words have ids, such as a document of an index. `wanted` contains the
 * ids of the wanted words; words without an id are not in it. `size` is the number of all wanted words.
 */
export function windowsLike(
  text: string,
  lines: WordLines,
  wanted: ReadonlySet<number>,
  size: number,
  shape: WindowShape,
): readonly SimilarWindow[] {
  const { words, starts } = lines;
  const offsets = lineStarts(text);
  const windows: SimilarWindow[] = [];
  const counts = new Int32Array(words.reduce((most, id) => Math.max(most, id), 0) + 1);
  let [distinct, common, left, entered] = [0, 0, 0, 0];
  for (let line = 0; line < offsets.length; line += shape.stride) {
    const end = Math.min(line + shape.lines, offsets.length);
    for (; left < Math.min(starts[line]!, entered); left++) {
      const id = words[left]!;
      if (--counts[id]! > 0) continue;
      distinct--;
      if (wanted.has(id)) common--;
    }
    left = starts[line]!;
    for (entered = Math.max(entered, left); entered < starts[end]!; entered++) {
      const id = words[entered]!;
      if (counts[id]!++ > 0) continue;
      distinct++;
      if (wanted.has(id)) common++;
    }
    const union = distinct + size - common;
    const to = end < offsets.length ? offsets[end]! - 1 : text.length;
    windows.push({ from: offsets[line]!, to, score: union === 0 ? 0 : common / union });
    if (end === offsets.length) break;
  }
  return windows.sort((a, b) => b.score - a.score || a.from - b.from);
}
