// BM25 against numbers worked out by hand, and the inverted index against the plain function.

import { bm25Scores, createRepositoryIndex, LUCENE, termsOf, wordsOf } from "@espalier/context";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toyText } from "./toy.js";

describe("BM25", () => {
  test("values worked out by hand", () => {
    // Three documents of mean length 7/3. "a" is in one: idf = ln 2.5 - ln 1.5. "b" is in two: idf = ln 1.5 - ln 2.5 < 0, so epsilon
    // times the mean applies. "c" and "d" are in one each.
    const documents = [
      ["a", "b"],
      ["b", "c", "c"],
      ["d", "d"],
    ];
    const one = Math.log(2.5) - Math.log(1.5);
    const mean = (one - one + one + one) / 4;
    const norm = (frequency: number, length: number): number =>
      (frequency * 2.5) / (frequency + 1.5 * (0.25 + (0.75 * length) / (7 / 3)));
    const [first, second, third] = bm25Scores(documents, ["a", "c"]);
    expect(first).toBeCloseTo(one * norm(1, 2), 12);
    expect(second).toBeCloseTo(one * norm(2, 3), 12);
    expect(third).toBe(0);
    // In figures: 0.5108256 * 2.5 / (1 + 1.5 * (0.25 + 0.6428571)).
    expect(first).toBeCloseTo(0.5459205, 6);
    expect(bm25Scores(documents, ["b"])[0]).toBeCloseTo(0.25 * mean * norm(1, 2), 12);
  });

  test("Lucene's weights are above 0 for every term", () => {
    // idf = ln(1 + (2 - 1 + 0.5) / (1 + 0.5)) = ln 2; both documents have the mean length, so the score is idf.
    const lucene = bm25Scores([["a"], ["b"]], ["a"], LUCENE);
    expect(lucene[0]).toBeCloseTo(Math.log(2), 12);
    expect(bm25Scores([["a"], ["a"]], ["a"], LUCENE)[0]).toBeCloseTo(Math.log(1 + 0.5 / 2.5), 12);
  });

  test("documents without terms, and terms that no document has, give 0 and no NaN", () => {
    expect(bm25Scores([], ["a"])).toEqual([]);
    expect(bm25Scores([[], []], ["a"])).toEqual([0, 0]);
    expect(bm25Scores([[], ["b"], ["c"]], ["a"])).toEqual([0, 0, 0]);
    expect(bm25Scores([[], ["a"], ["c"]], ["a"])[0]).toBe(0);
  });

  test("names are split, and kept whole", () => {
    expect(termsOf("readHTTPResponse_2")).toEqual(["readhttpresponse_2", "read", "http", "response", "2"]);
    expect(termsOf("x = größeÄndern")).toEqual(["x", "größeändern", "größe", "ändern"]);
    expect(wordsOf("a.b(c-1)")).toEqual(["a", "b", "c", "1"]);
  });

  test("an inverted index scores as the plain function does, after any files have come, changed and gone", () => {
    const change = fc.record({
      path: fc.constantFrom("a", "b", "c", "d", "e"),
      text: fc.option(toyText, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), toyText, (changes, query) => {
        const index = createRepositoryIndex();
        for (const one of changes) index.update([one]);
        const files = index.paths().map((path) => index.file(path)!);
        const expected = bm25Scores(
          files.map(({ text }) => termsOf(text)),
          termsOf(query),
        );
        const scores = index.words.scores(termsOf(query));
        files.forEach(({ document }, at) => {
          expect(scores.get(document) ?? 0).toBeCloseTo(expected[at]!, 9);
        });
        for (const document of scores.keys()) expect(index.fileOf(document)).toBeDefined();
      }),
    );
  });

  test("an index forgets what is gone, however often a file changes", () => {
    const index = createRepositoryIndex();
    for (let round = 0; round < 500; round++) index.update([{ path: "a", text: `common word${round}` }]);
    expect(index.words.documents("common")).toHaveLength(1);
    expect(index.words.documents("word3")).toHaveLength(0);
    expect(index.words.documents("word499")).toHaveLength(1);
  });
});
