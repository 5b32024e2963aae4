// A queue by priority, for searches in which all costs are small whole numbers.

export interface PriorityQueue<Item> {
  /** @param key a whole number, at least 0. */
  push(item: Item, key: number): void;
  pop(): Item | undefined;
}

/** Items with the least key first; of equal keys the one pushed first. */
export function createPriorityQueue<Item>(): PriorityQueue<Item> {
  // Keys are small integers: a list for each, with a place where it has been read up to.
  const buckets: Item[][] = [];
  const read: number[] = [];
  let least = 0;
  return {
    push(item: Item, key: number): void {
      while (buckets.length <= key) {
        buckets.push([]);
        read.push(0);
      }
      (buckets[key] as Item[]).push(item);
      if (key < least) least = key;
    },
    pop(): Item | undefined {
      for (; least < buckets.length; least++) {
        const at = read[least] as number;
        const bucket = buckets[least] as Item[];
        if (at < bucket.length) {
          read[least] = at + 1;
          return bucket[at];
        }
      }
      return undefined;
    },
  };
}
