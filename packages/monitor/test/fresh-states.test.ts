// Monitors whose states are fresh objects, in combinations that number their states: with a key they go on for ever, and without one the
// error says what to do.

import { type Monitor, monitorOf, optional, product, run, sequence, star, strings, union } from "@espalier/monitor";
import { describe, expect, test } from "vitest";

const parts = {
  start: { depth: 0 },
  step({ depth }: { depth: number }, byte: number) {
    if (byte === 0x5b) return depth < 3 ? { depth: depth + 1 } : undefined;
    if (byte === 0x5d) return depth > 0 ? { depth: depth - 1 } : undefined;
    return { depth };
  },
  accepts: ({ depth }: { depth: number }) => depth === 0,
};
const limits = { states: 64 };
const COMBINATIONS: Readonly<Record<string, (own: Monitor<{ depth: number }>) => Monitor<number>>> = {
  union: (own) => union(own, strings(["ab"]), limits),
  sequence: (own) => sequence(own, strings([";"]), limits),
  star: (own) => star(own, limits),
  optional: (own) => optional(own, limits),
};

const asksForKey = expect.objectContaining({
  name: "MonitorError",
  fault: "fresh-states",
  message: expect.stringContaining("give the monitor a key"),
});

describe.each(Object.entries(COMBINATIONS))("%s", (_, combine) => {
  const text = "[a[b]c]".repeat(100);

  test("with a key", () => {
    expect(run(combine(monitorOf({ ...parts, key: ({ depth }) => depth })), text)).toBeDefined();
  });

  test("without a key, it is refused when it is made, and the error asks for one", () => {
    expect(() => combine(monitorOf(parts))).toThrow(asksForKey);
    expect(() =>
      combine(product(strings(["[]"]), monitorOf(parts)) as Monitor<unknown> as Monitor<{ depth: number }>),
    ).toThrow(asksForKey);
  });

  test("without a key, it is refused at the first step that makes an object, where the start makes none", () => {
    const [first, second] = [{ depth: 0 }, { depth: 1 }];
    const step = (state: { depth: number }): { depth: number } => (state === first ? second : { depth: 2 });
    const late = monitorOf({ ...parts, start: first, step });
    expect(() => run(combine(late), "ab")).toThrow(asksForKey);
  });

  test("shared objects and strings need no key", () => {
    const [even, odd] = [{ depth: 0 }, { depth: 1 }];
    expect(run(combine({ ...parts, start: even, step: (state) => (state === even ? odd : even) }), text)).toBeDefined();
    const last = { start: "", step: (_: string, byte: number) => `after ${byte}`, accepts: () => true };
    expect(run(combine(monitorOf(last) as Monitor<unknown> as Monitor<{ depth: number }>), text)).toBeDefined();
  });
});
