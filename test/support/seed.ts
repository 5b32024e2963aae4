// The seed that fast-check and most test files draw from: ESPALIER_SEED=…, or a fixed one, so that the same command repeats a run.

const DEFAULT_SEED = 20251;

/** The seed of this run: the number in `ESPALIER_SEED`, or a fixed one. */
export const seed: number = (() => {
  const text = process.env.ESPALIER_SEED;
  if (text === undefined || text === "") return DEFAULT_SEED;
  const number = Number(text);
  if (!Number.isInteger(number)) throw new RangeError(`ESPALIER_SEED must be an integer; it is "${text}"`);
  return number;
})();
