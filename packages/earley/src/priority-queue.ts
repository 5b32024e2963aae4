// A priority queue of small integers by cost, as a binary heap (Williams 1964).

export interface PriorityQueue {
  push(item: number, cost: number): void;
  /** Removes and returns an item of least cost; −1 if the queue is empty. */
  pop(): number;
  /** Returns the least cost in the queue; `Infinity` if it is empty. */
  peek(): number;
  clear(): void;
}

export function createPriorityQueue(): PriorityQueue {
  const items: number[] = [];
  const costs: number[] = [];

  return {
    push(item: number, cost: number): void {
      let at = items.length;
      items.push(item);
      costs.push(cost);
      while (at > 0) {
        const above = (at - 1) >>> 1;
        if (costs[above]! <= cost) break;
        items[at] = items[above]!;
        costs[at] = costs[above]!;
        at = above;
      }
      items[at] = item;
      costs[at] = cost;
    },
    pop(): number {
      const least = items[0];
      if (least === undefined) return -1;
      const item = items.pop()!;
      const cost = costs.pop()!;
      const count = items.length;
      let at = 0;
      for (let below = 1; below < count; below = 2 * at + 1) {
        if (below + 1 < count && costs[below + 1]! < costs[below]!) below++;
        if (costs[below]! >= cost) break;
        items[at] = items[below]!;
        costs[at] = costs[below]!;
        at = below;
      }
      if (count > 0) {
        items[at] = item;
        costs[at] = cost;
      }
      return least;
    },
    peek: (): number => costs[0] ?? Number.POSITIVE_INFINITY,
    clear(): void {
      items.length = 0;
      costs.length = 0;
    },
  };
}
