import { createRandom, distributionOf, draw, penalize, type Sampling } from "@espalier/decode";
import { checkLogits } from "@espalier/model";
import { buildTrie, createMasker } from "@espalier/trie";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { chooseToken } from "../src/choose.js";
import { argmax, checkedArgmax, drawPlain } from "../src/sampling.js";
import { inOrder, monitorOf, oneOf, or, star, text, vocabularyWith } from "./small-languages.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20251);

/** The definition, step by step, over lists. */
function naive(ids: readonly number[], logits: readonly number[], sampling: Sampling): Map<number, number> {
  const { temperature = 1, topK = ids.length, topP = 1, minP = 0 } = sampling;
  const most = Math.max(...logits);
  let list = ids
    .map((id, at) => ({ id, at, weight: Math.exp((logits[at]! - most) / temperature) }))
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, topK);
  const total = list.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  list = list.filter(({ weight }) => {
    const before = sum;
    sum += weight;
    return topP >= 1 || before < topP * total;
  });
  list = list.filter(({ weight }) => weight >= minP * list[0]!.weight);
  const left = list.reduce((all, { weight }) => all + weight, 0);
  return new Map(list.map(({ id, weight }) => [id, weight / left]));
}

const logitsArbitrary = fc.array(
  fc.integer({ min: -40, max: 40 }).map((n) => n / 4),
  { minLength: 1, maxLength: 700 },
);
const samplingArbitrary = fc.record(
  {
    temperature: fc.integer({ min: 1, max: 30 }).map((n) => n / 10),
    topK: fc.integer({ min: 1, max: 800 }),
    topP: fc.integer({ min: 1, max: 100 }).map((n) => n / 100 + (n < 100 ? 0.0037 : 0)),
    minP: fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
  },
  { requiredKeys: [] },
);

test("temperature and cuts give the distribution of their definition", () => {
  fc.assert(
    fc.property(logitsArbitrary, samplingArbitrary, (logits, sampling) => {
      const ids = logits.map((_, i) => 3 * i);
      const { ids: got, probabilities } = distributionOf({ ids, logits }, sampling);
      const want = naive(ids, logits, sampling);
      expect(new Set(got)).toEqual(new Set(want.keys()));
      got.forEach((id, i) => {
        expect(probabilities[i]).toBeCloseTo(want.get(id)!, 10);
      });
    }),
    { numRuns: samples(300) },
  );
});

test("a draw divides [0, 1) in proportion", () => {
  const logits = [2, 5, 1, 0, 4].map(Math.log); // 12 parts
  const distribution = distributionOf({ ids: [0, 1, 2, 3, 4], logits }, {});
  const counts = [0, 0, 0, 0, 0];
  for (let n = 0; n < 1200; n++) counts[draw(distribution, (n + 0.5) / 1200)]!++;
  expect(counts).toEqual([200, 500, 100, 0, 400]);
  const plain = [0, 0, 0, 0, 0];
  for (let n = 0; n < 1200; n++) plain[drawPlain(Float32Array.from(logits), 5, 1, (n + 0.5) / 1200)]!++;
  expect(plain).toEqual(counts);
});

test("every logit at minus infinity leaves every candidate", () => {
  const logits = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  expect(Array.from(distributionOf({ ids: [3, 4], logits }, { topK: 2 }).probabilities)).toEqual([0.5, 0.5]);
  expect(drawPlain(Float32Array.from(logits), 2, 1, 0.3)).toBe(-1);
  expect(() => distributionOf({ ids: [], logits: [] }, {})).toThrow(RangeError);
});

test("the penalty makes each seen token less likely, once", () => {
  const logits = Float32Array.of(2, -2, 3, 0);
  penalize(logits, [0, 1, 0, 1, 99], 2);
  expect(Array.from(logits)).toEqual([1, -4, 3, 0]);
  const extreme = Float32Array.of(3e38, -3e38, Number.NEGATIVE_INFINITY);
  penalize(extreme, [0, 1, 2], 0.01);
  expect(Array.from(extreme).map(Number.isFinite)).toEqual([true, true, false]);
});

test("random numbers depend on the seed alone and fill [0, 1)", () => {
  const take = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 1000 }, () => random.next());
  };
  expect(take(5)).toEqual(take(5));
  expect(take(5)).not.toEqual(take(6));
  const numbers = take(5);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
  expect(() => createRandom(0.5)).toThrow("must be");
});

describe("sampling under a mask is the distribution of the mask, exactly", () => {
  // Weights are whole numbers, so a grid over the random numbers counts probabilities without rounding.
  const vocabulary = vocabularyWith(["ab", "abb"]);
  const masker = createMasker(
    buildTrie(vocabulary),
    monitorOf(or(text("c"), inOrder(text("a"), star(text("b")), text("z")))),
  );
  const { state, weights } = {
    state: masker.monitor.start,
    weights: new Map([
      [97, 3],
      [99, 2],
      [256, 4],
      [257, 1],
      [100, 6],
    ]),
  };
  const logits = Float32Array.from({ length: vocabulary.size }, (_, id) => Math.log(weights.get(id) ?? 0));

  /** How often each token is chosen when every combination of the next random numbers is tried once. */
  function chances(sampling: Sampling, budget: number | undefined, grids: readonly number[]): Record<number, number> {
    const counts: Record<number, number> = {};
    const explore = (numbers: readonly number[], parts: number): void => {
      let asked = 0;
      let more = false;
      const random = {
        next: () => {
          if (asked === numbers.length) more = true;
          return numbers[asked++] ?? 0;
        },
      };
      const id = chooseToken(
        { masker, state, logits, budget, lean: 0, forbidden: new Set(), tries: 1 },
        sampling,
        random,
      )!;
      if (!more) counts[id] = (counts[id] ?? 0) + parts;
      else {
        const grid = grids[numbers.length]!;
        for (let n = 0; n < grid; n++) explore([...numbers, (n + 0.5) / grid], parts / grid);
      }
    };
    explore([], 1);
    return counts;
  }
  const close = (got: Record<number, number>, want: Record<number, number>) => {
    expect(Object.keys(got)).toEqual(Object.keys(want));
    for (const [id, chance] of Object.entries(want)) expect(got[Number(id)]).toBeCloseTo(chance, 9);
  };

  test("temperature alone, with the draw from all tokens first", () => {
    close(chances({ temperature: 1 }, undefined, [16, 10]), { 97: 0.3, 99: 0.2, 256: 0.4, 257: 0.1 });
  });
  test("temperature alone within a budget of one token", () => {
    close(chances({ temperature: 1 }, 1, [16, 10, 2]), { 99: 1 });
  });
  test("temperature alone within a budget of two tokens", () => {
    close(chances({ temperature: 1 }, 2, [16, 10, 10]), { 97: 0.3, 99: 0.2, 256: 0.4, 257: 0.1 });
  });
  test("top k sees the mask, not the token that is out", () => {
    close(chances({ temperature: 1, topK: 2 }, undefined, [7]), { 97: 3 / 7, 256: 4 / 7 });
  });
  test("a budget conditions what the cuts left", () => {
    close(chances({ temperature: 1, topK: 3 }, 1, [9, 1]), { 99: 1 });
  });
  test("where the cuts leave nothing in time, the rest is asked", () => {
    close(chances({ temperature: 1, topK: 1 }, 1, [4, 1]), { 99: 1 });
  });
  test("greedy takes the likeliest that may follow in time", () => {
    close(chances({}, undefined, []), { 256: 1 });
    close(chances({}, 1, []), { 99: 1 });
  });
});

describe("drawing again until a token is in time, and leaning towards the end", () => {
  const vocabulary = vocabularyWith(["ab", "abb"]);
  const masker = createMasker(
    buildTrie(vocabulary),
    monitorOf(or(text("c"), inOrder(text("a"), star(text("b")), text("z")), text("dxyz"))),
  );
  const weights = new Map([
    [97, 3],
    [99, 2],
    [256, 4],
    [257, 1],
    [100, 10],
    [101, 6],
  ]);
  const logits = Float32Array.from({ length: vocabulary.size }, (_, id) => Math.log(weights.get(id) ?? 0));
  const place = (budget: number, lean: number, tries: number) => ({
    masker,
    state: masker.monitor.start,
    logits,
    budget,
    lean,
    tries,
    forbidden: new Set<number>(),
  });
  const DRAWS = 10_000;

  for (const tries of [1, 2, 64]) {
    for (const sampling of [{ temperature: 1 }, { temperature: 1, topK: 5 }, { temperature: 0.5, topK: 5 }]) {
      // After "a", "ab", "abb" one symbol finishes and two tokens are left: the logit is lowered by lean / 2.
      for (const [lean, share] of [
        [0, 1],
        [2 * Math.log(2), 0.5],
      ] as const) {
        test(`${tries} tries, ${JSON.stringify(sampling)}, lean ${lean.toFixed(2)}`, () => {
          const power = 1 / sampling.temperature;
          const want = new Map(
            [97, 99, 256, 257].map((id) => [id, (weights.get(id)! * (id === 99 ? 1 : share)) ** power]),
          );
          const total = [...want.values()].reduce((a, b) => a + b, 0);
          const random = createRandom(seed);
          const counts = new Map<number, number>();
          for (let n = 0; n < DRAWS; n++) {
            const id = chooseToken(place(3, lean, tries), sampling, random)!;
            counts.set(id, (counts.get(id) ?? 0) + 1);
          }
          expect([...counts.keys()].sort()).toEqual([...want.keys()].sort());
          for (const [id, weight] of want) {
            const chance = weight / total;
            const deviation = Math.sqrt(DRAWS * chance * (1 - chance));
            expect(Math.abs(counts.get(id)! - DRAWS * chance), `token ${id}`).toBeLessThan(6 * deviation);
          }
        });
      }
    }
    test(`greedy, ${tries} tries`, () => {
      const best = (budget: number, lean: number) => chooseToken(place(budget, lean, tries), {}, createRandom(1));
      expect(best(9, 0)).toBe(100);
      expect(best(3, 0)).toBe(256);
      expect(best(1, 0)).toBe(99);
      // log 4 − lean / 2 against log 2.
      expect(best(3, 1.3)).toBe(256);
      expect(best(3, 1.5)).toBe(99);
    });
  }
});

test("settings outside their bounds are refused", async () => {
  const { complete } = await import("@espalier/decode");
  const { fakeModel, noise } = await import("./small-languages.js");
  const vocabulary = vocabularyWith([]);
  const model = fakeModel(vocabulary, noise(vocabulary.size, 1));
  for (const sampling of [
    { temperature: -1 },
    { topK: 0 },
    { topP: 0 },
    { topP: 1.1 },
    { minP: 2 },
    { repetitionPenalty: 0 },
    { temperature: Number.NaN },
  ]) {
    const [name] = Object.keys(sampling);
    await expect(complete({ model, prompt: [1], sampling, monitor: monitorOf(oneOf("a")) })).rejects.toThrow(name);
  }
});

test("the greatest of a row that is checked in the same pass: that of two passes, and the same refusals", () => {
  const value = fc.constantFrom(0, 1, 2, -1, 1.5, Number.NEGATIVE_INFINITY, Number.NaN, Number.POSITIVE_INFINITY);
  const finite = fc.constantFrom(0, 1, 2, -1, 1.5, Number.NEGATIVE_INFINITY);
  const of = (row: Float32Array, count: number, passes: 1 | 2) => {
    try {
      if (passes === 1) return checkedArgmax(row, count);
      checkLogits(row);
      return argmax(row, count);
    } catch (error) {
      return `${error}`;
    }
  };
  fc.assert(
    fc.property(
      fc.oneof(fc.array(finite, { maxLength: 20 }), fc.array(value, { maxLength: 20 })),
      fc.nat(24),
      (values, count) => {
        const row = Float32Array.from(values);
        expect(of(row, count, 1)).toBe(of(row, count, 2));
      },
    ),
    { numRuns: samples(500) },
  );
});
