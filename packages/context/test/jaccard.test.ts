import { jaccard, similarWindows, wordsOf } from "@espalier/context";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("similarWindows", () => {
  it("gives the similarity of every window, as counted window by window", () => {
    const line = fc
      .array(fc.constantFrom("a", "b", "c", "dé", "(", "f_1"), { maxLength: 4 })
      .map((words) => words.join(" "));
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
    const shape = fc.record({ lines: fc.integer({ min: 1, max: 5 }), stride: fc.integer({ min: 1, max: 7 }) });
    fc.assert(
      fc.property(
        text,
        fc.uniqueArray(fc.constantFrom("a", "b", "dé", "zz")),
        shape,
        (whole, words, { lines, stride }) => {
          const wanted = new Set(words);
          const all = whole.split("\n");
          const expected: [string, number][] = [];
          for (let at = 0; at < all.length; at += stride) {
            const window = all.slice(at, at + lines).join("\n");
            expected.push([window, jaccard(new Set(wordsOf(window)), wanted)]);
            if (at + lines >= all.length) break;
          }
          const found = similarWindows(whole, wanted, { lines, stride })
            .toSorted((a, b) => a.from - b.from)
            .map(({ from, to, score }) => [whole.slice(from, to), score]);
          expect(found).toEqual(expected);
        },
      ),
    );
  });
});
