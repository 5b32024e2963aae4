// `pnpm bench:context`: what an index costs, what retrieval covers over real repositories, what it is worth to the embedded model; or the training of
// the ranker.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { learnedRanker, type RankingModel, type Tokenizer } from "@espalier/context";
import type { Model } from "@espalier/model";
import { loadModel } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import { decode, encode } from "gpt-tokenizer/encoding/o200k_base";
import { coverageReport } from "./coverage-report.js";
import { indexed } from "./indexed.js";
import { natsReport } from "./nats-report.js";
import { timesReport } from "./times-report.js";
import { byCoverage, byNats, trained } from "./training.js";

const HELP = `usage: pnpm --silent bench:context --repository DIR … [options]

  --repository DIR   a folder of sources; may be repeated
  --holes N          lines drawn of each (3000)
  --budget N         tokens of o200k_base for the context (2036, half of the published 4072)
  --seed S           of the draw (1)
  --nats N           instead of coverage: N holes of each that need names, under the embedded model
  --ranker FILE      with --nats: a ranker that --train wrote, beside the others
  --train FILE       instead: train the ranker on these repositories, and write it to FILE as JSON
  --labels KIND      of --train: coverage (of needed names), or nats (of the hidden text; N holes of each with --nats N)
  --times            instead: what an index costs, and a context for the holes that need names
  --help

Prints one JSON object.
`;

const tokenizer: Tokenizer = {
  encode: (text) => encode(text, { disallowedSpecial: new Set() }),
  decode: (ids) => {
    const text = decode(ids as number[]);
    return text.includes("\ufffd") ? undefined : text;
  },
};

const { values } = parseArgs({
  options: {
    repository: { type: "string", multiple: true, default: [] },
    holes: { type: "string", default: "3000" },
    budget: { type: "string", default: "2036" },
    seed: { type: "string", default: "1" },
    nats: { type: "string" },
    ranker: { type: "string" },
    train: { type: "string" },
    labels: { type: "string", default: "coverage" },
    times: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help || values.repository.length === 0) process.stdout.write(HELP);
else process.stdout.write(`${JSON.stringify(await report(), undefined, 2)}\n`);

async function report(): Promise<unknown> {
  const [drawn, budget, seed] = [Number(values.holes), Number(values.budget), Number(values.seed)];
  const repositories = await indexed(values.repository);
  if (values.times) return timesReport(repositories, tokenizer, { drawn, budget, seed });
  const needy = values.nats === undefined ? Number.POSITIVE_INFINITY : Number(values.nats);
  if (values.train !== undefined) return train(values.train, values.labels);
  if (values.nats === undefined) return coverageReport(repositories, tokenizer, { drawn, budget, seed });
  const more: Record<string, ReturnType<typeof learnedRanker>> = values.ranker === undefined
    ? {}
    : { "of --ranker": learnedRanker(JSON.parse(readFileSync(values.ranker, "utf8")) as RankingModel, 0) };
  return withModel((model) => natsReport(model, repositories, { drawn, needy, seed, more }));

  async function train(file: string, labels: string): Promise<unknown> {
    const options = { drawn, needy, seed };
    if (labels !== "coverage" && labels !== "nats") throw new Error(`--labels is coverage or nats, not ${labels}`);
    const { trees, ...rest } =
      labels === "coverage"
        ? await trained(repositories, options, byCoverage(tokenizer, budget))
        : await withModel((model) => trained(repositories, options, byNats(model)));
    const round = (_: string, value: unknown): unknown =>
      typeof value === "number" ? Number(value.toPrecision(6)) : value;
    writeFileSync(file, `${JSON.stringify(trees, round)}\n`);
    return { labels, drawn, seed, ...rest };
  }
}

async function withModel<Result>(work: (model: Model) => Promise<Result>): Promise<Result> {
  const model = await loadModel(modelFolder, { threads: 1 });
  try {
    return await work(model);
  } finally {
    await model.dispose();
  }
}
