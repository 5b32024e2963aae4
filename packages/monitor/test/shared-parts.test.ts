// Combinations of a monitor with itself, nested: the work and the report grow with the depth, not with the number of
// paths to the innermost part.

import { deny, type Monitor, product, refusalOf, run, strings, union } from "@espalier/monitor";
import { describe, expect, test } from "vitest";

const DEPTH = 24;

function nested(combine: (a: Monitor<number>, b: Monitor<number>) => Monitor<number>) {
  let steps = 0;
  const inner = { ...deny(["ab"]), label: "inner" };
  let monitor: Monitor<number> = {
    ...inner,
    step(state, symbol) {
      steps++;
      return inner.step(state, symbol);
    },
  };
  for (let depth = 0; depth < DEPTH; depth++) monitor = combine(monitor, monitor);
  return { monitor, steps: () => steps };
}

const combinations: readonly [string, (a: Monitor<number>, b: Monitor<number>) => Monitor<number>][] = [
  ["product", (a, b) => product(a, b) as Monitor<number>],
  ["union", union],
];

describe.each(combinations)("%s", (_, combine) => {
  test("steps the inner part a few times for a symbol", () => {
    const { monitor, steps } = nested(combine);
    const before = steps();
    const state = run(monitor, "ccca")!;
    expect(monitor.step(state, 0x62)).toBeUndefined();
    expect(monitor.accepts(state)).toBe(true);
    expect(steps() - before).toBeLessThan(4 * 5);
  });
  test("reports the inner part once", () => {
    const { monitor, steps } = nested(combine);
    const state = run(monitor, "a")!;
    const before = steps();
    const path = Array.from({ length: DEPTH }, () => 0);
    expect(refusalOf(monitor, state, 0x62)).toMatchObject([{ path, label: "inner", reason: "refuses" }]);
    expect(steps() - before).toBeLessThan(4 * DEPTH);
  });
});

test("a copy of a part is reported beside it", () => {
  const part = strings(["ab", "b"]);
  const both = product(product(part, part), product(part, { ...part }));
  const found = refusalOf(both, both.start, 0x7a);
  expect(found.map(({ path }) => path)).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
