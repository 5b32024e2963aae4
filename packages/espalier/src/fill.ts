// Filling a gap in a text: a model is asked for what stands between a prefix and a suffix, and whatever it writes, the whole is a text of
// the language. The model sees as much of both sides as its context holds; the language sees all of them.

import * as decode from "@espalier/decode";
import {
  fillMiddle,
  type FillOptions as GapOptions,
  type LexedLanguage,
  type PolicyFallback,
  type StraddlePolicy,
} from "@espalier/syntax";
import { ArgumentError, checkOptions, isObject, type NamesOf, named } from "./arguments.js";
import { checkGeneration, type GenerateOptions } from "./generate.js";

/** What to fill in, and how. */
export interface FillOptions
  extends Omit<GenerateOptions, "prompt" | "language" | "from" | "heal">,
    Pick<GapOptions, "policy" | "scope"> {
  /** A language that knows gaps, such as `python()`. */
  readonly language: LexedLanguage;
  readonly prefix: string;
  readonly suffix: string;
  /** How the model is asked: its family, paths, other files; by default as its vocabulary tells. */
  readonly prompting?: decode.MiddleOptions;
}

/** A middle that was filled in. */
export interface Filled extends decode.Generation {
  /** The family of models whose format the prompt has. */
  readonly family: string;
  /** The policy that was in force. */
  readonly policy: StraddlePolicy;
  /** Why that is not the policy that was asked for; absent where it is. */
  readonly fallback?: PolicyFallback;
}

const OPTIONS: NamesOf<Omit<FillOptions, keyof GenerateOptions>> = {
  prefix: true,
  suffix: true,
  policy: true,
  scope: true,
  prompting: true,
};
const MOST_TOKENS = 256;

/**
 * What `model` writes between `prefix` and `suffix`: with a budget that suffices at the start, `prefix + text + suffix` is a text of
 * the language when it ends, whatever the model. Tokens are healed at the cut: one may span it. Where the model never says that it has
 * finished, the text ends at its best stop (`stopping`).
 *
 * @throws ArgumentError when an option is unknown, missing or of a wrong type.
 * @throws FillError when the prefix begins no text of the language, or nothing connects it to the suffix.
 * @throws BudgetError before the first token, when nothing is sure to connect them within `maxTokens` (256 by default).
 * @throws ModelError what the model throws; `model-unsupported` when it was not trained to fill gaps.
 */
export async function fill(options: FillOptions): Promise<Filled> {
  checkFill(options);
  const { prefix, suffix, policy, scope, prompting, language, model, stop, ...rest } = options;
  const gap = fillMiddle(language, {
    prefix,
    suffix,
    ...(policy === undefined ? {} : { policy }),
    ...(scope === undefined ? {} : { scope }),
  });
  const maxTokens = options.maxTokens ?? MOST_TOKENS;
  const { contextLength = Number.POSITIVE_INFINITY } = model;
  const reserve = Math.min(maxTokens, Math.floor(contextLength / 2));
  const prompt = decode.middlePrompt(model, prefix, suffix, {
    ...(Number.isFinite(reserve) ? { reserve } : {}),
    ...prompting,
  });
  const result = await decode.complete({
    ...rest,
    model: decode.withFurtherEnds(model, prompt.ends),
    prompt: prompt.ids,
    monitor: gap,
    heal: prompt.heal,
    maxTokens,
    stopping: options.stopping ?? "best-when-cut",
    ...(stop === undefined ? {} : { stop: typeof stop === "string" || stop instanceof Uint8Array ? [stop] : stop }),
  });
  const { fallback } = gap;
  return { ...result, family: prompt.family, policy: gap.policy, ...(fallback && { fallback }) };
}

function checkFill(options: FillOptions): void {
  if (!isObject(options)) checkOptions("fill", options, OPTIONS);
  const { prefix, suffix, policy: _, scope: __, prompting: ___, ...generation } = options;
  for (const [name, text] of Object.entries({ prefix, suffix }))
    if (typeof text !== "string")
      throw new ArgumentError(
        text === undefined ? "missing" : "wrong-type",
        name,
        `fill needs a ${name}, a string, not ${named(text)}.`,
      );
  if (!isObject(generation.language) || !("core" in generation.language))
    throw new ArgumentError(
      generation.language === undefined ? "missing" : "wrong-type",
      "language",
      `fill needs a language that knows gaps, such as python(), not ${named(generation.language)}.`,
    );
  checkGeneration("fill", { ...generation, prompt: [] });
}
