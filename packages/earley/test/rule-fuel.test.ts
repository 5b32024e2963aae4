// Rules whose automata are far larger than their text.

import { compileRules } from "@espalier/earley";
import { type Grammar, nonterminal, optional, sequence, terminal } from "@espalier/grammar";
import { createFuel, FuelError } from "@espalier/monitor";
import { describe, expect, test } from "vitest";

const names = Array.from({ length: 300 }, (_, i) => `n${i}`);
const literals: Grammar = {
  start: "start",
  rules: [{ name: "start", body: sequence(...names.map((name) => optional(terminal(name)))) }],
};
const nullable: Grammar = {
  start: "start",
  rules: [
    { name: "start", body: sequence(...names.map((name) => nonterminal(name))) },
    ...names.map((name) => ({ name, body: optional(terminal(name)) })),
  ],
};

describe.each([
  ["optional terminals", literals],
  ["calls of rules that may be empty", nullable],
])("a sequence of %s", (_, grammar) => {
  test("takes fuel for each of its edges, which are quadratic", () => {
    const fuel = createFuel(Number.POSITIVE_INFINITY);
    const { terminalLabel, callLabel } = fuel.run(() => compileRules(grammar));
    const edges = terminalLabel.length + callLabel.length;
    expect(edges).toBeGreaterThanOrEqual((names.length * (names.length + 1)) / 2);
    expect(fuel.spent()).toBeGreaterThan(6 * edges);
    const little = createFuel(300_000);
    expect(() => little.run(() => compileRules(grammar))).toThrow(FuelError);
  });
});
