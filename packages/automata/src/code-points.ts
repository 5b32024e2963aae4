// Sets of code points as sorted ranges.

/**
 * Ranges of code points, both ends included. The functions of this file return *normal* ranges: ascending, disjoint and
 * not adjacent.
 */
export type CodePointRanges = readonly (readonly [from: number, to: number])[];

/** Every Unicode scalar value: all code points except surrogates. */
export const SCALARS: CodePointRanges = [
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
];

const LAST = 0x10ffff;

/** Sorts and merges ranges. @throws RangeError if an end is not a code point or a range is reversed. */
export function normalRanges(ranges: CodePointRanges): CodePointRanges {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((x, y) => x[0] - y[0])) {
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to > LAST || from > to) {
      throw new RangeError(`code point range [${from}, ${to}] is not within [0, ${LAST}]`);
    }
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Returns the intersection. Both arguments must be normal. */
export function intersectRanges(left: CodePointRanges, right: CodePointRanges): CodePointRanges {
  const out: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const from = Math.max(left[i]![0], right[j]![0]);
    const to = Math.min(left[i]![1], right[j]![1]);
    if (from <= to) out.push([from, to]);
    if (left[i]![1] < right[j]![1]) i++;
    else j++;
  }
  return out;
}

/** Returns the scalar values that are not in `ranges`. `ranges` must be normal. */
export function complementRanges(ranges: CodePointRanges): CodePointRanges {
  const out: [number, number][] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) out.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST) out.push([next, LAST]);
  return intersectRanges(out, SCALARS);
}
