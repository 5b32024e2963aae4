// How long a composed context takes, from a hole to its text, with an index that is warm.

import { type Hole, retrieve, type Tokenizer } from "@espalier/context";
import { timedAsync } from "../clock.js";
import type { CoverageOptions } from "./coverage-report.js";
import { drawHoles } from "./holes.js";
import type { Indexed } from "./indexed.js";

/**
 * In milliseconds. `first`: holes of an index that was asked about no others; `others`: holes of the next draws, when the first ones have been asked
 * about; `again`: the first ones once more, as while a file is typed.
 */
export async function timesReport(
  repositories: readonly Indexed[],
  tokenizer: Tokenizer,
  { drawn, budget, seed }: CoverageOptions,
): Promise<unknown> {
  const rows = [];
  for (const { index, ...size } of repositories) {
    const draw = (number: number): readonly Hole[] => drawHoles(index, drawn, seed + number).needy;
    const timesOf = async (holes: readonly Hole[]) => {
      const times: number[] = [];
      for (const hole of holes)
        times.push((await timedAsync(() => retrieve(index, hole, { budget, tokenizer }))).us / 1000);
      times.sort((a, b) => a - b);
      const at = (share: number): number | undefined => times[Math.floor(share * (times.length - 1))];
      return { holes: holes.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), longest: times.at(-1) };
    };
    const first = draw(0);
    const context = {
      first: await timesOf(first),
      others: await timesOf([...draw(1), ...draw(2)]),
      again: await timesOf(first),
    };
    rows.push({ ...size, context });
  }
  return { budget, seed, repositories: rows };
}
