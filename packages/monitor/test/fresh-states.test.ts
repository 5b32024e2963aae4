// Monitors whose states are fresh objects, in combinations that number their states: with a key they go on for ever, and without one the
// error says what to do.

import { type Monitor, monitorOf, optional, run, sequence, star, strings, union } from "@espalier/monitor";
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

describe.each(Object.entries(COMBINATIONS))("%s", (_, combine) => {
  const text = "[a[b]c]".repeat(100);

  test("with a key", () => {
    expect(run(combine(monitorOf({ ...parts, key: ({ depth }) => depth })), text)).toBeDefined();
  });

  test("without a key, the error asks for one", () => {
    expect(() => run(combine(monitorOf(parts)), text)).toThrow(
      expect.objectContaining({ name: "LimitError", message: expect.stringContaining("give the monitor a key") }),
    );
  });
});
