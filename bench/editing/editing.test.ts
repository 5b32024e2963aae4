// What the benchmark of broken files breaks, and what it says of it.

import { verdict } from "@espalier/monitor";
import { python } from "espalier";
import { describe, expect, test } from "vitest";
import { BREAKAGES, breakageAt, type LogicalLine } from "./breakages.js";
import { createTally } from "./tally.js";

const language = python({ version: "3.13" });
const accepted = (text: string): boolean => verdict(language, text).kind === "accepted";

const LINES = ["def f(a):", "    b = a", "    c = b", "    return c", "", "def g():", "    return f(1)", ""];
const LOGICAL: readonly LogicalLine[] = [0, 1, 2, 3, 5, 6].map((line) => ({
  first: line,
  last: line,
  indent: /^ */.exec(LINES[line]!)![0],
}));

describe("breakages", () => {
  test.each(BREAKAGES)("%s breaks a file, and its sound twin does not", (breakage) => {
    const change = breakageAt(breakage, LINES, LOGICAL, 2)!;
    const whole = (lines: readonly string[]): string =>
      [...LINES.slice(0, change.from), ...lines, ...LINES.slice(change.to)].join("\n");
    expect([accepted(whole(change.sound)), accepted(whole(change.lines))]).toEqual([true, false]);
    expect(change.broken.every((i) => i < change.lines.length)).toBe(true);
  });

  test("a dedent needs neighbours in its block", () => {
    expect(breakageAt("stray dedent", LINES, LOGICAL, 3)).toBeUndefined();
    expect(breakageAt("stray dedent", LINES, LOGICAL, 0)).toBeUndefined();
  });
});

test("a tally counts what was opened, and keeps what went wrong", () => {
  const tally = createTally(1);
  const file = {
    twin: { prefix: "", suffix: "" },
    broken: { prefix: "x.\n", suffix: "" },
    middle: "",
    lines: new Set([1]),
    blocks: new Set([1]),
  };
  const made = { kind: "nothing after a dot", side: "before", distance: 2, file } as const;
  const refused = {
    opened: false,
    milliseconds: 3,
    opaque: [],
    exact: false,
    beyond: false,
    verdicts: [0, 0],
    steps: [0, 0],
    tokens: [0, 0],
  } as const;
  tally.add("a.py", made, refused, undefined, true);
  tally.add("b.py", made, { ...refused, opened: true, exact: true, tokens: [1, 8] }, { kind: "accept" }, false);
  expect(tally.trials()).toBe(2);
  expect(tally.result()).toMatchObject({
    all: {
      files: 2,
      opened: 1,
      onlyBroken: 1,
      asTwin: 0,
      tokensDiffering: 1,
      judged: 1,
      refusedByCPython: 0,
      twinsChanged: 1,
    },
    failures: { refused: [{ name: "a.py" }], "twin changed": [{ name: "b.py" }] },
  });
});
