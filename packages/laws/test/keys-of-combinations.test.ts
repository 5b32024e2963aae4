// Combinations of monitors that have no table number their states, and the numbers are their keys.

import { checkMonitor } from "@espalier/laws";
import {
  endsWith,
  type Monitor,
  mapInput,
  monitorOf,
  onTrigger,
  optional,
  run,
  sequence,
  star,
  strings,
  top,
  union,
} from "@espalier/monitor";
import { describe, expect, test } from "vitest";
import { seed } from "../../../test/support/seed.js";

describe("combinations of monitors without a table", () => {
  const dots = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings }) as Monitor<unknown>;
  const shallow = monitorOf({
    start: { depth: 0 },
    step: ({ depth }, byte) => (byte === 0x5b ? { depth: Math.min(depth + 1, 3) } : { depth }),
    accepts: () => true,
    cost: () => 0,
    key: ({ depth }) => depth,
  }) as Monitor<unknown>;

  test.each([
    ["a union", () => union(dots, shallow)],
    ["a sequence", () => sequence(strings(["x"]), dots)],
    ["a repetition", () => star(shallow)],
    ["an option", () => optional(shallow)],
    ["what is read through a transducer", () => mapInput({ ...top, output: (_: number, byte) => [byte] }, shallow)],
  ])("%s keeps the laws of keys", (_, make) => {
    const monitor = make() as Monitor<unknown>;
    expect(monitor.table).toBeUndefined();
    expect(monitor.key).toBeDefined();
    checkMonitor(monitor, { seed, runs: 50 });
  });

  test("states that different texts lead to have one key where what may follow is equal", () => {
    const both = union(shallow, strings(["[]"])) as Monitor<unknown>;
    const key = (text: string): unknown => both.key!(run(both, text)!);
    expect([key("a[") === key("bc["), key("a[") === key("a[[")]).toEqual([true, false]);
  });

  test("may be what an answer allows", () => {
    const asking = onTrigger({ after: endsWith(["."]), ask: "members", allow: () => union(shallow, strings(["a"])) });
    const state = run(asking, ".")!;
    const [question] = asking.asks(state);
    expect(asking.supply(state, question!, { kind: "closed", value: [] })).toBeDefined();
  });
});
