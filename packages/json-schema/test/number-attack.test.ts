// A seeded share of the attack on numbers.
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { attackNumbers } from "./number-attack.js";
import { seed } from "./text/judge.js";

test("random schemas of numbers, texts near their edges", { timeout: 120_000 }, () => {
  const random = seeded(seed);
  let accepted = 0;
  for (let round = 0; round < samples(150); round++) {
    const result = attackNumbers(random, 40);
    expect(result.fault).toBeUndefined();
    accepted += result.accepted;
  }
  expect(accepted).toBeGreaterThan(samples(500));
});

/** Numbers from 0 to 1 (mulberry32). */
function seeded(from: number): () => number {
  let state = from | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
