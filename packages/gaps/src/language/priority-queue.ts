// A priority queue: a binary heap (Williams 1964) that keeps items with equal keys in insertion order.

export interface PriorityQueue<Item> {
  push(item: Item, key: number): void;
  /** The smallest key; Infinity if the queue is empty. */
  least(): number;
  /** Removes the item with the smallest key; among equal keys, the one pushed first. O(log n). */
  pop(): Item | undefined;
}

interface Entry<Item> {
  readonly item: Item;
  readonly key: number;
  /** The number of items pushed before it. */
  readonly number: number;
}

export function createPriorityQueue<Item>(): PriorityQueue<Item> {
  const heap: Entry<Item>[] = [];
  let pushed = 0;
  const isBefore = (a: Entry<Item>, b: Entry<Item>): boolean =>
    a.key < b.key || (a.key === b.key && a.number < b.number);

  return {
    least: (): number => heap[0]?.key ?? Number.POSITIVE_INFINITY,
    push(item: Item, key: number): void {
      const entry = { item, key, number: pushed++ };
      let at = heap.length;
      heap.push(entry);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        const other = heap[parent]!;
        if (!isBefore(entry, other)) break;
        heap[at] = other;
        at = parent;
      }
      heap[at] = entry;
    },
    pop(): Item | undefined {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first?.item;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        const right = heap[child + 1];
        if (right !== undefined && isBefore(right, heap[child]!)) child++;
        const other = heap[child]!;
        if (!isBefore(other, last)) break;
        heap[at] = other;
        at = child;
      }
      heap[at] = last;
      return first.item;
    },
  };
}
