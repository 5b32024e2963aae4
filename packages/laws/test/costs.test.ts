// What the law of costs counts, and what it refuses, where no end can be reached.

import { checkCosts, LawError } from "@espalier/laws";
import { type Monitor, strings } from "@espalier/monitor";
import { describe, expect, test } from "vitest";

/** After `a` no step leads on, and the text may not end. */
const stuck: Monitor<number> = {
  start: 0,
  step: (state, byte) => (state === 0 && (byte === 97 || byte === 98) ? byte : undefined),
  accepts: (state) => state === 98,
  cost: (state) => (state === 0 ? 1 : state === 98 ? 0 : Number.POSITIVE_INFINITY),
};

describe("states of cost Infinity", () => {
  test("the start of an empty language is none", () => {
    expect(checkCosts(strings([]), { seed: 1 }).infinite).toBe(0);
  });

  test("a state that a step leads to is one", () => {
    expect(checkCosts(stuck, { seed: 1 }).infinite).toBeGreaterThan(0);
  });

  test("a trim monitor has none, not even where no step leads on", () => {
    expect(() => checkCosts({ ...stuck, trim: true }, { seed: 1 })).toThrow(LawError);
  });
});
