// Random numbers that repeat with their seed.

/** Marsaglia's xorshift32 (2003), as numbers in [0, 1). */
export function seeded(start: number): () => number {
  let x = start | 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 4294967296;
  };
}
