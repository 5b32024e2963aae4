// How much of what is random or combined a test tries: all of it when ESPALIER_TESTS is "full", as in CI, and a share of it otherwise.
import { seed } from "./seed.js";

const SHARE = 5;

const FULL = process.env.ESPALIER_TESTS === "full";

/** The number of random cases: all of them in a full run, else a fifth, and at least one. */
export function samples(all: number): number {
  return FULL ? all : Math.ceil(all / SHARE);
}

/** The cases of a list: all of them in a full run, else every fifth; which one is first depends on the seed. */
export function sampled<T>(all: readonly T[]): readonly T[] {
  const first = seed % Math.min(SHARE, all.length);
  return FULL ? all : all.filter((_, at) => at % SHARE === first);
}
