// One text of a ground, from a model with random logits: it ends valid within its tokens, or is refused before the first.

import { BudgetError, complete } from "../../../packages/decode/src/index.js";
import { randomModel } from "../../../packages/laws/src/index.js";
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
    if (error instanceof BudgetError) return { kind: "refused", text: "", what: error.message, tokens: 0 };
    return { kind: "failed", text: "", what: `${(error as Error).name}: ${(error as Error).message}`, tokens: 0 };
  }
}
