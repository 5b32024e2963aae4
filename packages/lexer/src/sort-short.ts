// Sorts short lists of slots.

/** The sort moves at most this many items one by one. */
const MOST_MOVED = 24;

/** Sorts items[0, count), which are often sorted already except for the last one. */
export function sortShort(items: Int32Array, count: number): void {
  let moved = 0;
  for (let i = 1; i < count; i++) {
    const item = items[i]!;
    if (items[i - 1]! <= item) continue;
    if (++moved > MOST_MOVED) {
      items.subarray(0, count).sort();
      return;
    }
    let from = 0;
    for (let to = i - 1; from < to; ) {
      const middle = (from + to) >> 1;
      if (items[middle]! > item) to = middle;
      else from = middle + 1;
    }
    if (i - from > MOST_MOVED) items.copyWithin(from + 1, from, i);
    else for (let j = i; j > from; j--) items[j] = items[j - 1]!;
    items[from] = item;
  }
}
