// What the JavaScript engine knows of Unicode, asked at run time instead of shipped as tables: the code points of a
// property, and which code points the `i` flag makes equal. Both are computed on first use and kept.
import type { CodePointRanges } from "./code-points.js";
import { intersectRanges, normalRanges, SCALARS } from "./code-points.js";

const BLOCK = 0x8000;
const properties = new Map<string, CodePointRanges | undefined>();

/**
 * The scalar values that `\p{property}` matches, for example `L`, `Script=Greek` or `Emoji`; `undefined` when the
 * JavaScript engine knows no such property. Some milliseconds the first time, then remembered.
 */
export function propertyRanges(property: string): CodePointRanges | undefined {
  if (properties.has(property)) return properties.get(property);
  const ranges = /^[A-Za-z0-9_=]+$/u.test(property) ? enumerated(`\\p{${property}}`) : undefined;
  properties.set(property, ranges);
  return ranges;
}

function enumerated(source: string): CodePointRanges | undefined {
  let pattern: RegExp;
  try {
    pattern = new RegExp(`${source}+`, "gu");
  } catch {
    return undefined;
  }
  const ranges: [number, number][] = [];
  for (const [from, to] of SCALARS) {
    for (let start = from; start <= to; start += BLOCK) {
      const end = Math.min(start + BLOCK - 1, to);
      let text = "";
      for (let point = start; point <= end; point++) text += String.fromCodePoint(point);
      // A run of matching characters is a run of code points: the block has them in order.
      for (const [run] of text.matchAll(pattern)) {
        ranges.push([
          run.codePointAt(0)!,
          run.codePointAt(run.length - (run.codePointAt(run.length - 2)! > 0xffff ? 2 : 1))!,
        ]);
      }
    }
  }
  return normalRanges(ranges);
}

/** Code points that fold together with others, each with its whole class. */
let folds: ReadonlyMap<number, readonly number[]> | undefined;
let foldable: CodePointRanges = [];

/**
 * `ranges` with everything that equals a member under the flags `iu` (simple case folding, ECMA-262 §22.2.2.9.3).
 * `ranges` must be normal.
 */
export function closedUnderCase(ranges: CodePointRanges): CodePointRanges {
  folds ??= computeFolds();
  const extra: [number, number][] = [];
  for (const [from, to] of intersectRanges(ranges, foldable)) {
    for (let point = from; point <= to; point++) {
      for (const other of folds.get(point) ?? []) extra.push([other, other]);
    }
  }
  return extra.length === 0 ? ranges : normalRanges([...ranges, ...extra]);
}

function computeFolds(): ReadonlyMap<number, readonly number[]> {
  // A back-reference compares as the flags say, so one regex decides every pair.
  const equal = /^(.)\1$/isu;
  const classOf = new Map<number, number[]>();
  const join = (left: number, right: number): void => {
    if (left === right || !equal.test(String.fromCodePoint(left, right))) return;
    const leftClass = classOf.get(left) ?? [left];
    const rightClass = classOf.get(right) ?? [right];
    if (leftClass === rightClass) return;
    const joined = [...leftClass, ...rightClass];
    for (const point of joined) classOf.set(point, joined);
  };
  const single = (text: string): number | undefined => {
    const point = text.codePointAt(0)!;
    return text.length === (point > 0xffff ? 2 : 1) ? point : undefined;
  };
  const changing = propertyRanges("Changes_When_Casemapped") ?? SCALARS;
  for (const [from, to] of changing) {
    for (let point = from; point <= to; point++) {
      const text = String.fromCodePoint(point);
      const upper = text.toUpperCase();
      const lower = text.toLowerCase();
      for (const other of [upper, lower, upper.toLowerCase(), lower.toUpperCase()]) {
        const mapped = single(other);
        if (mapped !== undefined) join(point, mapped);
      }
    }
  }
  foldable = normalRanges([...classOf.keys()].map((point) => [point, point]));
  return classOf;
}
