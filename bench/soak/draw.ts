// Draws for the soak: every choice comes from a seed, so that a run, and any part of it, can be repeated.

import { seeded } from "../seeded.js";

export interface Draw {
  /** In [0, 1). */
  unit(): number;
  /** A whole number in [0, count). */
  below(count: number): number;
  /** True in so many of 100 draws. */
  percent(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Up to `most` different items, in their order. */
  some<Item>(items: readonly Item[], most: number): readonly Item[];
}

/** Draws of the part `index` of the run with `seed`: the parts do not depend on each other. */
export function drawFor(seed: number, index: number): Draw {
  const unit = seeded(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35));
  const below = (count: number): number => Math.floor(unit() * count);
  return {
    unit,
    below,
    percent: (share) => 100 * unit() < share,
    pick: (items) => items[below(items.length)]!,
    some(items, most) {
      const wanted = Math.min(items.length, below(most + 1));
      let left = wanted;
      return items.filter((_, i) => {
        const taken = unit() * (items.length - i) < left;
        if (taken) left--;
        return taken;
      });
    },
  };
}
