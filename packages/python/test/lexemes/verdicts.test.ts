// Lexemes against a table of what CPython says of each text (verdicts.json: a letter for each version, oldest first, Y where
// `ast.parse` accepts), and against its limits. No CPython is needed here; differential.test.ts asks one.

import { readFileSync } from "node:fs";
import { type Monitor, verdict } from "@espalier/monitor";
import { PYTHON_VERSIONS, python } from "@espalier/python";
import { describe, expect, test } from "vitest";
import { isAtLeast } from "../../src/grammar/version.js";

const verdicts: Record<string, readonly string[]> = JSON.parse(
  readFileSync(new URL("verdicts.json", import.meta.url), "utf8"),
);

/** `<>` is an operator where a joke is imported from `__future__`, which the grammar leaves out. */
const LEFT_OUT = ["from __future__ import barry_as_FLUFL\nx <> y"];

describe.each(PYTHON_VERSIONS.map((version, column) => [version, column] as const))("Python %s", (version, column) => {
  const language: Monitor<number> = python({ version });
  const accepts = (text: string): boolean => verdict(language, text).kind === "accepted";

  test("accepts what CPython accepts", () => {
    const differences = Object.entries(verdicts).flatMap(([flags, texts]) =>
      texts.filter((text) => accepts(text) !== (flags[column] === "Y")),
    );
    expect(differences).toEqual(LEFT_OUT.filter(() => isAtLeast(version, "3.14")));
  });

  test.each([
    ["4,300 digits", "1".repeat(4300), true],
    ["4,301 digits", "1".repeat(4301), false],
    ["4,300 digits with underscores", `${"1_".repeat(4299)}1`, true],
    ["4,301 digits with underscores", `${"1_".repeat(4300)}1`, false],
    ["4,301 digits of a floating-point number", `${"1".repeat(4301)}.`, true],
    ["4,301 digits of an imaginary number", `${"1".repeat(4301)}j`, true],
    ["4,301 digits before else", `x = 1 if ${"1".repeat(4301)}else 2`, false],
    ["5,000 zeros", "0".repeat(5000), true],
    ["5,000 zeros before else", `x = 1 if ${"0".repeat(5000)}else 2`, true],
    ["6,000 hexadecimal digits", `0x${"f".repeat(6000)}`, true],
    ["200 brackets", "(".repeat(200) + ")".repeat(200), true],
    ["201 brackets", "(".repeat(201) + ")".repeat(201), false],
  ])("%s", (_, text, accepted) => expect(accepts(text)).toBe(accepted));

  test("strings in strings, and brackets in them", () => {
    const strings = (depth: number): string => `${"f'{".repeat(depth)}x${"}'".repeat(depth)}`;
    expect([149, 150].map((depth) => accepts(strings(depth)))).toEqual([isAtLeast(version, "3.12"), false]);
    expect(accepts(`f'{${"(".repeat(200)}${")".repeat(200)}}'`)).toBe(false);
    expect(accepts(`f'{${"(".repeat(190)}${")".repeat(190)}}'`)).toBe(true);
  });
});
