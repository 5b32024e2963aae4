// Documents under edit against texts read anew: after every edit each gap is the one that fillMiddle makes of the same text, and what an
// edit did not touch is not read again.

import { createDocument, createLexedLanguage, FillError, fillMiddle, type Gap } from "@espalier/gaps";
import { verdict } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { blockLanguage } from "./block-language.js";
import { programs } from "./programs.js";

const language = createLexedLanguage(blockLanguage);
const PIECES = [
  "a",
  " ",
  "\n",
  "(",
  ")",
  "'",
  "'''",
  "#",
  "\\\n",
  ":",
  "else:\n  ",
  "\t",
  "0",
  "if a:\n  b\n",
  "\n\n",
  "",
];

const edits = fc.record({ at: fc.nat(), dropped: fc.nat(6), insert: fc.constantFrom(...PIECES) });
const requests = fc.record({
  at: fc.nat(),
  width: fc.nat(4),
  policy: fc.constantFrom("all", "noSwallow", "boundaryOnly"),
  scope: fc.constantFrom("any", "inner"),
  path: fc.array(fc.nat(255), { maxLength: 6 }),
});

function opened(make: () => Gap): Gap | FillError {
  try {
    return make();
  } catch (error) {
    if (error instanceof FillError) return error;
    throw error;
  }
}

const BYTES = Array.from({ length: 128 }, (_, byte) => byte);

/** What can be seen of a gap along a path. */
function seen(gap: Gap | FillError, path: readonly number[]): unknown {
  if (gap instanceof FillError)
    return gap.code === "prefix" ? [gap.code, gap.offset, gap.line, gap.column, gap.expected] : gap.code;
  const list: unknown[] = [gap.policy];
  let state = gap.start;
  for (const choice of [...path, -1]) {
    const next = BYTES.filter((byte) => gap.step(state, byte) !== undefined);
    list.push(gap.accepts(state), gap.cost(state), next);
    if (choice < 0 || next.length === 0) break;
    state = gap.step(state, next[choice % next.length]!)!;
  }
  return list;
}

describe("a document", () => {
  test("makes the gaps that fillMiddle makes, after any edits", () => {
    fc.assert(
      fc.property(
        programs,
        fc.array(fc.tuple(edits, fc.array(requests, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 6 }),
        (program, session) => {
          let text = program;
          const document = createDocument(language, text);
          // Some gaps are used only after the edits that follow.
          const later: (() => void)[] = [];
          for (const [{ at, dropped, insert }, asked] of session) {
            const from = at % (text.length + 1);
            const to = Math.min(text.length, from + dropped);
            document.edit({ from, to, insert });
            text = text.slice(0, from) + insert + text.slice(to);
            expect(new TextDecoder().decode(document.text)).toBe(text);
            for (const { at: place, width, policy, scope, path } of asked) {
              const begin = place % (text.length + 1);
              const end = Math.min(text.length, begin + width);
              const gap = opened(() => document.gap({ from: begin, to: end, policy, scope }));
              const fresh = opened(() =>
                fillMiddle(language, { prefix: text.slice(0, begin), suffix: text.slice(end), policy, scope }),
              );
              const texts = JSON.stringify([text, begin, end]);
              const check = (): void => expect(seen(gap, path), texts).toEqual(seen(fresh, path));
              if (place % 3 === 0) later.push(check);
              else check();
            }
          }
          for (const check of later) check();
        },
      ),
      { numRuns: samples(250) },
    );
  });

  test("says where its text fails, as the language does", () => {
    fc.assert(
      fc.property(programs, fc.array(edits, { maxLength: 4 }), (program, session) => {
        let text = program;
        const document = createDocument(language, text);
        for (const { at, dropped, insert } of session) {
          document.problem();
          const from = at % (text.length + 1);
          const to = Math.min(text.length, from + dropped);
          document.edit({ from, to, insert });
          text = text.slice(0, from) + insert + text.slice(to);
        }
        const judged = verdict(language, text);
        const problem = document.problem();
        expect(problem === undefined).toBe(judged.kind === "accepted");
        if (judged.kind === "dead") expect(problem?.offset).toBe(judged.offset);
        if (judged.kind === "incomplete") expect(problem?.offset).toBe(text.length);
      }),
      { numRuns: samples(600) },
    );
  });

  const block = "if a:\n  b + (c\n  + d)\n  pass\n";
  const program = block.repeat(200);

  test("reads again only the line that was edited", () => {
    const document = createDocument(language, program);
    expect(document.problem()).toBeUndefined();
    const before = document.linesRead;
    const at = block.length * 100 + 8;
    document.edit({ from: at, to: at, insert: "x + " });
    expect(document.problem()).toBeUndefined();
    expect(document.linesRead - before).toBeLessThanOrEqual(2);
  });

  test("waits where a line cannot be read, and goes on once it is mended", () => {
    const document = createDocument(language, program);
    document.problem();
    const before = document.linesRead;
    const at = block.length * 100 + 8;
    document.edit({ from: at, to: at, insert: "else " });
    expect(document.problem()?.offset).toBeLessThanOrEqual(at + 6);
    expect(() => document.gap({ from: program.length })).toThrow(FillError);
    expect(document.gap({ from: at }).start).not.toBe(0);
    document.edit({ from: at, to: at + 5, insert: "" });
    expect(document.problem()).toBeUndefined();
    expect(document.linesRead - before).toBeLessThanOrEqual(10);
  });

  test("shares what is known of its tails between gaps and across edits", () => {
    const document = createDocument(language, program);
    const at = block.length * 100;
    const first = document.gap({ from: at });
    const held = document.bytes();
    document.edit({ from: 6, to: 6, insert: "  x\n" });
    const second = document.gap({ from: at + 4 });
    expect(second.machine.set(second.start)).toBe(first.machine.set(first.start));
    expect(document.bytes() - held).toBeLessThan(1_000);
  });

  test("keeps what is known when only the lexer has grown, which the next generation would take over", () => {
    const small = createLexedLanguage(blockLanguage, { generationBytes: 50_000 });
    const lexer = small.core.compiled.lexer.bytes();
    const before = small.present();
    // Each column is a state of the lexer.
    expect(createDocument(small, `if a:\n${" ".repeat(4_000)}b\n`).problem()).toBeUndefined();
    expect(small.core.compiled.lexer.bytes() - lexer).toBeGreaterThan(100_000);
    expect(small.present()).toBe(before);
  });

  test("leaves gaps as they were when the text behind them changes", () => {
    const document = createDocument(language, "if a:\n  b + c\n");
    const gap = document.gap({ from: 8 });
    document.edit({ from: 8, to: 14, insert: ")))" });
    const fresh = fillMiddle(language, { prefix: "if a:\n  ", suffix: "b + c\n" });
    expect(seen(gap, [3, 1, 4, 1, 5])).toEqual(seen(fresh, [3, 1, 4, 1, 5]));
  });

  test.each([
    [-1, 0],
    [0, 99],
    [3, 2],
    [0.5, 1],
  ])("has no place from %d to %d", (from, to) => {
    const document = createDocument(language, "abc\n");
    expect(() => document.edit({ from, to, insert: "" })).toThrow(RangeError);
    expect(() => document.gap({ from, to })).toThrow(RangeError);
  });
});
