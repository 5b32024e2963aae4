// How far the ratio of two averages may be from what a sample of schemas shows: an interval by bootstrap, over the schemas. Tokens of one schema are not
// independent, so whole schemas are drawn.

import { seeded } from "../seeded.js";
import { rounded } from "./statistics.js";

/** The times of one schema in both engines: their sums and their numbers. */
export interface PairedTimes {
  readonly ours: readonly [sum: number, count: number];
  readonly theirs: readonly [sum: number, count: number];
}

const RESAMPLES = 1000;

/** The 95 % interval of the average of ours over the average of theirs; null without pairs. The samples are drawn from a fixed seed. */
export function ratioInterval(pairs: readonly PairedTimes[]): readonly [number, number] | null {
  if (pairs.length === 0) return null;
  const random = seeded(1);
  const ratios = Array.from({ length: RESAMPLES }, () => {
    const sums = [0, 0, 0, 0] as [number, number, number, number];
    for (let drawn = 0; drawn < pairs.length; drawn++) {
      const { ours, theirs } = pairs[Math.floor(random() * pairs.length)]!;
      sums[0] += ours[0];
      sums[1] += ours[1];
      sums[2] += theirs[0];
      sums[3] += theirs[1];
    }
    return sums[0] / sums[1] / (sums[2] / sums[3]);
  }).sort((one, other) => one - other);
  return [rounded(ratios[Math.floor(0.025 * RESAMPLES)]!), rounded(ratios[Math.floor(0.975 * RESAMPLES)]!)];
}
