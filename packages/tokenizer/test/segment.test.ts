// The fewest-tokens segmentation against a naive search, on vocabularies small enough to search. Tokens and texts are in
// capitals and the normaliser turns those into small letters, so that the encoder is never exact and segmentation decides.

import { loadTokenizer } from "@espalier/tokenizer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);
const word = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom("A", "B", "C"), minLength: min, maxLength: max });

/** Spells literal text with `tokens`, all of one model but the last `added`, which are plain added tokens. */
function segmenterOf(tokens: readonly string[], added = 0): (text: string) => number[] {
  const parts = tokens.map((content, id) => ({ id, content, special: false }));
  const model = parts.slice(0, parts.length - added).map(({ id, content }) => [content, id]);
  const tokenizer = loadTokenizer({
    model: { type: "BPE", vocab: Object.fromEntries(model), merges: [] },
    added_tokens: parts.slice(parts.length - added),
    normalizer: { type: "Lowercase" },
    decoder: { type: "ByteLevel" },
  });
  return (text) => tokenizer.encode(text, "literal");
}

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
    fc.property(fc.uniqueArray(word(1, 4), { maxLength: 8 }), word(0, 12), (tokens, text) => {
      const segment = segmenterOf(tokens);
      const least = fewest(tokens, text);
      if (least === Number.POSITIVE_INFINITY) {
        expect(() => segment(text)).toThrow(expect.objectContaining({ code: "unspellable" }));
        return;
      }
      const ids = segment(text);
      expect(ids.map((id) => tokens[id]).join("")).toBe(text);
      expect(ids.length).toBe(least);
    }),
    { seed, numRuns: samples(2000) },
  );
});

test("the longest token first, the highest id of equals", () => {
  expect(segmenterOf(["A", "B", "AB", "BB", "BAB", "AB"], 1)("ABB")).toEqual([5, 1]);
});

test("a long run is spelt in bounded time", () => {
  const segment = segmenterOf(["A", "A".repeat(64), "A".repeat(63)]);
  expect(segment("A".repeat(100_000)).length).toBe(Math.ceil(100_000 / 64));
});
