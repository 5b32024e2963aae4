// Prompts of models that were trained to fill a gap: the text before it, the text after it, and control tokens around both
// (Bavarian et al. 2022, "prefix–suffix–middle"). Families differ in the names alone; the vocabulary tells which it is.
//
//   ‹prefix› def area(r): return ‹suffix› * r ** 2 ‹middle›  ──▶  3.14159 ‹end›

import { type Model, ModelError } from "@espalier/model";
import type { TokenId } from "@espalier/vocabulary";

/** Names of the tokens before the prefix, before the suffix, and before the middle. */
const FAMILIES: readonly (readonly [prefix: string, suffix: string, middle: string])[] = [
  ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"],
  ["<fim_prefix>", "<fim_suffix>", "<fim_middle>"],
  ["<fim-prefix>", "<fim-suffix>", "<fim-middle>"],
  ["<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"],
  ["▁<PRE>", "▁<SUF>", "▁<MID>"],
  ["<PRE>", "<SUF>", "<MID>"],
];

/**
 * The prompt that asks `model` for what stands between `prefix` and `suffix`. Both are taken literally: names of control
 * tokens in them stay text.
 *
 * @throws {ModelError} `model-unsupported` when the vocabulary has none of the known control tokens.
 */
export function fillInMiddlePrompt(model: Model, prefix: string, suffix: string): readonly TokenId[] {
  const { vocabulary } = model;
  for (const names of FAMILIES) {
    const [before, after, middle] = names.map((name) => vocabulary.controlIds(name)[0]);
    if (before === undefined || after === undefined || middle === undefined) continue;
    // What the model's template puts before every prompt, such as a token of beginning.
    const opening = model.encode("", "prompt").filter((id) => !vocabulary.ends.includes(id));
    return [...opening, before, ...model.encode(prefix, "literal"), after, ...model.encode(suffix, "literal"), middle];
  }
  throw new ModelError("model-unsupported", "The model's vocabulary has no control tokens to fill in a middle.", {
    hint: `Known are ${FAMILIES.map(([name]) => name).join(", ")} and their kin; for others, give the ids of a prompt.`,
  });
}
