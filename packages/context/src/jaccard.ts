// Jaccard similarity of windows of lines: the share of words that two texts have in common.

import { lineStarts } from "./hole.js";
import { wordsOf } from "./terms.js";

/** The windows to compare: so many lines each, and so many lines from one to the next. */
export interface WindowShape {
  readonly lines: number;
  readonly stride: number;
}

/** A window of a text. */
export interface SimilarWindow {
  readonly from: number;
  readonly to: number;
  /** From 0, nothing in common, to 1, the same words. */
  readonly score: number;
}

/** |A ∩ B| / |A ∪ B|; 0 when both are empty. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const value of small) if (large.has(value)) common++;
  const union = a.size + b.size - common;
  return union === 0 ? 0 : common / union;
}

/** All windows of a text by their similarity with `wanted`, the most similar first, then by place. O(text · lines / stride). */
export function similarWindows(
  text: string,
  wanted: ReadonlySet<string>,
  { lines, stride }: WindowShape,
): readonly SimilarWindow[] {
  const starts = lineStarts(text);
  const windows: SimilarWindow[] = [];
  for (let line = 0; line < starts.length; line += stride) {
    const from = starts[line]!;
    const to = line + lines < starts.length ? starts[line + lines]! - 1 : text.length;
    windows.push({ from, to, score: jaccard(new Set(wordsOf(text.slice(from, to))), wanted) });
    if (line + lines >= starts.length) break;
  }
  return windows.sort((a, b) => b.score - a.score || a.from - b.from);
}
