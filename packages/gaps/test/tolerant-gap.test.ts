// Gaps in texts with errors elsewhere: with placeholders for what was left out, prefix, middle and suffix are a text of the language, whatever the
// middle; a text without errors has the gap that it has anyway. The judge is the language itself, read from left to right.

import {
  createDocument,
  createLexedLanguage,
  FillError,
  fillMiddle,
  type Gap,
  type LexedLanguage,
  withPlaceholders,
} from "@espalier/gaps";
import { run, verdict } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { blockLanguage } from "./block-language.js";
import { braceLanguage } from "./brace-language.js";
import { programs } from "./programs.js";

const text = new TextDecoder();

const blocks = createLexedLanguage(blockLanguage);
const braces = createLexedLanguage(braceLanguage);

function gapOf(
  language: LexedLanguage,
  prefix: string,
  suffix: string,
  errors: "refuse" | "tolerate",
): Gap | undefined {
  try {
    return fillMiddle(language, { prefix, suffix, errors });
  } catch (error) {
    if (error instanceof FillError) return undefined;
    throw error;
  }
}

/** The file with a middle, and placeholders for what the gap leaves out. */
function whole({ opaque }: Gap, prefix: string, middle: string, suffix: string): string {
  const before = opaque.filter(({ to }) => to <= prefix.length);
  const behind = opaque.filter(({ to }) => to > prefix.length);
  const moved = behind.map(({ from, to, placeholder }) => ({
    from: from - prefix.length,
    to: to - prefix.length,
    placeholder,
  }));
  return text.decode(withPlaceholders(prefix, before)) + middle + text.decode(withPlaceholders(suffix, moved));
}

/** What was left out, by lines: `3:pass`, `4-6:if 1:`. */
function leftOut(language: LexedLanguage, source: string): readonly string[] {
  const at = source.indexOf("┆");
  const [prefix, suffix] = [source.slice(0, at), source.slice(at + 1)];
  const gap = fillMiddle(language, { prefix, suffix, errors: "tolerate" });
  const middle = text.decode(gap.witness(gap.start));
  expect(verdict(language, whole(gap, prefix, middle, suffix))).toEqual({ kind: "accepted" });
  return gap.opaque.map(
    ({ line, lastLine, placeholder, reason }) =>
      `${line}${lastLine > line ? `-${lastLine}` : ""}:${placeholder}${reason === "unfinished" ? "…" : ""}`,
  );
}

const PIECES = [
  "a",
  " ",
  "\n",
  "(",
  ")",
  "'",
  "'''",
  "#",
  ":",
  "else:\n  ",
  "0",
  "if a:\n  b\n",
  "pass",
  "{",
  "}",
  ";",
];
/** A text with two cuts, and something written into it at two places. */
const broken = fc
  .tuple(programs, fc.nat(), fc.nat(), fc.array(fc.tuple(fc.nat(), fc.constantFrom(...PIECES)), { maxLength: 3 }))
  .map(([program, a, b, pieces]): readonly [prefix: string, middle: string, suffix: string] => {
    let source = program;
    for (const [at, piece] of pieces) {
      const place = at % (source.length + 1);
      source = source.slice(0, place) + piece + source.slice(place);
    }
    const [from, to] = [a % (source.length + 1), b % (source.length + 1)].sort((x, y) => x - y) as [number, number];
    return [source.slice(0, from), source.slice(from, to), source.slice(to)];
  });

const valid = programs.filter((source) => verdict(blocks, source).kind === "accepted");
/** A text without errors, with a gap over the quote that opens a string, or over a part of that quote. */
const quoteTaken = fc
  .record({
    before: valid,
    quote: fc.constantFrom("'", "'''"),
    content: fc.constantFrom("a", "a b", "(", "a\n", "\nb b\n  c\n", "a b\nif a:\n", "# a\n", "0\n\n"),
    around: fc.constantFrom(["", ""], ["(", ")"], ["(a +\n", "\n)"], ["a + ", " + b"]),
    after: valid,
    back: fc.nat(4),
    taken: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ before, quote, content, around, after, back, taken }): readonly [string, string, string] => {
    const inside = quote === "'" ? content.replaceAll("\n", " ") : content;
    const head = `${before}\n${around[0]}`;
    const source = `${head}${quote}${inside}${quote}${around[1]}\n${after}`;
    const from = Math.max(0, head.length - back);
    const to = head.length + Math.min(taken, quote.length);
    return [source.slice(0, from), source.slice(from, to), source.slice(to)];
  });

describe("with errors tolerated", () => {
  test.each([
    ["blocks", blocks],
    ["braces", braces],
  ])("the text with placeholders is in the language, whatever the middle: %s", (_, language) => {
    let tolerated = 0;
    fc.assert(
      fc.property(broken, fc.array(fc.nat(255), { maxLength: 12 }), ([prefix, , suffix], path) => {
        const gap = gapOf(language, prefix, suffix, "tolerate");
        if (gap === undefined) return;
        if (gap.opaque.length > 0) tolerated++;
        // Some way on, then the shortest completion.
        let state = gap.start;
        const bytes: number[] = [];
        for (const choice of path) {
          const live = [...Array(128).keys()].filter((byte) => gap.step(state, byte) !== undefined);
          if (live.length === 0) break;
          const byte = live[choice % live.length]!;
          const next = gap.step(state, byte)!;
          if (gap.cost(next) === Number.POSITIVE_INFINITY) break;
          state = next;
          bytes.push(byte);
        }
        const middle = text.decode(Uint8Array.from([...bytes, ...gap.witness(state)!]));
        expect(verdict(language, whole(gap, prefix, middle, suffix)).kind).toBe("accepted");
      }),
      { numRuns: samples(250) },
    );
    expect(tolerated).toBeGreaterThan(samples(50));
  });

  test("a text without errors has the same gap, and no placeholders, also if the gap took a quote", () => {
    let swallowing = 0;
    fc.assert(
      fc.property(fc.oneof(broken, { arbitrary: quoteTaken, weight: 3 }), ([prefix, middle, suffix]) => {
        const exact = gapOf(blocks, prefix, suffix, "refuse");
        if (exact === undefined) return;
        if (exact.fallback !== undefined) swallowing++;
        const gap = gapOf(blocks, prefix, suffix, "tolerate")!;
        expect([gap.opaque, gap.policy, gap.fallback]).toEqual([[], exact.policy, exact.fallback]);
        const ends = (its: Gap): unknown => {
          const state = run(its, middle, its.start);
          return state !== undefined && [its.accepts(state), its.cost(state)];
        };
        expect(ends(gap)).toEqual(ends(exact));
      }),
      { numRuns: samples(250) },
    );
    expect(swallowing).toBeGreaterThan(samples(30));
  });

  test.each([
    [
      "a block that the middle opens, in a line that it joins to the suffix",
      "",
      "\n  x\n\t(x\n+ (x\n+ x))",
      "noSwallow",
    ],
    ["a string that the prefix begins", "'", "q\nz'''\n", "noSwallow"],
  ])("a text without errors has the same gap after texts with errors: %s", (_, prefix, suffix, policy) => {
    const language = createLexedLanguage(blockLanguage);
    // What is learned of the ends of texts is learned where errors are met first.
    expect(gapOf(language, "", "\na b\nb a\n", "tolerate")?.opaque).not.toEqual([]);
    const gap = gapOf(language, prefix, suffix, "tolerate");
    expect([gap?.opaque, gap?.policy]).toEqual([[], policy]);
  });

  test("a completion does not depend on the gaps before it", () => {
    const completion = (language: LexedLanguage, prefix: string, suffix: string): unknown => {
      const gap = gapOf(language, prefix, suffix, "tolerate");
      return gap && [gap.opaque, gap.policy, gap.cost(gap.start), text.decode(gap.witness(gap.start))];
    };
    const used = createLexedLanguage(blockLanguage);
    completion(used, "", "\na");
    // Two ways of the same length: `'+('` and `'`, a line's end, `('`.
    const [prefix, suffix] = ["'", "') + \\\n  x"];
    expect(completion(used, prefix, suffix)).toEqual(completion(createLexedLanguage(blockLanguage), prefix, suffix));
    fc.assert(
      fc.property(broken, ([before, , behind]) => {
        const fresh = completion(createLexedLanguage(blockLanguage), before, behind);
        expect(completion(used, before, behind), JSON.stringify([before, behind])).toEqual(fresh);
      }),
      { numRuns: samples(100) },
    );
  });

  test("a document's gaps are those of its text, after any edits", () => {
    const edits = fc.record({
      at: fc.nat(),
      dropped: fc.nat(6),
      insert: fc.constantFrom("(", "a", "'", "'''", "\n", " ", "if a:\n", "b b\n", "(a\n", "", ")", "  c\n", "else:\n"),
      cursor: fc.nat(),
    });
    fc.assert(
      fc.property(broken, broken, fc.array(edits, { minLength: 1, maxLength: 5 }), (first, second, session) => {
        // Long enough for repairs to be settled, and so to be remembered.
        const clean = "a\nif b:\n  c\n\n".repeat(25);
        let source = first.join("") + clean + second.join("") + clean;
        const document = createDocument(blocks, source);
        for (const { at, dropped, insert, cursor } of session) {
          const from = at % (source.length + 1);
          const to = Math.min(source.length, from + dropped);
          document.edit({ from, to, insert });
          source = source.slice(0, from) + insert + source.slice(to);
          const place = cursor % (source.length + 1);
          const its = gapOf(blocks, source.slice(0, place), source.slice(place), "tolerate");
          const opened = (): Gap | undefined => {
            try {
              return document.gap({ from: place, errors: "tolerate" });
            } catch (error) {
              if (error instanceof FillError) return undefined;
              throw error;
            }
          };
          const gap = opened();
          expect(gap?.opaque, JSON.stringify([source, place])).toEqual(its?.opaque);
          expect(gap?.witness(gap.start)).toEqual(its?.witness(its.start));
        }
      }),
      { numRuns: samples(25) },
    );
  });

  test("a document's gaps lie where they are asked for, whatever was read before them", () => {
    const clean = "a\nif b:\n  c\n\n".repeat(300);
    const source = `${clean.slice(0, 40)}(a +\nb\n${clean}if a:\n  (\n${clean}`;
    const document = createDocument(blocks, source);
    for (const place of [source.length, 2 * clean.length - 4, 60, clean.length + 70, 2 * clean.length + 2, 0]) {
      const gap = document.gap({ from: place, errors: "tolerate" });
      const its = gapOf(blocks, source.slice(0, place), source.slice(place), "tolerate")!;
      expect(gap.opaque.length, `${place}`).toBeGreaterThan(0);
      expect(gap.opaque, `${place}`).toEqual(its.opaque);
      expect([...gap.expected(gap.start)].sort(), `${place}`).toEqual([...its.expected(its.start)].sort());
      expect(gap.describe(gap.start)).toEqual(its.describe(its.start));
    }
  });

  test("a repair is remembered until an edit changes the lines around it", () => {
    const clean = "a\nif b:\n  c\n\n".repeat(100);
    const source = `${clean}(a +\nb\n${clean}`;
    const document = createDocument(blocks, source);
    const regions = (cursor: number): readonly string[] =>
      document
        .gap({ from: cursor, errors: "tolerate" })
        .opaque.map(({ line, placeholder }) => `${line}:${placeholder}`);
    expect(regions(clean.length - 5)).toEqual(["401:pass"]);
    expect(regions(source.length - 5)).toEqual(["401:pass"]);
    document.edit({ from: 0, to: 0, insert: "b\n" });
    expect(regions(clean.length - 5)).toEqual(["402:pass"]);
    expect(regions(source.length - 5)).toEqual(["402:pass"]);
    // `(a +)` is no better; `(a)` is.
    document.edit({ from: clean.length + 6, to: clean.length + 6, insert: ")" });
    expect(regions(clean.length - 5)).toEqual(["402:pass"]);
    document.edit({ from: clean.length + 4, to: clean.length + 6, insert: "" });
    expect(regions(clean.length - 5)).toEqual([]);
    expect(regions(source.length - 5)).toEqual([]);
  });

  test("a comment that cannot be read is left out alone", () => {
    expect(leftOut(blocks, "a\n# b\0c\nd\n┆\ne\n")).toEqual(["2:pass"]);
    expect(leftOut(blocks, "# a\0b\n┆\nc\n")).toEqual(["1:pass"]);
    expect(leftOut(blocks, "a\n┆\n# b\0c\n# d\ne\n")).toEqual(["3:pass"]);
    expect(leftOut(blocks, "if a:\n  b\n  # c\0d\n  e\n┆\nf\n")).toEqual(["3:pass"]);
    // Comments that can be read stay, even where a text that fails after them has no other cause nearby.
    expect(leftOut(blocks, "┆\na\nif b:\n  # c\n")).toEqual(["3:pass…"]);
  });

  test("a byte order mark is left out alone", () => {
    const mark = { from: 0, to: 3, line: 1, lastLine: 1, placeholder: "", reason: "unreadable" };
    const regions = (prefix: string, suffix: string): unknown => {
      const its = fillMiddle(blocks, { prefix, suffix, errors: "tolerate" });
      const document = createDocument(blocks, prefix + suffix);
      const { length } = new TextEncoder().encode(prefix);
      expect(document.gap({ from: length, errors: "tolerate" }).opaque).toEqual(its.opaque);
      return its.opaque;
    };
    expect(regions("\ufeffa\nb\n", "c\n")).toMatchObject([mark]);
    expect(regions("\ufeff", "a\n")).toMatchObject([mark]);
    expect(regions("\ufeffa\nb b\n", "c\nd d\n")).toMatchObject([mark, { line: 2 }, { line: 4 }]);
    expect(regions("a\n\ufeff\nb\n", "c\n")).toMatchObject([{ line: 2, placeholder: "pass" }]);
  });

  test("what is left out: blocks", () => {
    expect(leftOut(blocks, "a\nif b b:\n  c\n┆\nd\n")).toEqual(["2:if a:"]);
    expect(leftOut(blocks, "a\nif b:\nc\n┆\nd\n")).toEqual(["2:pass…"]);
    expect(leftOut(blocks, "x +\ny\n┆\nz\n")).toEqual(["1:pass"]);
    // A string that reaches over many lines goes with the line that it begins in.
    const long = "t t\n".repeat(60);
    expect(leftOut(blocks, `a\nb b '''${long}'''\nc\n┆\nd\n`)).toEqual(["2-62:pass"]);
    expect(leftOut(blocks, `┆\na\nb b '''${long}'''\nc\n`)).toEqual(["3-63:pass"]);
    expect(leftOut(blocks, "┆\nif a:\n    b\n  c\n    d\ne\n")).toEqual(["4:    pass"]);
    expect(leftOut(blocks, "┆\na\nb 'c\nd\n")).toEqual(["3:pass"]);
    expect(leftOut(blocks, "┆\n(a\nif b:\n  c\n")).toEqual(["2:pass…"]);
    expect(leftOut(blocks, "else:\n  a\n┆\nb + + c\nif d:\ne\n")).toEqual(["1:if a:", "4-5:pass"]);
    expect(leftOut(blocks, "(a +\n b b +\n ┆)\n")).toEqual(["2:a"]);
  });

  test("what is left out: braces", () => {
    expect(leftOut(braces, "a;\nif (b b) {\n  c;\n}\n┆\nd;\n")).toEqual(["2:if(a){"]);
    expect(leftOut(braces, 'a;\nb = "c;\nd;\n┆e;\n')).toEqual(["2:;"]);
    expect(leftOut(braces, "if (a) {\n  ┆\n  b + ;\n  c;\n}\nd;\n")).toEqual(["3:;"]);
    expect(leftOut(braces, "f(a,\n  ┆);\nb c;\nd;\n")).toEqual(["3:;"]);
  });

  test("a language without placeholders refuses", () => {
    const { placeholders: _, ...plain } = blockLanguage;
    const language = createLexedLanguage(plain);
    expect(gapOf(language, "a b\n", "", "tolerate")).toBeUndefined();
    expect(gapOf(language, "a\n", "b\nb b\n", "tolerate")).toBeUndefined();
  });
});
