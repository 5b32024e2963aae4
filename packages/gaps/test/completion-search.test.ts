// Searches for the completions of a gap: what they find after a text has left the blocks around the gap, and how much work they do where the estimates mislead
// them.

import { createLexedLanguage, fillMiddle } from "@espalier/gaps";
import { createFuel } from "@espalier/monitor";
import { expect, test } from "vitest";
import type { GapParts } from "../src/gap/gap-products.js";
import type { Goal } from "../src/language/goal.js";
import { DEAD_STATE, type LexedState } from "../src/language/machine.js";
import { createWitnesses } from "../src/language/witness.js";
import { blockLanguage } from "./block-language.js";

function partsOf(prefix: string, suffix: string): GapParts {
  let parts: GapParts | undefined;
  const capabilities = (its: GapParts): object => {
    parts = its;
    return {};
  };
  fillMiddle(createLexedLanguage(blockLanguage, { products: { capabilities } }), { prefix, suffix });
  return parts!;
}

function after({ machine, origin }: GapParts, text: string): LexedState {
  let at = machine.adopt(origin.local, origin.set, origin.frames);
  for (const byte of new TextEncoder().encode(text)) at = machine.step(at, byte);
  expect(at).not.toBe(DEAD_STATE);
  return at;
}

test.each([
  ["if a:\n  if b:\n    c + (d", ")\n    e\nf\n", 12],
  ["if a:\n if b:\n      if c:\n        d + (", "e)\n        f\ng\n", 16],
])("from %j, a text that left the blocks opens as few as it can", (prefix, suffix, length) => {
  const parts = partsOf(prefix, suffix);
  const { machine, witnesses, accepts } = parts;
  const fuel = createFuel(Number.POSITIVE_INFINITY);
  expect(fuel.run(() => witnesses.cost(after(parts, "1)\nx")))).toBe(length);
  expect(fuel.spent()).toBeLessThan(2_000);
  for (const text of ["1)\nx", "1)\nx + (y", "1)\nif x:\n   y\n", "1)\nif x:\n y\nelse:\n "]) {
    const state = after(parts, text);
    expect(accepts(witnesses.of(state)!.reduce(machine.step, state)), text).toBe(true);
  }
});

test("after some searches in vain, searches visit few states", () => {
  const parts = partsOf("if a:\n  if b:\n    c + (d", ")\n    e\nf\n");
  const [goal, ...others] = parts.goals.map((its): Goal => ({ ...its, reached: () => false }));
  const witnesses = createWitnesses(parts.machine, goal!, ...others);
  const work = (text: string): number => {
    const state = after(parts, text);
    const fuel = createFuel(Number.POSITIVE_INFINITY);
    expect(
      fuel.run(() => witnesses.undecided(state)),
      text,
    ).toBe(true);
    return fuel.spent();
  };
  const first = work("1)\nx");
  let all = 0;
  for (let column = 1; column <= 100; column++) all += work(`1)\nif x:\n${" ".repeat(column)}y`);
  expect(all).toBeLessThan(12 * first);
});
