// How much of what is random or combined a test tries: all of it when ESPALIER_TESTS is "full", as for half of the files in CI, and a share of it otherwise.
import { seed } from "./seed.js";

const SHARE = 5;

const FULL = process.env.ESPALIER_TESTS === "full";

/** The number of random cases: all of them in a full run, else a fifth, and at least one. */
export function samples(all: number): number {
  return FULL ? all : Math.ceil(all / SHARE);
}

/**
 * The cases of a list: all of them in a full run, else every fifth; which one is first depends on the seed. A loop that asks for the same list again and
 * again passes the number of its `turn`, so that the turns together try all cases.
 */
export function sampled<T>(all: readonly T[], turn = 0): readonly T[] {
  const first = (seed + turn) % Math.min(SHARE, all.length);
  return FULL ? all : all.filter((_, at) => at % SHARE === first);
}
