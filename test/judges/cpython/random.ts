// Seeded randomness for everything that is drawn here: mulberry32, of the public domain.

export interface Random {
  /** An integer in [0, below). */
  below(below: number): number;
  chance(probability: number): boolean;
  /** One of a list that is not empty. */
  pick<Item>(list: readonly Item[]): Item;
}

export function randomFrom(seed: number): Random {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const below = (most: number): number => Math.floor(next() * most);
  return { below, chance: (probability) => next() < probability, pick: (list) => list[below(list.length)]! };
}
