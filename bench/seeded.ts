// Random numbers from a seed. They stand alone: what draws numbers holds no corpus and no tokenizer, which take 35 MB of a process.

/** A small generator of pseudo-random numbers in [0, 1): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
