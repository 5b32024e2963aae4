// The parts of what is written into a gap, byte by byte.

import { createLexedLanguage, fillMiddle, partReader, type TextPart } from "@espalier/gaps";
import { bytesOf } from "@espalier/monitor";
import { describe, expect, test } from "vitest";
import { blockLanguage } from "./block-language.js";

const language = createLexedLanguage(blockLanguage);

/** What of a text is known to lie in its first part; all of it with `…` where that does not end. */
function first(part: TextPart, prefix: string, middle: string, suffix: string): string {
  const gap = fillMiddle(language, { prefix, suffix });
  const reader = partReader(gap, part);
  let [state, known] = [gap.start, reader.start];
  let inside = 0;
  for (const [i, byte] of bytesOf(middle).entries()) {
    const next = gap.step(state, byte);
    if (next === undefined) throw new Error(`The gap ends before byte ${i}.`);
    known = reader.step(known, state, next, byte);
    state = next;
    if (reader.placeOf(known) === "end") return middle.slice(0, inside);
    if (reader.placeOf(known) === "inside") inside = i + 1;
  }
  return `${middle}…`;
}

describe("the first part of a text ends", () => {
  test.each<readonly [TextPart, string, string, string, string]>([
    ["line", "a + ", "b\nc\n", "\nd\n", "b"],
    ["line", "a + ", "(b\n+ c)\nd", "\nd\n", "(b\n+ c)"],
    ["line", "a\n", "\n\nb\nc", "\nd\n", "\n\nb"],
    ["line", "a + ", "b", "\nd\n", "b…"],
    ["line", "", "if a:\n  b\n", "\nd\n", "if a:"],
    ["statement", "", "if a:\n  b\nc\n", "\nd\n", "if a:\n  b\n"],
    ["statement", "", "if a:\n  b\nelse:\n  c\nd\n", "\nd\n", "if a:\n  b\nelse:\n  c\n"],
    ["statement", "if a:\n  ", "b\n  c\n", "\nd\n", "b\n  "],
    ["statement", "a + ", "b\nc\n", "\nd\n", "b\n"],
    ["statement", "", "a\n((b))\nc\n", "\nd\n", "a\n"],
    ["statement", "if a:\n  ", "b\n  (c)\n", "\nd\n", "b\n  "],
    ["block", "if a:\n  ", "b\n  c\nd\n", "\nd\n", "b\n  c\n"],
    ["block", "if a:\n  b\n  ", "c\n  if d:\n    a\n  b\nd\n", "\nd\n", "c\n  if d:\n    a\n  b\n"],
    ["block", "a\n", "b\nif c:\n  d\n", "\nd\n", "b\nif c:\n  d\n…"],
  ])("%s: %j ┆ %j", (part, prefix, middle, suffix, expected) => {
    expect(first(part, prefix, middle, suffix)).toBe(expected);
  });
});
