// The processor in WebLLM's own loop (pipeline.ts), and called by hand where the loop cannot be brought to do something.

import { type Monitor, product } from "@espalier/monitor";
import { createVocabulary } from "@espalier/vocabulary";
import { createLogitProcessor, type LanguageLogitProcessor } from "@espalier/web-llm";
import { type LogitProcessor, MLCEngine } from "@mlc-ai/web-llm";
import { check, jsonSchema, regex } from "espalier";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadPipelineClass, type Pipeline, pipelineOn, type Request } from "./pipeline.js";

const [END, TURN, SIZE] = [257, 258, 320];
const vocabulary = createVocabulary({
  tokens: [
    ...Array.from({ length: 256 }, (_, id) => ({ id, bytes: [id] })),
    { id: 256, bytes: "true" },
    { id: END, control: "<end>" },
    { id: TURN, control: "<turn>" },
  ],
  ends: [END, TURN],
});

let pipelineClass: { readonly prototype: object };
beforeAll(async () => {
  pipelineClass = await loadPipelineClass();
}, 60_000);

/** Numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A loop whose model likes some tokens at random, those that mean nothing among them. */
function loop(processor: LogitProcessor, seed = 1): Pipeline {
  const random = randomFrom(seed);
  const logits = (): Float32Array => Float32Array.from({ length: SIZE }, () => 8 * random() - 4);
  return pipelineOn(pipelineClass, { logits, stopTokens: [END, TURN], processor, random });
}

/** One reply: tokens until the loop stops, the end not included. */
async function reply(pipeline: Pipeline, request: Request = {}): Promise<string> {
  Object.assign(pipeline, { outputIds: [], stopTriggered: false, finishReason: undefined });
  while (!pipeline.stopTriggered) await pipeline.decodeStep(request);
  const bytes = pipeline.outputIds.flatMap((id) => [...(vocabulary.bytes(id) ?? [])]);
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const LANGUAGES: readonly (readonly [string, Monitor<unknown>])[] = [
  ["a regular expression", regex("(left|right) [0-9]{2}")],
  ["a schema", jsonSchema({ type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] })],
].map(([name, language]) => [name as string, language as Monitor<unknown>]);

describe("in WebLLM's loop", () => {
  test.each(LANGUAGES)("texts are whole within the budget: %s", async (_, language) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(0, 0.7, 1.5), async (seed, temperature) => {
        const processor = createLogitProcessor(vocabulary, language, { maxTokens: 40 });
        const pipeline = loop(processor, seed);
        const text = await reply(pipeline, { max_tokens: 40, temperature, repetition_penalty: 1.2 });
        expect(check(language, text).verdict).toBe("accepted");
        expect(pipeline.finishReason).toBe(pipeline.outputIds.length === 40 ? "length" : "stop");
        expect(processor.progress()?.accepted).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  test("the next reply of a conversation is a text of its own, without a call in between", async () => {
    const processor = createLogitProcessor(vocabulary, regex("[ab]{3}"));
    const pipeline = loop(processor);
    for (let i = 0; i < 4; i++) expect(await reply(pipeline)).toMatch(/^[ab]{3}$/);
  });

  test("after a reply that was cut off, the library's reset begins the text anew", async () => {
    const processor = createLogitProcessor(vocabulary, regex("[ab]{9}"));
    const pipeline = loop(processor);
    expect(await reply(pipeline, { max_tokens: 4 })).toMatch(/^[ab]{4}$/);
    expect([pipeline.finishReason, processor.progress()?.accepted]).toEqual(["length", false]);
    pipeline.resetChat();
    expect(await reply(pipeline)).toMatch(/^[ab]{9}$/);
  });

  test("another language for the next request, none, and one again", async () => {
    const processor = createLogitProcessor(vocabulary, regex("a"));
    const pipeline = loop(processor);
    expect(await reply(pipeline)).toBe("a");
    processor.begin(regex("b{3}"), { maxTokens: 4 });
    expect(await reply(pipeline)).toBe("bbb");
    processor.release();
    await reply(pipeline, { max_tokens: 50 });
    expect(processor.progress()).toBeUndefined();
    expect(pipeline.outputIds.some((id) => vocabulary.bytes(id)?.[0] !== 0x62)).toBe(true);
    processor.begin(regex("c{2}"));
    expect(await reply(pipeline)).toBe("cc");
  });

  test("a token that logit_bias brought back is refused", async () => {
    const pipeline = loop(createLogitProcessor(vocabulary, regex("a+")));
    await expect(reply(pipeline, { logit_bias: { 98: 2 ** 128 } })).rejects.toMatchObject({
      name: "WebLlmError",
      code: "token-refused",
    });
  });

  test("a budget that is too small, and a dead end, reject the request", async () => {
    const short = loop(createLogitProcessor(vocabulary, regex("a{9}"), { maxTokens: 5 }));
    await expect(reply(short, { max_tokens: 5 })).rejects.toMatchObject({ name: "BudgetError" });
    const stuck = product(
      jsonSchema({ type: "array", items: { const: 1 }, minItems: 2 }) as Monitor<unknown>,
      {
        start: 0,
        step: (n: unknown, byte: number) => (byte === 0x2c ? undefined : n),
        accepts: () => true,
      } as Monitor<unknown>,
    ) as Monitor<unknown>;
    const dead = loop(createLogitProcessor(vocabulary, stuck));
    await expect(reply(dead, { max_tokens: 4000 })).rejects.toMatchObject({ name: "DeadEndError" });
  });
});

describe("by hand", () => {
  const masked = (processor: LanguageLogitProcessor): number[] => {
    const logits = processor.processLogits(new Float32Array(SIZE).fill(1));
    return Array.from(logits.keys()).filter((id) => logits[id] === 1);
  };

  test("the logits are masked in place, and are finite", () => {
    const logits = new Float32Array(SIZE).fill(1);
    logits[5] = Number.NEGATIVE_INFINITY;
    expect(createLogitProcessor(vocabulary, regex("[ab]")).processLogits(logits)).toBe(logits);
    expect(logits.every(Number.isFinite)).toBe(true);
    expect(Array.from(logits.keys()).filter((id) => logits[id] === 1)).toEqual([97, 98]);
  });

  test("any of the ends may follow a whole text", () => {
    const processor = createLogitProcessor(vocabulary, regex("a"));
    processor.processSampledToken(97);
    expect(masked(processor)).toEqual([END, TURN]);
    processor.processSampledToken(TURN);
    expect(masked(processor)).toEqual([97]);
  });

  test("logits of another model, and logits of which none is left, are refused", () => {
    const processor = createLogitProcessor(vocabulary, regex("a"));
    for (const size of [100, 4000])
      expect(() => processor.processLogits(new Float32Array(size))).toThrow(
        expect.objectContaining({ name: "ModelError", code: "vocabulary-mismatch" }),
      );
    expect(() => processor.processLogits(new Float32Array(SIZE).fill(Number.NEGATIVE_INFINITY))).toThrow(
      expect.objectContaining({ name: "WebLlmError", code: "all-masked" }),
    );
    expect(() => processor.processLogits(new Float32Array(SIZE).fill(Number.NaN))).toThrow(
      expect.objectContaining({ name: "ModelError", code: "logits-invalid" }),
    );
  });

  test("wrong arguments are named", () => {
    const create = createLogitProcessor as (...args: unknown[]) => LanguageLogitProcessor;
    expect(() => create(vocabulary, "a")).toThrow(expect.objectContaining({ name: "ArgumentError" }));
    expect(() => create({}, regex("a"))).toThrow(expect.objectContaining({ name: "ArgumentError" }));
    expect(() => create(vocabulary, regex("a")).begin(regex("b"), { max_new_tokens: 3 } as never)).toThrow(/maxTokens/);
  });
});

test("the engine of the package takes it in its registry", () => {
  const processor: LogitProcessor = createLogitProcessor(vocabulary, regex("a"));
  const engine = new MLCEngine({ logitProcessorRegistry: new Map([["model", processor]]) });
  expect(engine).toBeInstanceOf(MLCEngine);
});
