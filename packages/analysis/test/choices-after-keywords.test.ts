// What may follow `new` and `case`. A text is read or refused as it says, however late the answers come.

import { type Analysis, programMonitor } from "@espalier/analysis";
import type { Answer, Question } from "@espalier/monitor";
import { typescriptLexer } from "@espalier/typescript";
import { describe, expect, test } from "vitest";

const encoder = new TextEncoder();
const closed = (...value: readonly string[]): Answer<readonly string[]> => ({ kind: "closed", value });
const analysis: Analysis = {
  epoch: () => "1",
  constructibles: () => closed("Foo", "Food", "ns."),
  casesLeft: () => closed("Color.Red", "Color.Reddish", '"a:b"', "1", "-1", "10"),
};

const open = (prefix: string, suffix = "") =>
  programMonitor({ lexer: () => typescriptLexer(), analysis }).open({ path: "a.ts", prefix, suffix });

const answerTo = ({ key }: Question): Answer<readonly string[]> =>
  analysis[key.endsWith("casesLeft") ? "casesLeft" : "constructibles"]!({
    path: "",
    before: "",
    after: "",
  }) as Answer<readonly string[]>;

/** Whether `text` can be read after `prefix`, when questions are answered once `late` bytes have followed, or the text ends. */
function isRead(prefix: string, text: string, late: number): boolean {
  const { monitor } = open(prefix);
  const bytes = encoder.encode(text);
  let state: unknown = monitor.start;
  for (let at = 0; at <= bytes.length; at++) {
    for (const question of monitor.asks!(state)) {
      if (question.ago! < late && at < bytes.length) continue;
      state = monitor.supply!(state, question, answerTo(question));
      if (state === undefined) return false;
    }
    if (at === bytes.length) return true;
    state = monitor.step(state, bytes[at]!);
    if (state === undefined) return false;
  }
  return true;
}

const CASES = "switch (c) { ";

describe.each([
  ["let a = ", "new Foo(", true],
  ["let a = ", "new Food()", true],
  ["let a = ", "new Fo", true],
  ["let a = ", "new Fo(", false],
  ["let a = ", "new Foods", false],
  ["let a = ", "new  /* c */\n Foo;", true],
  ["let a = ", "new /Foo", false],
  ["let a = ", "new ns.Any()", true],
  ["let a = ", "new ns(", false],
  ["let a = ", "a.new Bar", true],
  ["let a = ", "'new Bar'", true],
  ["let a = ", "new Foo(new Bar", false],
  [CASES, "case Color.Red:", true],
  [CASES, "case Color.Red :", true],
  [CASES, "case Color.Red /* : */ : f()", true],
  [CASES, "case Color.Re:", false],
  [CASES, "case Color.Red.x:", false],
  [CASES, "case Color.Red + 1:", false],
  [CASES, 'case "a:b":', true],
  [CASES, 'case "a":', false],
  [CASES, "case 1: case 10: case -1:", true],
  [CASES, "case 11:", false],
  [CASES, "case Blue", false],
  ["let a = {", "case: Blue", true],
  [`${CASES}case Color.R`, "ed:", true],
  [`${CASES}case Color.R`, "ad", false],
  ["let a = new F", "oo()", true],
  ["let a = new F", "or()", false],
])("%s│%s", (prefix, text, reads) => {
  test.each([0, 1, 3, 8, 100])(`${reads ? "is read" : "is refused"}, answered after %s bytes`, (late) => {
    expect(isRead(prefix, text, late)).toBe(reads);
  });
});

test("a hole may end where the suffix goes on with the text, and nowhere else", () => {
  const ends = (prefix: string, text: string, suffix: string): boolean => {
    const { monitor } = open(prefix, suffix);
    let state = monitor.start;
    for (const question of monitor.asks!(state)) state = monitor.supply!(state, question, answerTo(question));
    for (const byte of encoder.encode(text)) state = monitor.step(state, byte);
    return monitor.accepts(state);
  };
  expect(ends("new ", "Foo", "()")).toBe(true);
  expect(ends("new ", "Fo", "()")).toBe(false);
  expect(ends("new ", "Fo", "od()")).toBe(true);
  expect(ends(`${CASES}case `, "Color.Red", ": f()")).toBe(true);
  expect(ends(`${CASES}case `, "Color.Re", "ddish: f()")).toBe(true);
  expect(ends(`${CASES}case `, "Color.Re", ": f()")).toBe(false);
});
