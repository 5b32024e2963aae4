// Nats of the hidden text and exact matches: for showing nothing, lines after the hole, every ranker and the oracle, over the same holes.

import {
  allProposals,
  bm25Ranker,
  candidatesFor,
  createSite,
  defaultRanker,
  fixedOrder,
  jaccardRanker,
  learnedRanker,
  pageRankRanker,
  type Ranker,
  usageRanker,
} from "@espalier/context";
import type { Model } from "@espalier/model";
import { bootstrap } from "./bootstrap.js";
import { drawHoles, type NeedyHole } from "./holes.js";
import type { Indexed } from "./indexed.js";
import { contextOf, postLinesOf, SHAPE, sidesOf, tokenizerOf, type Worth, worthOf, worthOfEach } from "./nats.js";

export interface NatsOptions {
  /** Lines that are drawn of each repository, and of those that need names, how many are measured. */
  readonly drawn: number;
  readonly needy: number;
  readonly seed: number;
  /** Rankers besides those of the package. */
  readonly more: Readonly<Record<string, Ranker>>;
}

/** The report, as JSON: a part for each repository, and one for all holes together. */
export async function natsReport(
  model: Model,
  repositories: readonly Indexed[],
  { drawn, needy, seed, more }: NatsOptions,
): Promise<unknown> {
  const rankers: Readonly<Record<string, Ranker>> = {
    fixed: fixedOrder(),
    bm25: bm25Ranker(),
    jaccard: jaccardRanker(),
    usage: usageRanker(),
    pagerank: pageRankRanker(),
    default: defaultRanker(),
    learned: learnedRanker(),
    ...more,
  };
  const rows = [];
  const all: Record<string, Worth>[] = [];
  for (const { name, index } of repositories) {
    const worths: Record<string, Worth>[] = [];
    for (const hole of drawHoles(index, drawn, seed).needy.slice(0, needy))
      worths.push(await worthOfWays(model, index, hole, rankers));
    all.push(...worths);
    const row = { name, ...summary(worths, Object.keys(more), seed) };
    process.stderr.write(`${JSON.stringify(row)}\n`);
    rows.push(row);
  }
  return { ...SHAPE, seed, repositories: rows, together: summary(all, Object.keys(more), seed) };
}

async function worthOfWays(
  model: Model,
  index: Indexed["index"],
  hole: NeedyHole,
  rankers: Readonly<Record<string, Ranker>>,
): Promise<Record<string, Worth>> {
  const tokenizer = tokenizerOf(model);
  const site = createSite(index, hole);
  const { candidates } = candidatesFor(site, allProposals(), { characters: 6 * SHAPE.contextTokens });
  const found: Record<string, Worth> = {
    "prefix alone": await worthOf(model, hole, undefined, { prefix: sidesOf(hole).prefix, suffix: "" }),
    nothing: await worthOf(model, hole, undefined),
    "post lines": await worthOf(model, hole, postLinesOf(hole, tokenizer)),
  };
  for (const [name, ranker] of Object.entries(rankers))
    found[name] = await worthOf(model, hole, contextOf(hole, await ranker.rank(site, candidates), tokenizer));
  const alone = [...(await worthOfEach(model, hole, candidates, tokenizer)).values()];
  found.oracle = alone.reduce((best, one) => (one.nats < best.nats ? one : best));
  // The needed names themselves, under the path of the file: what a perfect list of names would give.
  found.names = await worthOf(model, hole, {
    blocks: [{ path: hole.path, text: hole.needed.join(" "), tokens: 0 }],
    tokens: SHAPE.contextTokens,
  });
  return found;
}

function summary(worths: readonly Record<string, Worth>[], more: readonly string[], seed: number) {
  const ways = Object.keys(worths[0] ?? {});
  const less = (a: string, b: string) => [
    `${a} - ${b}`,
    bootstrap(
      worths.map((one) => one[a]!.nats - one[b]!.nats),
      seed,
    ),
  ];
  return {
    holes: worths.length,
    nats: Object.fromEntries(
      ways.map((way) => [way, worths.reduce((sum, one) => sum + one[way]!.nats, 0) / worths.length]),
    ),
    exact: Object.fromEntries(ways.map((way) => [way, worths.filter((one) => one[way]!.exact).length])),
    less: Object.fromEntries([
      ...ways.filter((way) => way !== "nothing").map((way) => less("nothing", way)),
      ...["learned", ...more].flatMap((learned) =>
        ["fixed", "bm25", "default", "learned"].filter((way) => way !== learned).map((way) => less(way, learned)),
      ),
    ]),
  };
}
