// The parts of `pnpm run soak` that decide what it says, and a small run of it. How long anything took is not judged here.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawFor } from "./draw.js";
import { createHistogram } from "./histogram.js";
import { createNoise, type Noise } from "./noise.js";
import type { Outcome } from "./outcome.js";
import type { Plan } from "./plan.js";
import { KINDS, RefusedSubject, subjectOf } from "./subjects.js";
import { pythonFiles } from "./texts.js";
import { createTurns, type Tally } from "./texts-in-turn.js";

const seed = fc.readConfigureGlobal()?.seed ?? 1;

describe("times by tenths", () => {
  test("percentiles are those of the sorted times, but for 1.1 %", () => {
    const time = fc.double({ min: 0.02, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 300 }), (times) => {
        const histogram = createHistogram();
        for (const us of times) histogram.add(us, 0.95);
        const sorted = times.toSorted((a, b) => a - b);
        const { masks, p50, p99, p999, longest } = histogram.percentiles(9);
        expect(masks).toBe(times.length);
        for (const [share, found] of [[0.5, p50] as const, [0.99, p99] as const, [0.999, p999] as const]) {
          const exact = sorted[Math.floor(times.length * share)]!;
          expect(found).toBeGreaterThan(0.999 * exact);
          expect(found).toBeLessThan(1.012 * exact);
        }
        expect(longest / sorted.at(-1)!).toBeCloseTo(1, 3);
        expect(histogram.percentiles(0).masks).toBe(0);
      }),
    );
  });
});

describe("draws", () => {
  test("are the same for a seed and a number, and others for others", () => {
    const first = (of: number, number: number): number => drawFor(of, number).unit();
    expect(first(seed, 7)).toBe(first(seed, 7));
    expect(new Set(Array.from({ length: 500 }, (_, number) => first(seed, number))).size).toBe(500);
    expect(first(seed, 7)).not.toBe(first(seed + 1, 7));
  });

  test("of some items keep their order", () => {
    const draw = drawFor(seed, 0);
    for (let n = 0; n < 200; n++) {
      const some = draw.some([1, 2, 3, 4, 5], 3);
      expect(some.length).toBeLessThanOrEqual(3);
      expect(some).toEqual([...new Set(some)].toSorted((a, b) => a - b));
    }
  });
});

const RECIPE = fileURLToPath(new URL("../../models/tiny-fim/recipe/", import.meta.url));
const around = { seed, schemas: undefined, python: pythonFiles(RECIPE) };

describe("languages", () => {
  test.each(Object.keys(KINDS).filter((kind) => kind !== "maskbench"))(
    "of the kind %s: the same for a number",
    (kind) => {
      const sourceOf = (number: number): string => {
        try {
          return subjectOf(number, around, kind).source;
        } catch (error) {
          if (error instanceof RefusedSubject) return error.message;
          throw error;
        }
      };
      const sources = Array.from({ length: 6 }, (_, number) => sourceOf(number));
      expect(Array.from({ length: 6 }, (_, number) => sourceOf(number))).toEqual(sources);
      expect(new Set(sources).size).toBeGreaterThan(1);
      expect(sources.some((source) => !source.startsWith(`${kind}: `))).toBe(true);
    },
  );
});

describe("texts in turn", () => {
  const vocabulary = vocabularyOfBytes(
    [...Array.from({ length: 256 }, (_, byte) => [byte]), '{"', '":', '","', '"}', "the", { control: "<end>" }],
    ["<end>"],
  );
  const plan: Plan = {
    ...{ seed, seconds: 1e9, tokens: 1e9, generations: 60, length: 6, interleave: 3, live: 5, workers: 0, sample: 40 },
    ...{ vocabulary: "", python: "" },
  };
  async function run(): Promise<Tally> {
    const turns = createTurns(plan, around, createNoise(vocabulary, seed), () => undefined);
    while (turns.tally.generations < plan.generations) await turns.step();
    await turns.drain();
    return turns.tally;
  }

  test("are the same for a seed, and none fails", async () => {
    const tally = await run();
    expect(tally.failures).toEqual([]);
    expect(tally.tokens).toBeGreaterThan(2 * plan.generations);
    expect(Object.keys(tally.languages).length).toBeGreaterThan(3);
    expect(await run()).toEqual(tally);
  });

  test("fail with a command that repeats the text", async () => {
    const noise = createNoise(vocabulary, seed);
    const silent: Noise = {
      ...noise,
      row: () => {
        throw new Error("no logits today");
      },
    };
    const turns = createTurns({ ...plan, kind: "regex" }, around, silent, () => undefined);
    while (turns.tally.generations < 40) await turns.step();
    const [first] = turns.tally.failures;
    expect(turns.tally.failed).toBeGreaterThan(0);
    expect(first).toMatchObject({ error: "Error: no logits today", kind: "regex" });
    const only = /--only (\d+):(\d+)$/.exec(first!.repeat)!;
    const again = { ...plan, kind: "regex", only: { text: Number(only[1]), language: Number(only[2]) }, interleave: 1 };
    const alone = createTurns(again, around, silent, () => undefined);
    while (alone.tally.generations < 1) await alone.step();
    expect(alone.tally.failures.map(({ error, source }) => [error, source])).toEqual([[first!.error, first!.source]]);
  });
});

// It makes the tables of a large vocabulary, once for the process and once for a worker.
describe("the command", { timeout: 180_000 }, () => {
  function soak(...options: readonly string[]): Outcome {
    const main = fileURLToPath(new URL("main.ts", import.meta.url));
    const flags = ["--import", "tsx", "--conditions=@espalier/source"];
    const stdout = execFileSync(process.execPath, [...flags, main, "--json", ...options], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return JSON.parse(stdout) as Outcome;
  }

  test("says what it wrote, in how much memory, and that a worker exited", () => {
    const small = ["--length", "4", "--live", "4", "--interleave", "3"];
    const outcome = soak("--generations", "24", "--workers", "1", "--seed", String(seed), ...small);
    expect(outcome).toMatchObject({ failed: 0, failures: [], workers: { exited: 1 } });
    expect(outcome.generations).toBeGreaterThanOrEqual(24);
    expect(outcome.tokens).toBeGreaterThan(40);
    expect(outcome.memory.map(({ progress }) => progress)).toEqual([0.1, 0.3, 0.9]);
    for (const { inUse, left, sample, peak } of outcome.memory) {
      expect(sample.heap).toBeGreaterThan(left.heap);
      expect(left.heap).toBeLessThanOrEqual(inUse.heap + 5);
      expect(peak).toBeGreaterThan(inUse.heap);
    }
    expect(outcome.masks.first.masks + outcome.masks.last.masks).toBeGreaterThan(0);
  });

  test("a text of a product ends within its budget where no symbol lowers the cost of a sketch", () => {
    expect(soak("--only", "748:98", "--seed", "3", "--length", "40").failures).toEqual([]);
  });
});
