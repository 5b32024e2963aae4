// `pnpm bench:context`: what retrieval covers over real repositories, and what it is worth to the embedded model; or the training of the ranker.

import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  allProposals,
  bm25Ranker,
  candidatesFor,
  createRepositoryIndex,
  createSite,
  cutToTokens,
  defaultRanker,
  type Example,
  FEATURES,
  featuresOf,
  fixedOrder,
  learnedRanker,
  NOTHING,
  type RepositoryIndex,
  retrieve,
  type Tokenizer,
  trainLogistic,
  trainTrees,
  wordsOf,
} from "@espalier/context";
import { loadSyntax } from "@espalier/context-syntax";
import { loadModel } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import { decode, encode } from "gpt-tokenizer/encoding/o200k_base";
import { bootstrap } from "./bootstrap.js";
import { coverageOf } from "./coverage.js";
import { sourcesIn } from "./folder.js";
import { drawHoles, type NeedyHole } from "./holes.js";
import { type Worth, worthOf } from "./nats.js";

const HELP = `usage: pnpm --silent bench:context --repository DIR … [options]

  --repository DIR   a folder of sources; may be repeated
  --holes N          lines drawn of each (3000)
  --budget N         tokens of o200k_base for the context (2036, half of the published 4072)
  --seed S           of the draw (1)
  --nats N           instead of coverage: N holes that need names, under the embedded model, 256 of its tokens for the context
  --train FILE       instead: train the ranker on these repositories, and write it to FILE as JSON
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

interface Options {
  readonly holes: number;
  readonly budget: number;
  readonly seed: number;
}

/** Tokens of the embedded model for a context, beside which its sides are short too. */
const CONTEXT_TOKENS = 256;

const { values } = parseArgs({
  options: {
    repository: { type: "string", multiple: true, default: [] },
    holes: { type: "string", default: "3000" },
    budget: { type: "string", default: "2036" },
    seed: { type: "string", default: "1" },
    nats: { type: "string" },
    train: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const options: Options = { holes: Number(values.holes), budget: Number(values.budget), seed: Number(values.seed) };
if (values.help || values.repository.length === 0) process.stdout.write(HELP);
else if (values.train !== undefined) train(await indexed(values.repository), options, values.train);
else if (values.nats !== undefined) await nats(await indexed(values.repository), options, Number(values.nats));
else await coverage(await indexed(values.repository), options);

interface Indexed {
  readonly name: string;
  readonly index: RepositoryIndex;
  readonly files: number;
  readonly bytes: number;
  readonly buildMilliseconds: number;
  readonly changeMilliseconds: number;
}

async function indexed(folders: readonly string[]): Promise<readonly Indexed[]> {
  const syntax = await loadSyntax();
  return folders.map((folder) => {
    const files = sourcesIn(folder, (file) => syntax.grammarOf(file) !== undefined || syntax.configures(file));
    const index = createRepositoryIndex(syntax);
    const started = performance.now();
    index.update(files);
    const built = performance.now();
    const changes = files.slice(0, 50).map(({ path: at, text }) => ({ path: at, text: `${text}\n` }));
    const before = performance.now();
    for (const change of changes) index.update([change]);
    const after = performance.now();
    index.update(files);
    return {
      name: path.basename(folder),
      index,
      files: files.length,
      bytes: files.reduce((sum, { text }) => sum + text.length, 0),
      buildMilliseconds: Math.round(built - started),
      changeMilliseconds: (after - before) / Math.max(1, changes.length),
    };
  });
}

/** Mean coverage by way and repository, in percent, and the time of a composed prompt. */
async function coverage(repositories: readonly Indexed[], { holes, budget, seed }: Options): Promise<void> {
  const rows = [];
  for (const { name, index, ...size } of repositories) {
    const { drawn, withNames, needy } = drawHoles(index, holes, seed);
    const sums = new Map<string, number>();
    const times: number[] = [];
    const differences: number[] = [];
    for (const hole of needy) {
      const found = await coverageOf(index, hole, tokenizer, budget);
      for (const [way, share] of Object.entries(found)) sums.set(way, (sums.get(way) ?? 0) + share);
      differences.push(100 * (found["combined default"]! - found["single bm25"]!));
      const started = performance.now();
      await retrieve(index, hole, { budget, tokenizer });
      times.push(performance.now() - started);
    }
    const percent = [...sums].map(([way, sum]) => [way, Math.round((1000 * sum) / needy.length) / 10] as const);
    times.sort((a, b) => a - b);
    rows.push({
      name,
      ...size,
      drawn,
      withNames,
      needy: needy.length,
      percent: Object.fromEntries(percent),
      combinedLessBm25: bootstrap(differences, seed),
      milliseconds: { median: times[times.length >> 1], p95: times[Math.floor(0.95 * times.length)] },
    });
    process.stderr.write(`${name}: ${needy.length} holes\n`);
  }
  process.stdout.write(`${JSON.stringify({ budget, seed, repositories: rows }, undefined, 2)}\n`);
}

/** Examples of all candidates of all holes; the label is the coverage of needed names within a quarter of the budget. */
function train(repositories: readonly Indexed[], { holes, budget, seed }: Options, file: string): void {
  const examples: Example[] = [];
  for (const { index } of repositories)
    for (const hole of drawHoles(index, holes, seed).needy) {
      const site = createSite(index, hole);
      const { candidates } = candidatesFor(site, allProposals(), { characters: 6 * budget });
      const features = featuresOf(site, candidates);
      candidates.forEach(({ proposal, text }, at) => {
        if (proposal === NOTHING) return;
        const words = new Set(wordsOf(cutToTokens(tokenizer, text.slice(0, 2 * budget), budget / 4, "head")));
        const label = hole.needed.filter((name) => words.has(name)).length / hole.needed.length;
        examples.push({ features: features[at]!, label });
      });
    }
  const models = { logistic: trainLogistic(FEATURES, examples), trees: trainTrees(FEATURES, examples) };
  const rounded = JSON.stringify(models.trees, (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(6)) : value,
  );
  writeFileSync(file, `${rounded}\n`);
  process.stdout.write(`${JSON.stringify({ examples: examples.length, holes, seed, logistic: models.logistic })}\n`);
}

/** Nats of the true hole and exact matches, for each ranker, beside showing nothing and the best single proposal by coverage. */
async function nats(repositories: readonly Indexed[], { holes, seed }: Options, count: number): Promise<void> {
  const model = await loadModel(modelFolder, { threads: 1 });
  const own: Tokenizer = {
    encode: (text) => model.encode(text, "literal"),
    decode: (ids) => {
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(
          Uint8Array.from(ids.flatMap((id) => [...model.vocabulary.bytes(id)!])),
        );
      } catch {
        return undefined;
      }
    },
  };
  const rankers = { fixed: fixedOrder(), bm25: bm25Ranker(), default: defaultRanker(), learned: learnedRanker() };
  const rows = [];
  for (const { name, index } of repositories) {
    const { needy } = drawHoles(index, holes, seed);
    const worth: Record<string, Worth>[] = [];
    for (const hole of needy.slice(0, count)) {
      const at = async (context: Parameters<typeof worthOf>[2]): Promise<Worth> => worthOf(model, hole, context);
      const found: Record<string, Worth> = { nothing: await at(undefined) };
      for (const [by, ranker] of Object.entries(rankers))
        found[by] = await at(await contextOf(index, hole, own, ranker));
      // The true names themselves, under the path of the file: what no retrieval can be better than.
      found.names = await at({
        blocks: [{ path: hole.path, text: hole.needed.join(" "), tokens: 0 }],
        tokens: CONTEXT_TOKENS,
      });
      worth.push(found);
    }
    const ways = Object.keys(worth[0] ?? {});
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    rows.push({
      name,
      holes: worth.length,
      nats: Object.fromEntries(ways.map((way) => [way, mean(worth.map((one) => one[way]!.nats))])),
      exact: Object.fromEntries(ways.map((way) => [way, worth.filter((one) => one[way]!.exact).length])),
      less: Object.fromEntries(
        (["nothing", "fixed", "bm25", "default"] as const).map((way) => [
          `${way} - learned`,
          bootstrap(
            worth.map((one) => one[way]!.nats - one.learned!.nats),
            seed,
          ),
        ]),
      ),
    });
    process.stderr.write(`${name}: ${worth.length} holes\n`);
  }
  await model.dispose();
  process.stdout.write(
    `${JSON.stringify({ contextTokens: CONTEXT_TOKENS, seed, repositories: rows }, undefined, 2)}\n`,
  );
}

async function contextOf(
  index: RepositoryIndex,
  hole: NeedyHole,
  own: Tokenizer,
  ranker: ReturnType<typeof fixedOrder>,
) {
  // The prompt shows the path in a comment line, of which `# ` and the line feed are two tokens.
  const format = { before: (file: string) => `${file}\n`, after: "", tokens: 3 };
  return retrieve(index, hole, { budget: CONTEXT_TOKENS, tokenizer: own, ranker, format, order: "best-last" });
}
