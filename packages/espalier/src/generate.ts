// Generation from a model within a language: the loop of `decode`, with the language under its own name.

import * as decode from "@espalier/decode";
import type { Monitor } from "@espalier/monitor";

/** What to generate. Only `model` and `prompt` are needed; the rest is as in `@espalier/decode`. */
export interface GenerateOptions<State = number> extends Omit<decode.GenerateOptions<State>, "monitor" | "masker"> {
  /** What the text may be; absent, anything. */
  readonly language?: Monitor<State>;
}

/**
 * Generates a text step by step: an event for each token, and one with the whole result at the end. With a grammar or a regex
 * the text is valid when it ends, whatever the model. Leaving the iteration early frees what it holds.
 *
 * @throws BudgetError before the first token, when no valid text is sure to fit into `maxTokens`.
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
export function complete<State = number>(options: GenerateOptions<State>): Promise<decode.Generation<State>> {
  return decode.complete(forDecode(options));
}

function forDecode<State>({ language, ...rest }: GenerateOptions<State>): decode.GenerateOptions<State> {
  return language === undefined ? rest : { ...rest, monitor: language };
}
