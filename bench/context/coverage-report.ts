// Mean coverage of needed names by way and repository, in percent.

import type { Tokenizer } from "@espalier/context";
import { bootstrap } from "./bootstrap.js";
import { coverageOf } from "./coverage.js";
import { drawHoles } from "./holes.js";
import type { Indexed } from "./indexed.js";

export interface CoverageOptions {
  readonly drawn: number;
  readonly budget: number;
  readonly seed: number;
}

export async function coverageReport(
  repositories: readonly Indexed[],
  tokenizer: Tokenizer,
  { drawn: count, budget, seed }: CoverageOptions,
): Promise<unknown> {
  const rows = [];
  for (const { index, ...size } of repositories) {
    const { drawn, withNames, needy } = drawHoles(index, count, seed);
    const sums = new Map<string, number>();
    const differences: number[] = [];
    for (const hole of needy) {
      const found = await coverageOf(index, hole, tokenizer, budget);
      for (const [way, share] of Object.entries(found)) sums.set(way, (sums.get(way) ?? 0) + share);
      differences.push(100 * (found["combined default"]! - found["single bm25"]!));
    }
    const row = {
      ...size,
      drawn,
      withNames,
      needy: needy.length,
      percent: Object.fromEntries(
        [...sums].map(([way, sum]) => [way, Math.round((1000 * sum) / needy.length) / 10] as const),
      ),
      combinedLessBm25: bootstrap(differences, seed),
    };
    process.stderr.write(`${JSON.stringify(row)}\n`);
    rows.push(row);
  }
  return { budget, seed, repositories: rows };
}
