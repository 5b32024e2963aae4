// Unicode data from the JavaScript engine at run time, instead of bundled tables: the code points of a property, and
// the case-folding classes of the `i` flag. Both are computed on first use and cached.
import type { CodePointRanges } from "./code-points.js";
import { intersectRanges, normalRanges, SCALARS } from "./code-points.js";

const BLOCK = 0x8000;
const properties = new Map<string, CodePointRanges | undefined>();

/**
 * Returns the scalar values that `\p{property}` matches, for example `L`, `Script=Greek` or `Emoji`; `undefined` if the
 * JavaScript engine knows no such property. The first call takes some milliseconds; later calls read a cache.
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
      // The block lists code points in order, so a run of matching characters is a range.
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

/** Code points with a case-folding class of more than one member, each with its class. */
let folds: ReadonlyMap<number, readonly number[]> | undefined;
let foldable: CodePointRanges = [];

/**
 * Returns `ranges` closed under the case folding of the flags `iu` (simple case folding, ECMA-262 §22.2.2.9.3).
 * `ranges` must be ascending, disjoint and not adjacent.
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
  // A back-reference compares under the flags, so one regex decides every pair.
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
