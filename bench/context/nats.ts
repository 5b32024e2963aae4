// What a context is worth to the embedded model: the negative logarithm of the probability of the hidden text, and whether the model writes it.

import {
  type Candidate,
  type Composed,
  compose,
  cutToTokens,
  NOTHING,
  type Ranked,
  type Tokenizer,
} from "@espalier/context";
import { middlePrompt } from "@espalier/decode";
import type { Model } from "@espalier/model";
import type { NeedyHole } from "./holes.js";

/** How well a model does at a hole. */
export interface Worth {
  readonly nats: number;
  readonly exact: boolean;
}

/** What a prompt shows. The model was trained on windows of 384 tokens, which context, sides and hidden text share. */
export const SHAPE = { contextTokens: 192, sideCharacters: 240 } as const;

/** The blocks of files before the sides, as a prompt needs them. */
export type Context = Pick<Composed, "blocks" | "tokens">;

/** The parts of the sides that a prompt shows. */
export function sidesOf({ prefix, suffix }: NeedyHole): { readonly prefix: string; readonly suffix: string } {
  return { prefix: prefix.slice(-SHAPE.sideCharacters), suffix: suffix.slice(0, SHAPE.sideCharacters) };
}

/** A model's tokenizer, for budgets. */
export function tokenizerOf(model: Model): Tokenizer {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return {
    encode: (text) => model.encode(text, "literal"),
    decode: (ids) => {
      try {
        return decoder.decode(Uint8Array.from(ids.flatMap((id) => [...model.vocabulary.bytes(id)!])));
      } catch {
        return undefined;
      }
    },
  };
}

/** The context of ranked candidates. The prompt shows a path in a comment line, of which `# ` and the line feed are two tokens. */
export function contextOf(hole: NeedyHole, ranked: readonly Ranked[], tokenizer: Tokenizer): Composed {
  return compose(ranked, {
    budget: SHAPE.contextTokens,
    tokenizer,
    shown: sidesOf(hole),
    format: { before: (file) => `${file}\n`, after: "", tokens: 3 },
    order: "best-last",
  });
}

/** The lines after those that the prompt shows, as a block of the file with the hole. */
export function postLinesOf(hole: NeedyHole, tokenizer: Tokenizer): Context | undefined {
  const rest = hole.suffix.slice(SHAPE.sideCharacters);
  const room = SHAPE.contextTokens - tokenizer.encode(`${hole.path}\n`).length - 3;
  const text = cutToTokens(tokenizer, rest.slice(rest.indexOf("\n") + 1), room, "head");
  return text.trim() === ""
    ? undefined
    : { blocks: [{ path: hole.path, text, tokens: 0 }], tokens: SHAPE.contextTokens };
}

/** The worth of every candidate when it is shown alone; contexts of one text are tried once. */
export async function worthOfEach(
  model: Model,
  hole: NeedyHole,
  candidates: readonly Candidate[],
  tokenizer: Tokenizer,
): Promise<ReadonlyMap<Candidate, Worth>> {
  const nothing: Ranked = { candidate: candidates.find(({ proposal }) => proposal === NOTHING)!, score: 0 };
  const byText = new Map<string, Worth>();
  const found = new Map<Candidate, Worth>();
  for (const candidate of candidates) {
    const context = contextOf(
      hole,
      candidate === nothing.candidate ? [nothing] : [{ candidate, score: 1 }, nothing],
      tokenizer,
    );
    let worth = byText.get(context.text);
    if (worth === undefined) byText.set(context.text, (worth = await worthOf(model, hole, context)));
    found.set(candidate, worth);
  }
  return found;
}

/** The hidden text under the model; `sides` are what the prompt shows of the file. */
export async function worthOf(
  model: Model,
  hole: NeedyHole,
  context: Context | undefined,
  sides: { readonly prefix: string; readonly suffix: string } = sidesOf(hole),
): Promise<Worth> {
  const { ids } = middlePrompt(model, sides.prefix, sides.suffix, {
    healing: "off",
    path: hole.path,
    ...(context === undefined || context.blocks.length === 0
      ? {}
      : { files: context.blocks, filesRoom: context.tokens }),
  });
  const wanted = model.encode(hole.hidden, "literal");
  const session = model.session();
  try {
    const first = await session.append(ids);
    const later = wanted.length > 1 ? await session.appendAll!(wanted.slice(0, -1)) : [];
    let nats = 0;
    let exact = true;
    for (const [at, logits] of [first, ...later].entries()) {
      const { logarithm, best } = logProbability(await logits.read(), wanted[at]!);
      nats -= logarithm;
      exact &&= best === wanted[at];
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
