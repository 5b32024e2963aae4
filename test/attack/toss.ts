// Random numbers in [0, 1) from a seed, as packages take them.
import { randomFrom } from "../judges/cpython/random.js";

/** A function like `Math.random` whose numbers depend on `seed` alone. */
export function tossFrom(seed: number): () => number {
  const { below } = randomFrom(seed);
  return () => below(2 ** 30) / 2 ** 30;
}
