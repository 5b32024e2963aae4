// One text of a ground, from a model with random logits: it ends valid within its tokens, or is refused before the first, and then no text has so few.

import { BudgetError, complete } from "@espalier/decode";
import { randomModel } from "@espalier/laws";
import { type Fewest, fewestTokens } from "./fewest-tokens.js";
import type { Ground } from "./grounds.js";

/** How a text came out. */
export interface Outcome {
  readonly kind: "valid" | "refused" | "failed";
  readonly text: string;
  readonly what: string;
  readonly tokens: number;
}

/** The text of one seed. Every third has few tokens, so that budgets matter, and some too few. */
export async function textOf(ground: Ground, seed: number): Promise<Outcome> {
  const maxTokens = seed % 3 === 0 ? seed % 13 : ground.maxTokens;
  try {
    const { text, ids, accepted } = await complete({
      model: randomModel(ground.vocabulary, seed),
      prompt: [0],
      monitor: ground.monitor,
      maxTokens,
      seed,
      sampling: { temperature: 1.5 },
    });
    const what =
      ids.length > maxTokens ? "too many tokens" : accepted ? await ground.fault(text) : "it is not accepted";
    return { kind: what === undefined ? "valid" : "failed", text, what: what ?? "", tokens: ids.length };
  } catch (error) {
    if (error instanceof BudgetError) {
      const shorter = fewestOf(ground);
      const isRight = shorter === undefined || shorter.tokens > maxTokens;
      const what = isRight ? error.message : `it is refused with ${maxTokens} tokens, and this has ${shorter.tokens}`;
      return { kind: isRight ? "refused" : "failed", text: isRight ? "" : shorter.text, what, tokens: 0 };
    }
    return { kind: "failed", text: "", what: `${(error as Error).name}: ${(error as Error).message}`, tokens: 0 };
  }
}

/** The most tokens of texts that are looked for where a budget is refused. */
const FEW = 13;
const known = new WeakMap<Ground, { readonly fewest: Fewest | undefined }>();

/** The text with the fewest tokens, of at most 13; looked for once. */
export function fewestOf(ground: Ground): Fewest | undefined {
  let its = known.get(ground);
  if (its === undefined) known.set(ground, (its = { fewest: fewestTokens(ground, FEW) }));
  return its.fewest;
}
