// Binary search in ascending lists.

/** Returns the first index of an ascending list whose element is at least `least`; its length if there is none. */
export function firstFrom(sorted: Uint32Array, least: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns whether an ascending list contains `number`. */
export const contains = (sorted: Uint32Array, number: number): boolean => sorted[firstFrom(sorted, number)] === number;
