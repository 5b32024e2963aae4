// How long a composed context takes, from a hole to its text, with an index that is warm.

import { retrieve, type Tokenizer } from "@espalier/context";
import { timedAsync } from "../clock.js";
import type { CoverageOptions } from "./coverage-report.js";
import { drawHoles } from "./holes.js";
import type { Indexed } from "./indexed.js";

/** `first`: nothing was asked of the index at that hole before; `again`: after all holes were asked about, as while a file is typed. In milliseconds. */
export async function timesReport(
  repositories: readonly Indexed[],
  tokenizer: Tokenizer,
  { drawn, budget, seed }: CoverageOptions,
): Promise<unknown> {
  const rows = [];
  for (const { index, ...size } of repositories) {
    const { needy } = drawHoles(index, drawn, seed);
    const timesOfAll = async () => {
      const times: number[] = [];
      for (const hole of needy)
        times.push((await timedAsync(() => retrieve(index, hole, { budget, tokenizer }))).us / 1000);
      times.sort((a, b) => a - b);
      const at = (share: number): number | undefined => times[Math.floor(share * (times.length - 1))];
      return { p50: at(0.5), p90: at(0.9), p99: at(0.99), longest: times.at(-1) };
    };
    rows.push({ ...size, holes: needy.length, context: { first: await timesOfAll(), again: await timesOfAll() } });
  }
  return { budget, seed, repositories: rows };
}
