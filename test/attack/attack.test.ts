// The attack reports what it should: failures with their seeds, skipped parts, and nothing where nothing is wrong. Each part gets one small round.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seed } from "../support/seed.js";
import { type AttackOptions, attack } from "./attack.js";
import { HOSTILE_INPUTS } from "./hostile-inputs.js";
import { type Counts, type Part, tally } from "./part.js";
import { PARTS } from "./parts.js";
import { Finding, isTypedRefusal, smallestFailure } from "./smallest.js";

/** A part whose law fails for numbers of at least `bound`. */
function failingFrom(bound: number): Part {
  const counts: Counts = { numbers: 0 };
  const law = (number: number): void => {
    tally(counts, "numbers");
    if (number >= bound) throw new Finding(`${number} is too much`);
  };
  return {
    name: "planted",
    about: "",
    open: async () => ({
      counts,
      round: (from, milliseconds) =>
        smallestFailure(fc.nat({ max: 1_000 }), law, { seed: from, runs: 100, milliseconds, show: String }),
      close: () => undefined,
    }),
  };
}

const once = { seconds: 60, seed, rounds: 1 };

describe("the attack", () => {
  test("reports a planted failure with its seed and the smallest input", async () => {
    const { failures } = await attack([failingFrom(500)], once);
    expect(failures).toEqual([{ part: "planted", seed, said: "500\n500 is too much" }]);
  });

  test("goes on after a failure, with the next seed", async () => {
    const { failures } = await attack([failingFrom(500)], { ...once, rounds: 3 });
    expect(failures.map((failure) => failure.seed)).toEqual([seed, seed + 1, seed + 2]);
  });

  test("reports after each round what all rounds so far did and found", async () => {
    const soFar: [rounds: number | undefined, failures: number][] = [];
    const onRound: AttackOptions["onRound"] = ({ parts, failures }) => soFar.push([parts[0]?.rounds, failures.length]);
    await attack([failingFrom(500)], { ...once, rounds: 2, onRound });
    expect(soFar).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test("reports nothing where nothing is wrong, and says what was skipped", async () => {
    const skipped: Part = { name: "skipped", about: "", open: async () => "needs a judge" };
    const { failures, parts } = await attack([failingFrom(1_001), skipped], once);
    expect(failures).toEqual([]);
    expect(parts.map(({ part, rounds, counts, skipped: why }) => [part, rounds, counts, why])).toEqual([
      ["planted", 1, { numbers: 100 }, undefined],
      ["skipped", 0, {}, "needs a judge"],
    ]);
  });

  test("takes errors with a code and a short message for refusals, and no others", () => {
    const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });
    expect(isTypedRefusal(coded("limit", "too much"))).toBe(true);
    expect(isTypedRefusal(coded("ENOENT", "no file"))).toBe(false);
    expect(isTypedRefusal(new TypeError("x is not a function"))).toBe(false);
    expect(isTypedRefusal(new RangeError("a trie holds at most 5 nodes"))).toBe(true);
    const refused = (call: () => unknown): unknown => {
      try {
        return call();
      } catch (error) {
        return isTypedRefusal(error);
      }
    };
    const endless = (): unknown => [endless()];
    const byTheEngine = [
      endless,
      () => new Array(-1),
      () => new Uint8Array(-1),
      () => "a".repeat(-1),
      () => BigInt(0.5),
    ];
    expect(byTheEngine.map(refused)).toEqual([false, false, false, false, false]);
    expect(() => isTypedRefusal(coded("limit", "a".repeat(1_000)))).toThrow("an error message of 1000 characters");
  });

  test("has more than a hundred hostile inputs, each under a name of its own", () => {
    const names = HOSTILE_INPUTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(100);
  });
});

describe("one round of", () => {
  // The hostile inputs take minutes; `.ci/run` has them.
  const sampled = PARTS.filter(({ name }) => name !== "hostile");
  test.each(sampled.map((part) => [part.name, part] as const))("%s", { timeout: 120_000 }, async (_, part) => {
    const { failures, parts } = await attack([part], { seconds: 4, seed, rounds: 1 });
    expect(failures).toEqual([]);
    if (parts[0]?.rounds === 1) expect(Math.max(...Object.values(parts[0].counts))).toBeGreaterThan(0);
  });
});
