// Generation from a model within a language: the loop of `decode`, with the language under its own name.

import * as decode from "@espalier/decode";
import type { Model } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import * as onnx from "@espalier/onnx-node";
import { ArgumentError, checkLanguage, checkOptions, isObject, type NamesOf, named } from "./arguments.js";

/** What to generate. Only `model` and `prompt` are needed; the rest is as in `@espalier/decode`. */
export interface GenerateOptions<State = number>
  extends Omit<decode.GenerateOptions<State>, "monitor" | "masker" | "stop"> {
  /** What the text may be; absent, anything. */
  readonly language?: Monitor<State>;
  /**
   * Texts (or bytes) that end the generation, or a single one. They are no part of the text, which may then be no whole text of the
   * language: see `accepted`.
   */
  readonly stop?: string | Uint8Array | readonly (string | Uint8Array)[];
}

const OPTIONS: NamesOf<GenerateOptions> = {
  model: true,
  prompt: true,
  language: true,
  from: true,
  maxTokens: true,
  ifShort: true,
  sampling: true,
  seed: true,
  stop: true,
  signal: true,
  session: true,
  answer: true,
  heal: true,
  stopping: true,
  lean: true,
  forcing: true,
  masks: true,
  maxRewinds: true,
  fuel: true,
  onStep: true,
  clock: true,
};
const SAMPLING: NamesOf<decode.Sampling> = {
  temperature: true,
  topK: true,
  topP: true,
  minP: true,
  repetitionPenalty: true,
};
const IN_SAMPLING: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(SAMPLING).map((name) => [name, "sampling"]),
);
const LOADING: NamesOf<onnx.LoadOptions> = {
  dtype: true,
  file: true,
  where: true,
  threads: true,
  executionProviders: true,
  ends: true,
  contextLength: true,
  worker: true,
  onProgress: true,
};

/**
 * Loads a model that was exported for transformers.js from a local folder, a path or a `file:` URL: `tokenizer.json` and
 * `onnx/model*.onnx`. Needs `onnxruntime-node`. Nothing is fetched from a network.
 *
 * @throws ModelError when the folder holds no such model, or there is no runtime.
 * @throws ArgumentError when an option is unknown.
 */
export async function loadModel(folder: string | URL, options: onnx.LoadOptions = {}): Promise<Model> {
  checkOptions("loadModel", options, LOADING);
  return onnx.loadModel(folder, options);
}

/**
 * Generates a text step by step: an event for each token, and one with the whole result at the end. With a grammar or a regex
 * the text is valid when it ends, whatever the model. Leaving the iteration early frees what it holds. A stop string cuts the text off wherever it comes; `accepted` says whether what is left is valid.
 *
 * @throws ArgumentError at once, when an option is unknown, missing or of a wrong type.
 * @throws BudgetError before the first token, when no valid text is sure to fit into `maxTokens` or the model's context.
 * @throws DeadEndError when nothing can follow; only for languages that are not trim, such as products.
 * @throws ModelError what the model throws.
 * @throws RangeError when an option is outside its bounds.
 */
export function generate<State = number>(
  options: GenerateOptions<State>,
): AsyncGenerator<decode.GenerationEvent<State>, void, undefined> {
  return decode.generate(forDecode(options));
}

/**
 * Generates a text and returns it whole, with how it ended and where the time went.
 *
 * @throws as {@link generate} does.
 */
export async function complete<State = number>(options: GenerateOptions<State>): Promise<decode.Generation<State>> {
  return decode.complete(forDecode(options));
}

function forDecode<State>(options: GenerateOptions<State>): decode.GenerateOptions<State> {
  checkGeneration("generate", options);
  const { language, stop, ...rest } = options;
  return {
    ...rest,
    ...(language === undefined ? {} : { monitor: language }),
    ...(stop === undefined ? {} : { stop: typeof stop === "string" || stop instanceof Uint8Array ? [stop] : stop }),
  };
}

/** @throws ArgumentError for options that are unknown, missing or of a wrong type; `where` names the function they are for. */
export function checkGeneration(where: string, options: unknown): void {
  checkOptions(where, options, OPTIONS, IN_SAMPLING);
  const { model, prompt, language, sampling, stop } = options as Readonly<Record<string, unknown>>;
  if (!isObject(model) || typeof model.session !== "function")
    throw new ArgumentError(
      model === undefined ? "missing" : "wrong-type",
      "model",
      `${where} needs a model, not ${named(model)}: give it \`model: await loadModel(folder)\`.`,
    );
  if (typeof prompt !== "string" && !Array.isArray(prompt) && !ArrayBuffer.isView(prompt))
    throw new ArgumentError(
      prompt === undefined ? "missing" : "wrong-type",
      "prompt",
      `${where} needs a prompt, a string or token ids, not ${named(prompt)}.`,
    );
  if (language !== undefined) checkLanguage(where, language);
  if (sampling !== undefined) checkOptions(`${where}'s \`sampling\``, sampling, SAMPLING);
  const stops = Array.isArray(stop) ? stop : stop === undefined ? [] : [stop];
  for (const one of stops)
    if (typeof one !== "string" && !(one instanceof Uint8Array))
      throw new ArgumentError("wrong-type", "stop", `${where}: stop must be texts or bytes, not ${named(one)}.`);
}
