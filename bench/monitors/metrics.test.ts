// The metrics against their definitions: the best of k by brute force, and texts whose agreement is known.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { agreement, scoreAt, truncated } from "./metrics.js";

/** The mean over all choices of `k` of the best. */
function byBruteForce(k: number, scores: readonly number[]): number {
  const best: number[] = [];
  for (let chosen = 0; chosen < 1 << scores.length; chosen++) {
    const its = scores.filter((_, at) => (chosen >> at) & 1);
    if (its.length === k) best.push(Math.max(...its));
  }
  return best.reduce((sum, each) => sum + each, 0) / best.length;
}

test("score@k is the mean of the best over all choices of k", () => {
  const scores = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(scores, fc.nat({ max: 5 }), (list, drawn) => {
      const k = 1 + (drawn % list.length);
      expect(scoreAt(k, list)).toBeCloseTo(byBruteForce(k, list), 10);
    }),
  );
});

const TEMPLATE = `1 + \`x\${ {} }y\` // c`;
test.each([
  ["a.b(c); }", "a.b(c); }", 1, 1, 1],
  ["a.b(d); }", "a.b(c); }", 1, 2 / 3, 4 / 8],
  ["b(c);", "a(c);", 0, 0, 0],
  ["", "a", 0, 0, 0],
  ["a b", TEMPLATE, 0, undefined, 0],
  [TEMPLATE.slice(0, 15), TEMPLATE, 1, undefined, 6 / 7],
])("%s beside %s", (output, truth, nextIdentifier, identifiers, prefix) => {
  expect(agreement(output, truth)).toEqual({ nextIdentifier, identifiers, prefix });
});

test.each([
  ["name; } function g() { }", "name; }"],
  [`map((x) => { return { a: \`}\${x}\` }; }); /* } */ }`, `map((x) => { return { a: \`}\${x}\` }; }); /* } */ }`],
  ["map((x) => { if (x) { y = '}'  ", "map((x) => { if (x) { y = '}'}}}"],
  ["name;", "name;}"],
])("%s is cut to %s", (output, cut) => {
  expect(truncated("class A { f() {", " return this.", output)).toBe(cut);
});
