// The edits of a text, as far as its tails are concerned: how many bytes at the end each of them has left as they were.

export interface TailEditions {
  /** How many edits there have been. */
  edition(): number;
  /** The bytes at the end that no edit since `edition` has touched; Infinity where there was none. O(log of the number of edits). */
  keptSince(edition: number): number;
  edit(kept: number): void;
}

export function createTailEditions(): TailEditions {
  let edition = 0;
  // Edits after which every later one has left more bytes alone: for the last of them at or after an edit, the least is found by its place.
  const places: number[] = [];
  const kepts: number[] = [];
  return {
    edition: () => edition,
    keptSince(since: number): number {
      let [low, high] = [0, places.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (places[middle]! >= since) high = middle;
        else low = middle + 1;
      }
      return kepts[low] ?? Number.POSITIVE_INFINITY;
    },
    edit(kept: number): void {
      while (kepts.length > 0 && kepts[kepts.length - 1]! >= kept) {
        kepts.pop();
        places.pop();
      }
      places.push(edition++);
      kepts.push(kept);
    },
  };
}
