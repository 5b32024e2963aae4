// One text of a soak, a token at a time: by a loop with a decoder, by `generate`, or by `streamObject`. What the parts say of each other is
// checked on the way: a token of the mask can be committed, and a text with a budget ends in time.

import { createDecoder, createRandom, type Decoder, maskerFor } from "@espalier/decode";
import type { Mask, Masker } from "@espalier/trie";
import { BudgetError, DeadEndError, generate, streamObject } from "espalier";
import type { Stopwatch } from "../maskbench/stopwatch.js";
import type { Draw } from "./draw.js";
import type { Noise } from "./noise.js";
import type { Subject } from "./subjects.js";

/** Two parts of the packages contradict each other. */
class Contradiction extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Contradiction";
  }
}

export interface Writing {
  readonly subject: Subject;
  readonly noise: Noise;
  readonly draw: Draw;
  /** The most tokens of the text. */
  readonly length: number;
  readonly watch: Stopwatch;
  /** Told of the microseconds of each mask, of what it was made after, and of the tokens left. */
  readonly onMask: (us: number, after: () => string, budget: number | undefined) => void;
}

const PROMPT = [0];
const SAMPLING = [
  { temperature: 1 },
  { temperature: 1, topK: 40 },
  { temperature: 0 },
  { temperature: 0.7, topP: 0.9 },
];

/** Writes a text, and pauses after each token. */
export async function* write(writing: Writing): AsyncGenerator<void, void, undefined> {
  const { subject, draw } = writing;
  try {
    if (subject.schema !== undefined && draw.percent(5)) yield* stream(writing);
    else if (draw.percent(8)) yield* byGenerate(writing);
    else yield* byLoop(writing);
  } catch (error) {
    if (error instanceof BudgetError) return; // `maxTokens` is an option
    if (error instanceof DeadEndError && subject.mayDie) return;
    throw error;
  }
}

async function* stream({ subject, noise, draw, length }: Writing): AsyncGenerator<void, void, undefined> {
  const options = { model: noise.model, schema: subject.schema!, prompt: PROMPT, maxTokens: length } as const;
  let finished = false;
  for await (const event of streamObject({ ...options, sampling: draw.pick(SAMPLING), seed: draw.below(1000) })) {
    if (event.kind === "finish") finished = true;
    yield;
  }
  if (!finished) throw new Contradiction("a stream ended without a result");
}

async function* byGenerate({ subject, noise, draw, length }: Writing): AsyncGenerator<void, void, undefined> {
  const { language } = subject;
  const whole =
    language.cost !== undefined && maskerFor(noise.model.vocabulary, language).finishesWithin(language.start, length);
  const options = { model: noise.model, language, prompt: PROMPT, maxTokens: length, ifShort: "go-on" } as const;
  for await (const event of generate({ ...options, sampling: draw.pick(SAMPLING), seed: draw.below(1000) })) {
    if (event.kind === "finish" && whole && !event.result.accepted)
      throw new Contradiction(
        `a text that fits into ${length} tokens ended unfinished: ${JSON.stringify(event.result.text)}`,
      );
    yield;
  }
}

async function* byLoop(writing: Writing): AsyncGenerator<void, void, undefined> {
  const { subject, noise, draw } = writing;
  const masker = maskerFor(noise.model.vocabulary, subject.language);
  let decoder = createDecoder(masker);
  const budget = draw.percent(40) ? budgetOf(masker, writing.length) : undefined;
  const kept: Decoder<unknown>[] = [];
  // Rollbacks take tokens back, so the steps are bounded, too.
  for (let steps = 0; steps < 2 * writing.length && decoder.length < writing.length && !decoder.ended; steps++) {
    const left = budget === undefined ? undefined : budget - decoder.length;
    const went = left === undefined || left > 0 ? advance(writing, decoder, left) : false;
    if (!went) {
      if (!decoder.accepts && !subject.mayDie)
        throw new Contradiction(`nothing may follow ${show(decoder)}, which is not a whole text`);
      if (decoder.length === 0) return;
      decoder.rollback(1 + draw.below(decoder.length));
    }
    yield;
    if (decoder.ended) return;
    if (draw.percent(4)) kept.push(decoder.fork());
    if (draw.percent(3) && decoder.length > 0) decoder.rollback(1 + draw.below(Math.min(4, decoder.length)));
    if (draw.percent(3) && kept.length > 0) decoder = kept.splice(draw.below(kept.length), 1)[0]!;
    if (draw.percent(2)) {
      const branch = decoder.fork();
      for (let n = 0; n < 3 && !branch.ended && advance(writing, branch, undefined); n++) yield;
    }
  }
  if (budget !== undefined && decoder.length >= budget && !decoder.ended && !decoder.accepts)
    throw new Contradiction(`a budget of ${budget} tokens is used up, and the text is not whole: ${show(decoder)}`);
}

/** A budget that the language can keep: `most`, or none. */
function budgetOf(masker: Masker<unknown>, most: number): number | undefined {
  const { monitor } = masker;
  return monitor.cost !== undefined && masker.finishesWithin(monitor.start, most) ? most : undefined;
}

/** Commits a token by a way drawn at random; false where none may follow. */
function advance(
  { noise, draw, watch, onMask }: Writing,
  decoder: Decoder<unknown>,
  left: number | undefined,
): boolean {
  const at = draw.below(1 << 20);
  watch.start();
  if (draw.percent(5)) {
    const budget = left === undefined ? {} : { budget: left };
    const id = decoder.choose(noise.row(at), { ...draw.pick(SAMPLING), ...budget, random: createRandom(at) });
    if (id === undefined) return false;
    if (!decoder.commit(id))
      throw new Contradiction(`token ${id} was chosen after ${show(decoder)} and cannot be committed`);
    return true;
  }
  const { mask } = left === undefined ? decoder.mask() : decoder.maskWithin(left);
  onMask(watch.stop(), () => show(decoder), left);
  const id = memberFrom(mask, at % mask.size);
  if (id === undefined) return false;
  if (!decoder.allows(id))
    throw new Contradiction(`the mask after ${show(decoder)} has token ${id}, which is not allowed`);
  if (!decoder.commit(id))
    throw new Contradiction(`the mask after ${show(decoder)} has token ${id}, which cannot be committed`);
  return true;
}

/** The first token of the mask from `from` on, around its end; `undefined` of an empty mask. */
function memberFrom(mask: Mask, from: number): number | undefined {
  for (let n = 0; n < mask.size; n++) {
    const id = from + n < mask.size ? from + n : from + n - mask.size;
    if (mask.has(id)) return id;
  }
  return undefined;
}

const show = (decoder: Decoder<unknown>): string => JSON.stringify(new TextDecoder().decode(decoder.bytes()));
