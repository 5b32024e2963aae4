// The paired bootstrap: how sure a mean difference over the same holes is.

import { createRandom } from "@espalier/decode";

/** A mean with its 95 % interval by 2,000 resamples. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export function bootstrap(differences: readonly number[], seed: number): Interval {
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  const random = createRandom(seed);
  const means = Array.from({ length: 2000 }, () =>
    mean(differences.map(() => differences[Math.floor(random.next() * differences.length)]!)),
  ).sort((a, b) => a - b);
  return { mean: mean(differences), low: means[49] ?? 0, high: means[1949] ?? 0 };
}
