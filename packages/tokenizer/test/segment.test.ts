// The fewest-tokens segmentation against a naive search, on vocabularies small enough to search.

import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { segmenterOf } from "../src/segment.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);
const word = (max: number) => fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: max });

/** The least number of `tokens` that spell `text`; infinite when none do. */
function fewest(tokens: readonly string[], text: string, memo = new Map<string, number>()): number {
  if (text === "") return 0;
  const known = memo.get(text);
  if (known !== undefined) return known;
  let least = Number.POSITIVE_INFINITY;
  for (const token of tokens) {
    if (token !== "" && text.startsWith(token))
      least = Math.min(least, 1 + fewest(tokens, text.slice(token.length), memo));
  }
  memo.set(text, least);
  return least;
}

test("as few tokens as there can be, and they spell the text", () => {
  fc.assert(
    fc.property(fc.array(word(4), { maxLength: 8 }), word(12), (tokens, text) => {
      const segment = segmenterOf(vocabularyOfBytes(tokens));
      const least = fewest(tokens, text);
      if (least === Number.POSITIVE_INFINITY) {
        expect(() => segment(Buffer.from(text))).toThrow(expect.objectContaining({ code: "unspellable" }));
        return;
      }
      const ids = segment(Buffer.from(text));
      expect(ids.map((id) => tokens[id]).join("")).toBe(text);
      expect(ids.length).toBe(least);
    }),
    { seed, numRuns: 2000 },
  );
});

test("the longest token first, the highest id of equals", () => {
  const segment = segmenterOf(vocabularyOfBytes(["a", "b", "ab", "ab", "bb", "bab"]));
  expect(segment(Buffer.from("abb"))).toEqual([3, 1]);
});

test("a long run is spelt in bounded time", () => {
  const segment = segmenterOf(vocabularyOfBytes(["a", "a".repeat(64), "a".repeat(63)]));
  expect(segment(Buffer.from("a".repeat(100_000))).length).toBe(Math.ceil(100_000 / 64));
});
