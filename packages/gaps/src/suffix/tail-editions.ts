// The edits of a text from the perspective of its tails: how many bytes at the end each edit left unchanged.

export interface TailEditions {
  /** The number of edits. */
  edition(): number;
  /** The bytes at the end that no edit since `edition` has changed; Infinity if there was none. O(log of the number of edits). */
  keptSince(edition: number): number;
  edit(kept: number): void;
}

export function createTailEditions(): TailEditions {
  let edition = 0;
  // The only query is the minimum of the kept lengths over all edits since a given edition. So an edit is dropped when
  // a later edit keeps as many bytes or fewer. Then the first remaining edit at or after an edition has the minimum;
  // binary search finds it.
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
