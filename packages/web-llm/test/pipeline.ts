// WebLLM's own loop without a GPU: the class of the package that samples tokens and stops, taken from its sources as published. Its tensors are arrays in
// main memory here, and the three kernels that it calls between the logits and the token are computed in script. No model is run: logits are
// given by the test.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { LogitProcessor } from "@mlc-ai/web-llm";
import { build } from "esbuild";

/** What of the class the tests call and read. */
export interface Pipeline {
  outputIds: number[];
  stopTriggered: boolean;
  finishReason: string | undefined;
  resetChat(): void;
  decodeStep(request: Request): Promise<void>;
}

/** The options of a request that reach the sampler. */
export interface Request {
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly repetition_penalty?: number;
  readonly logit_bias?: Readonly<Record<number, number>>;
}

/** What a pipeline runs on. */
export interface Surroundings {
  /** The logits of the token after so many of this text. */
  readonly logits: (tokens: number) => Float32Array;
  readonly stopTokens: readonly number[];
  readonly processor: LogitProcessor;
  /** A number in [0, 1) for each token. */
  readonly random: () => number;
}

/** The class, which the package does not export: its module is bundled with one more line. */
export async function loadPipelineClass(): Promise<{ readonly prototype: object }> {
  const entry = createRequire(import.meta.url).resolve("@mlc-ai/web-llm");
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(entry)};`, resolveDir: path.dirname(entry) },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "error",
    plugins: [
      {
        name: "pipeline",
        setup: ({ onLoad }) =>
          onLoad({ filter: /web-llm[\\/]lib[\\/]index\.js$/ }, async ({ path: file }) => ({
            contents: `${await readFile(file, "utf8")}\nexport { LLMChatPipeline };`,
            loader: "js",
          })),
      },
    ],
  });
  const folder = await mkdtemp(path.join(tmpdir(), "espalier-web-llm-"));
  try {
    const file = path.join(folder, "web-llm.mjs");
    await writeFile(file, outputFiles[0]!.text);
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      LLMChatPipeline: { readonly prototype: object };
    };
    return module.LLMChatPipeline;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A tensor of one row. */
interface Row {
  readonly shape: readonly number[];
  readonly dtype: string;
  values: Float32Array;
  copyFrom(from: Row | ArrayLike<number>): Row;
  toArray(): Float32Array;
  view(): Row;
  dispose(): void;
}

function rowOf(values: ArrayLike<number>): Row {
  const row: Row = {
    shape: [values.length],
    dtype: "float32",
    values: Float32Array.from(values),
    copyFrom(from) {
      row.values = Float32Array.from("copyFrom" in from ? from.values : from);
      return row;
    },
    toArray: () => Float32Array.from(row.values),
    view: () => row,
    dispose: () => undefined,
  };
  return row;
}

/** A pipeline at the start of a text, with the fields that its constructor would take from a compiled model. */
export function pipelineOn(
  pipelineClass: { readonly prototype: object },
  { logits, stopTokens, processor, random }: Surroundings,
): Pipeline {
  const pipeline = Object.create(pipelineClass.prototype) as Record<string, unknown> & Pipeline;
  Object.assign(pipeline, {
    logitProcessor: processor,
    config: { temperature: 1, top_p: 1, repetition_penalty: 1, frequency_penalty: 0, presence_penalty: 0 },
    conversation: { isTextCompletion: true, reset: () => undefined, finishReply: () => undefined },
    tokenizer: { decode: (ids: Int32Array) => `${ids}` },
    tvm: {
      beginScope: () => undefined,
      endScope: () => undefined,
      detachFromCurrentScope: (row: Row) => row,
      cpu: () => "cpu",
      empty: ([length]: readonly number[]) => rowOf(new Float32Array(length!)),
      uniform: () => rowOf([random()]),
    },
    device: { sync: async () => undefined },
    appearedTokensFreq: new Map<number, number>(),
    outputIds: [],
    outputMessage: "",
    stopStr: [],
    stopTokens,
    stopTriggered: false,
    tokenLogprobArray: [],
    slidingWindowSize: -1,
    contextWindowSize: 4096,
    filledKVCacheLength: 0,
    fullVocabSize: logits(0).length,
    sampleIndices: Int32Array.of(0),
    topPDevice: rowOf([1]),
    resetKVCache: () => undefined,
    resetRuntimeStats: () => undefined,
    forwardDecodeToken: async () => rowOf(logits(pipeline.outputIds.length)),
    // The kernels that a compiled model brings.
    fapplyLogitBias(row: Row, _: Row, ids: Row, by: Row) {
      ids.values.forEach((id, i) => {
        row.values[id] = row.values[id]! + by.values[i]!;
      });
    },
    fapplyPenalty(row: Row, _: Row, __: Row, ids: Row, ___: Row, { values: [, , repetition] }: Row) {
      for (const id of ids.values)
        row.values[id] = row.values[id]! > 0 ? row.values[id]! / repetition! : row.values[id]! * repetition!;
    },
    fsoftmaxWithTemperature: softmax,
    fargsortProbs(probabilities: Row) {
      const order = Array.from(probabilities.values, (_, id) => id).sort(
        (a, b) => probabilities.values[b]! - probabilities.values[a]!,
      );
      const rows = [rowOf(order.map((id) => probabilities.values[id]!)), rowOf(order)];
      return { get: (i: number) => rows[i] };
    },
    fsampleWithTopP(sorted: Row, order: Row, uniform: Row, _: unknown, topP: Row) {
      let left = uniform.values[0]! * Math.min(topP.values[0]!, 1);
      let at = 0;
      while (at < sorted.values.length - 1 && left >= sorted.values[at]!) left -= sorted.values[at++]!;
      return rowOf([order.values[at]!]);
    },
  });
  return pipeline;
}

function softmax(row: Row, { values: [temperature] }: Row): Row {
  const greatest = Math.max(...row.values);
  const powers = Array.from(row.values, (value) => Math.exp((value - greatest) / temperature!));
  const sum = powers.reduce((a, b) => a + b, 0);
  return rowOf(powers.map((power) => power / sum));
}
