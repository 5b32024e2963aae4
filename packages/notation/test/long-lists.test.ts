// Sequences and alternatives with more items than a call may have arguments.

import { NotationError, readGbnf, readLark } from "@espalier/notation";
import { expect, test } from "vitest";

const count = 150_000;
const literals = Array.from({ length: count }, (_, i) => `"a${i % 7}"`);
const names = Array.from({ length: count }, (_, i) => `u${i}`);

test.each([
  ["items of a Lark rule", () => readLark(`start: ${literals.join(" ")}`)],
  ["alternatives of a Lark rule", () => readLark(`start: ${literals.join(" | ")}`)],
  ["items of a Lark terminal", () => readLark(`start: T\nT: ${literals.join(" ")}`)],
  ["alternatives of a Lark terminal", () => readLark(`start: T\nT: ${literals.join(" | ")}`)],
  ["items of a GBNF rule", () => readGbnf(`root ::= ${literals.join(" ")}`)],
  ["alternatives of a GBNF rule", () => readGbnf(`root ::= ${literals.join(" | ")}`)],
])("%s", (_, read) => {
  expect(read().terminals.length).toBeLessThanOrEqual(7);
});

test.each([
  ["Lark", () => readLark(`start: ${names.join(" | ")}`)],
  ["GBNF", () => readGbnf(`root ::= ${names.join(" | ")}`)],
])("names in %s that are not defined", (_, read) => {
  expect(read).toThrow(NotationError);
});
