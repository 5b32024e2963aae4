// Completions of a gap that no search finds: the costs of 300 texts together take at most five times the work of the first.

import { createFuel, type Monitor, run } from "@espalier/monitor";
import { fillMiddle, python } from "espalier";
import { expect, test } from "vitest";

const PREFIX = "class A:\n    def f(s):\n        v = g(h";
const SUFFIX = ").view()\n        a = 1\n        return a\nclass B:\n    pass\n";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const after = <State>(monitor: Monitor<State>, start: State, text: string): State =>
  run({ ...monitor, start }, bytesOf(text))!;

test("searches after many in vain are short", () => {
  const gap = fillMiddle(python(), { prefix: PREFIX, suffix: SUFFIX, policy: "boundaryOnly" });
  // The line ends, and the next one leaves the function. The suffix needs a block at its column again, which the
  // estimates do not know.
  const line = after(gap, gap.start, "_FD);\n");
  expect(gap.cost(line)).toBe(9);
  const work = (text: string): number => {
    const state = after(gap, line, text);
    const fuel = createFuel(Number.POSITIVE_INFINITY);
    expect(fuel.run(() => gap.cost(state))).toBe(Number.POSITIVE_INFINITY);
    expect(gap.undecided(state)).toBe(true);
    return fuel.spent();
  };
  const first = work("a");
  let all = 0;
  for (let n = 0; n < 300; n++) all += work(`b = c.d${"(".repeat(n % 20)}[${n}`);
  expect(all).toBeLessThan(5 * first);
  // What is near is still found.
  expect(gap.cost(after(gap, line, "    a"))).toBe(20);
});
