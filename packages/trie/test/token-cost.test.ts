// The tokens that finish a text, where the monitor has a cheapest completion: asked with and without a bound, in any order.

import type { Monitor } from "@espalier/monitor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createTokenCosts, type TokenCosts } from "../src/budget/token-cost.js";

/** States count the symbols that are left. The longest token at state `n` spells `tokens[n]` of them. */
function costsOf(tokens: readonly number[], onToken: () => void = () => undefined): TokenCosts<number> {
  const monitor: Monitor<number> = {
    start: tokens.length - 1,
    step: (state) => (state > 0 ? state - 1 : undefined),
    accepts: (state) => state === 0,
    cost: (state) => state,
    table: { classOf: new Uint8Array(256), classCount: 1, generation: 0 },
  };
  const along = (state: number): number => {
    onToken();
    return Math.max(0, state - tokens[state]!);
  };
  return createTokenCosts(monitor, { singles: () => [], reach: () => [], complete: true, along }, 1000);
}

test("whether a number of tokens suffices does not depend on earlier questions", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 45 }), fc.boolean()), { maxLength: 60 }),
      (tokens, questions) => {
        const asked = costsOf(tokens);
        for (const [at, most, exact] of questions) {
          const state = at % tokens.length;
          const needed = costsOf(tokens).of(state);
          if (exact) expect(asked.of(state)).toBe(needed);
          // So many symbols suffice, too, if each is one token.
          else expect(asked.within(state, most)).toBe(needed <= most || state <= most);
        }
      },
    ),
    { numRuns: samples(2000) },
  );
});

test("a completion that is too long is spelt once, however many states lead to it", () => {
  let spelt = 0;
  const costs = costsOf(new Array<number>(1001).fill(1), () => spelt++);
  for (let state = 501; state <= 1000; state++) expect(costs.within(state, 500)).toBe(false);
  expect(spelt).toBeLessThan(2000);
});
