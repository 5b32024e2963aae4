// A table of facts about the tails of a text, by the length of the tail. An edit moves the facts about what precedes it, and drops those that read a changed byte.
// The lengths are sorted, so an edit moves them in place. A hash table would have to be filled again.

/** A fact that was found by reading the text up to `reach` bytes before its end. */
interface Fact {
  reach: number;
}

export interface TailTable<Item extends Fact> {
  get(distance: number): Item | undefined;
  /** Stores a fact for a tail of `distance` bytes. */
  set(distance: number, item: Item): void;
  /** The number of facts. */
  size(): number;
  clear(): void;
  /** Reports an edit: `inserted` bytes have replaced the `removed` bytes before the last `kept`. A fact also depends on the byte before `reach`. */
  edit(kept: number, removed: number, inserted: number): void;
}

export function createTailTable<Item extends Fact>(): TailTable<Item> {
  /** In ascending order, with their facts. */
  const distances: number[] = [];
  const items: Item[] = [];

  /** The index of the first length that is at least `distance`. */
  function indexOf(distance: number): number {
    let [low, high] = [0, distances.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (distances[middle]! < distance) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    get(distance: number): Item | undefined {
      const at = indexOf(distance);
      return distances[at] === distance ? items[at] : undefined;
    },
    set(distance: number, item: Item): void {
      const at = indexOf(distance);
      if (distances[at] === distance) items[at] = item;
      else {
        distances.splice(at, 0, distance);
        items.splice(at, 0, item);
      }
    },
    size: () => distances.length,
    clear(): void {
      distances.length = 0;
      items.length = 0;
    },
    edit(kept: number, removed: number, inserted: number): void {
      let to = indexOf(kept + 1);
      for (let at = to; at < distances.length; at++) {
        const item = items[at]!;
        if (item.reach <= kept + removed) continue;
        item.reach += inserted - removed;
        distances[to] = distances[at]! + inserted - removed;
        items[to] = item;
        to++;
      }
      distances.length = to;
      items.length = to;
    },
  };
}
