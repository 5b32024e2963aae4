// `decoder.choose` against `generate`: the same logits, settings and seed give the same text. Then its bounds.

import { complete, createDecoder, createRandom, generate, maskerFor, type Sampling } from "@espalier/decode";
import type { Model } from "@espalier/model";
import { deny, type Monitor, product, strings } from "@espalier/monitor";
import { utf8Decode } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fakeModel,
  inOrder,
  monitorOf,
  noise,
  oneOf,
  or,
  plus,
  star,
  text,
  vocabularyWith,
} from "./small-languages.js";

const vocabulary = vocabularyWith(["ab", "ba", "12", '", "', "abab", '"a']);
const list = monitorOf(inOrder(text('"'), star(or(plus(oneOf("ab")), oneOf("12"), text('", "'))), text('"')));
const words = strings(["abba", "baba, abab", "a"]);

/** The text of a loop of one's own, of at most `maxTokens` tokens. */
async function chosen<State>(
  model: Model,
  monitor: Monitor<State>,
  { maxTokens, seed, lean, ...sampling }: Sampling & { maxTokens: number; seed: number; lean: number },
): Promise<string> {
  const decoder = createDecoder(maskerFor(vocabulary, monitor));
  const random = createRandom(seed);
  const session = model.session();
  let row = await (await session.append([0])).read();
  while (!decoder.ended && decoder.length < maxTokens) {
    const budget = maxTokens - decoder.length;
    const kept = decoder.accepts && !monitorGoesOn(monitor, decoder.state);
    const id = kept ? undefined : decoder.choose(row, { ...sampling, budget, lean, random, prompt: [0] });
    if (id === undefined) break;
    expect(decoder.commit(id)).toBe(true);
    row = await (await session.append([id])).read();
  }
  expect(decoder.accepts || decoder.ended).toBe(true);
  return utf8Decode(decoder.bytes());
}

const monitorGoesOn = <State>(monitor: Monitor<State>, state: State): boolean =>
  Array.from({ length: 256 }, (_, byte) => byte).some((byte) => monitor.step(state, byte) !== undefined);

describe("a loop with choose writes what generate writes:", () => {
  const settings = fc.record({
    temperature: fc.constantFrom(0, 0.7, 1.5),
    topK: fc.constantFrom(3, 1000),
    topP: fc.constantFrom(0.8, 1),
    repetitionPenalty: fc.constantFrom(1, 1.3),
    lean: fc.constantFrom(0, 2),
    maxTokens: fc.integer({ min: 16, max: 30 }),
    seed: fc.nat(1000),
  });
  test.each([
    ["a list", list],
    ["words", words],
    ["a product that searches", product(list as Monitor<unknown>, deny(["aa", '""']), { cost: "search" })],
  ] as [string, Monitor<unknown>][])("%s", async (_, monitor) => {
    await fc.assert(
      fc.asyncProperty(settings, fc.nat(), async (setting, modelSeed) => {
        const model = fakeModel(vocabulary, noise(vocabulary.size, modelSeed));
        const { maxTokens, seed, lean, ...sampling } = setting;
        const options = { model, prompt: [0], monitor, maxTokens, seed, lean, sampling, forcing: "off" } as const;
        for await (const event of generate(options))
          if (event.kind === "finish") expect(await chosen(model, monitor, setting)).toBe(event.result.text);
      }),
      { numRuns: 40 },
    );
  });
});

describe("choose", () => {
  const decoder = createDecoder(maskerFor(vocabulary, list));
  const row = new Float32Array(vocabulary.size);

  test("leaves the logits and the text as they are", () => {
    const before = row.slice();
    expect(decoder.choose(row, { temperature: 1, repetitionPenalty: 2, prompt: [1] })).not.toBe(undefined);
    expect([row, decoder.length]).toEqual([before, 0]);
  });

  test("gives nothing where no text is whole within the budget", () => {
    expect(decoder.choose(row, { budget: 1 })).toBe(undefined);
    expect(decoder.choose(row, { budget: 0 })).toBe(undefined);
    expect(decoder.choose(row, { budget: 2 })).not.toBe(undefined);
  });

  test("passes over forbidden tokens", () => {
    const forbidden = new Set<number>();
    for (let count = decoder.mask().mask.count; count > 0; count--) forbidden.add(decoder.choose(row, { forbidden })!);
    expect(forbidden.size).toBe(decoder.mask().mask.count);
    expect(decoder.choose(row, { forbidden })).toBe(undefined);
  });

  test.each([
    ["a budget that is none", { budget: 1.5 }, RangeError],
    ["a lean that is none", { lean: -1 }, RangeError],
    ["a temperature that is none", { temperature: -1 }, RangeError],
  ])("refuses %s", (_, options, error) => {
    expect(() => decoder.choose(row, options)).toThrow(error);
  });

  test("refuses logits that are none, and a budget where no cost is known", () => {
    expect(() => decoder.choose(Float32Array.of(Number.NaN))).toThrow(
      expect.objectContaining({ code: "logits-invalid" }),
    );
    const without = createDecoder(maskerFor(vocabulary, product(list as Monitor<unknown>, deny(["a"]))));
    expect(() => without.choose(row, { budget: 9 })).toThrow(/no cost/);
    expect(without.choose(row)).not.toBe(undefined);
  });
});

test("a product without a cost is refused before the first token where a budget must be kept", async () => {
  const monitor = product(list as Monitor<unknown>, deny(["abab"]));
  const model = fakeModel(vocabulary, noise(vocabulary.size, 1));
  const refused = complete({ model, prompt: [0], monitor, maxTokens: 9, ifShort: "refuse" });
  await expect(refused).rejects.toMatchObject({ name: "BudgetError", code: "no-budget", available: 9 });
  expect(model.calls()).toBe(0);
});

test("a product with a cost is never cut off, whatever the model wants", async () => {
  const monitor = product(list as Monitor<unknown>, deny(["abab", "12"]), { cost: "search" });
  const greedy = Array.from({ length: vocabulary.size }, (_, id) => id).filter(
    (id) => (vocabulary.bytes(id)?.length ?? 0) > 1,
  );
  for (const maxTokens of [3, 5, 8]) {
    const wants = new Float32Array(vocabulary.size);
    for (const id of greedy) wants[id] = 9;
    const model = fakeModel(vocabulary, () => wants.slice());
    for await (const event of generate({ model, prompt: [0], monitor, maxTokens }))
      if (event.kind === "finish") expect([event.result.accepted, maxTokens]).toEqual([true, maxTokens]);
  }
});
