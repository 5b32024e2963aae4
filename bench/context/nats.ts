// What a context is worth to a model: the negative logarithm of the probability of the hidden text, and whether the model writes it.

import type { Retrieved } from "@espalier/context";
import { middlePrompt } from "@espalier/decode";
import type { Model } from "@espalier/model";
import type { NeedyHole } from "./holes.js";

/** How well a model does at a hole. */
export interface Worth {
  readonly nats: number;
  readonly exact: boolean;
}

/** Characters of either side that the model sees: its training windows held 384 tokens. */
const SIDE = 450;

/** The prompt has the last and first characters of the sides, and the blocks of a context before them. */
export async function worthOf(
  model: Model,
  hole: NeedyHole,
  context: Pick<Retrieved, "blocks" | "tokens"> | undefined,
): Promise<Worth> {
  const { ids } = middlePrompt(model, hole.prefix.slice(-SIDE), hole.suffix.slice(0, SIDE), {
    healing: "off",
    path: hole.path,
    ...(context === undefined ? {} : { files: context.blocks, filesRoom: context.tokens }),
  });
  const wanted = model.encode(hole.hidden, "literal");
  const session = model.session();
  try {
    let nats = 0;
    let exact = true;
    let logits = await (await session.append(ids)).read();
    for (const id of wanted) {
      const { logarithm, best } = logProbability(logits, id);
      nats -= logarithm;
      exact &&= best === id;
      logits = await (await session.append([id])).read();
    }
    return { nats, exact };
  } finally {
    session.dispose();
  }
}

function logProbability(logits: Float32Array, id: number): { readonly logarithm: number; readonly best: number } {
  let best = 0;
  for (let at = 1; at < logits.length; at++) if (logits[at]! > logits[best]!) best = at;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - logits[best]!);
  return { logarithm: logits[id]! - logits[best]! - Math.log(sum), best };
}
