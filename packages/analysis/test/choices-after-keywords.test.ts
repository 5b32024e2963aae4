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

describe("missing cases", () => {
  const missing = (before: string): Answer<readonly string[]> => {
    const left = ["a", "b"].filter((name) => !before.includes(`case ${name}:`));
    return left.length === 0 ? { kind: "open", reason: "every case is written" } : closed(...left);
  };
  const made = programMonitor({
    lexer: () => typescriptLexer(),
    analysis: { epoch: () => "1", casesMissing: ({ before }) => missing(before) },
    questions: ["casesMissing"],
  });

  /** Whether `text` can be read after `prefix`, and may end before `suffix`. */
  async function isRead(prefix: string, text: string, suffix: string, late: number): Promise<boolean> {
    const { monitor, answer } = made.open({ path: "a.ts", prefix, suffix });
    const bytes = encoder.encode(text);
    let state: unknown = monitor.start;
    for (let at = 0; state !== undefined && at <= bytes.length; at++) {
      for (const question of monitor.asks!(state)) {
        if (question.ago! < late && at < bytes.length) continue;
        const offset = at - question.ago!;
        const given = await answer(question, { offset, before: bytes.subarray(0, Math.max(0, offset)) });
        state = monitor.supply!(state, question, given);
        if (state === undefined) return false;
      }
      if (at < bytes.length) state = monitor.step(state, bytes[at]!);
    }
    return state !== undefined && monitor.accepts(state);
  }

  const OPEN = "function f() { switch (v) {";
  test.each([
    [OPEN, " case a: case b: }", "", true],
    [OPEN, " case a: { g({}) } case b: `}` }", "", true],
    [OPEN, " case a: }", "", false],
    [OPEN, " }", "", false],
    [OPEN, " default: }", "", true],
    [OPEN, " case a: x(); default : }", "", true],
    [OPEN, " case a: h({ default: 1 }) }", "", false],
    [OPEN, " case a: '}' /* } */; ", "", true],
    [OPEN, " case a: switch (w) { case c: default: } }", "", false],
    [OPEN, " case a: switch (w) { case b: default: } }", "", false],
    [OPEN, " case a: switch (w) { default: } case b: }", "", true],
    [`${OPEN} case a: i(`, "}); }", "", false],
    [`${OPEN} case a: i({`, "}); case b: }", "", true],
    [`${OPEN} case a: x(); `, "y();", "}", false],
    [`${OPEN} case a: x(); `, "y(); case b:", "}", true],
    [`${OPEN} case a: x(); `, "y(); default:", "}", true],
    ["", "j.switch(v); { }", "", true],
  ])("%s│%s│%s", async (prefix, text, suffix, reads) => {
    const all = await Promise.all([0, 1, 3, 8, 100].map((late) => isRead(prefix, text, suffix, late)));
    expect(all).toEqual(all.map(() => reads));
  });

  test("are asked for only if the questions list them", () => {
    const analysis: Analysis = { epoch: () => "1", casesMissing: () => closed("a"), members: () => closed("b") };
    const { monitor } = programMonitor({ lexer: () => typescriptLexer(), analysis }).open({
      path: "a.ts",
      prefix: OPEN,
    });
    expect(monitor.asks!(monitor.start)).toEqual([]);
  });
});
