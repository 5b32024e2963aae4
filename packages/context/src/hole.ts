// A hole: the position in a file where a model writes. Besides cursor positions, this file creates the holes of the
// published data set: the second half of a line (Shrivastava et al. 2023, §4.1).

import { integer, signature, text } from "@espalier/arguments";
import { lineCutKind, sidesKind } from "./kinds.js";

/** A position in a file, with the current text before and after it, from an editor or from disk. */
export interface Hole {
  /** The path of the file in the index. */
  readonly path: string;
  readonly prefix: string;
  readonly suffix: string;
  /** The text that stood there, if known, as in evaluations. It is never shown. */
  readonly hidden?: string;
}

/**
 * Where a line is cut: after half of its text, or as in the published code, which counts from the start of the
 * indentation.
 */
export type LineCut = "half-of-text" | "rlpg-code";

const checkLineHole = signature("lineHole", { path: text, text, line: integer({ min: 0 }), cut: lineCutKind });

/**
 * Returns the hole from the middle of a line to its end; `undefined` for blank lines. `line` counts from 0. The caller
 * must skip comments.
 *
 * @example
 * const { prefix, hidden } = lineHole("a.py", "if x:\n    total = 1\n", 1)!;
 * [prefix, hidden]; // => ["if x:\n    tota", "l = 1"]
 */
export function lineHole(path: string, text: string, line: number, cut: LineCut = "half-of-text"): Hole | undefined {
  checkLineHole(path, text, line, cut);
  const from = lineStarts(text)[line];
  if (from === undefined) return undefined;
  const end = text.indexOf("\n", from);
  const raw = text.slice(from, end < 0 ? text.length : end);
  const trimmed = raw.trim();
  if (trimmed === "") return undefined;
  const indent = cut === "rlpg-code" ? 0 : raw.length - raw.trimStart().length;
  let at = from + indent + Math.floor(trimmed.length / 2);
  if (isLowSurrogate(text.charCodeAt(at))) at--;
  const to = from + raw.length;
  return { path, prefix: text.slice(0, at), suffix: text.slice(to), hidden: text.slice(at, to) };
}

const checkHoleWindow = signature("holeWindow", { hole: sidesKind });

/**
 * Returns the text around a hole that is used to judge contexts: two lines before, the hole's own line without the
 * hole, and two lines after.
 */
export function holeWindow(hole: Pick<Hole, "prefix" | "suffix">): string {
  checkHoleWindow(hole);
  const { prefix, suffix } = hole;
  return prefix.slice(backOver(prefix, 3)) + suffix.slice(0, forthOver(suffix, 3));
}

/** Returns the offset where the last `count` lines of a text begin. */
function backOver(text: string, count: number): number {
  let at = text.length;
  for (let lines = 0; lines < count; lines++) {
    if (at === 0) return 0;
    at = text.lastIndexOf("\n", at - 1);
    if (at < 0) return 0;
  }
  return at + 1;
}

/** Returns the offset where the first `count` lines of a text end. */
function forthOver(text: string, count: number): number {
  let at = -1;
  for (let lines = 0; lines < count; lines++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return text.length;
  }
  return at;
}

/** Returns the offset of each line of a text. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the line of an offset, from 0. O(log lines). */
export function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
