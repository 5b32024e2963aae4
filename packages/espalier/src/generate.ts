// Generation from a model within a language: the loop of `decode`, with the language under its own name.

import { either, type KindsOf, listOf, signature, text, typedArray } from "@espalier/arguments";
import * as decode from "@espalier/decode";
import type { Monitor } from "@espalier/monitor";
import { IN_SAMPLING, languageKind, omitted, optionsOf } from "./arguments.js";

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

const bytes = typedArray("Uint8Array");
const stop = either(text, bytes, listOf(either(text, bytes)));

/** What may be said about a generation; for functions that pass it on, each by itself. */
export const generateOptions: KindsOf<GenerateOptions> = {
  ...omitted(decode.generateOptions, "monitor", "masker"),
  language: languageKind,
  stop,
};
const kind = optionsOf(generateOptions, IN_SAMPLING);
const checkGenerate = signature("generate", { options: kind });
const checkComplete = signature("complete", { options: kind });

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
  checkGenerate(options);
  return decode.generate(forDecode(options));
}

/**
 * Generates a text and returns it whole, with how it ended and where the time went.
 *
 * @throws as {@link generate} does.
 */
export async function complete<State = number>(options: GenerateOptions<State>): Promise<decode.Generation<State>> {
  checkComplete(options);
  return decode.complete(forDecode(options));
}

function forDecode<State>(options: GenerateOptions<State>): decode.GenerateOptions<State> {
  const { language, stop, ...rest } = options;
  return {
    ...rest,
    ...(language === undefined ? {} : { monitor: language }),
    ...(stop === undefined ? {} : { stop: typeof stop === "string" || stop instanceof Uint8Array ? [stop] : stop }),
  };
}
