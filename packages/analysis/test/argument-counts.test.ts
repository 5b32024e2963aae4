// The counts of arguments, judged by a reader of calls that splits their text at the commas of the compiler's scanner.

import { type ArgumentCount, programMonitor } from "@espalier/analysis";
import type { Answer, Question } from "@espalier/monitor";
import { typescriptLexer } from "@espalier/typescript";
import * as fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

type Counts = Answer<readonly ArgumentCount[]>;
const encoder = new TextEncoder();

/** What each callee of the texts takes. */
const TAKES: Readonly<Record<string, readonly ArgumentCount[]>> = {
  f: [{ least: 0, most: 0 }],
  g: [{ least: 1, most: 2 }],
  h: [
    { least: 0, most: 0 },
    { least: 2, most: 2 },
  ],
  r: [{ least: 1, most: Number.POSITIVE_INFINITY }],
};

function answerTo(before: string): Counts {
  const value = TAKES[before.at(-2)!];
  return value === undefined ? { kind: "unknown", reason: "not known" } : { kind: "closed", value };
}

const open = (prefix: string, suffix = "") =>
  programMonitor({
    lexer: () => typescriptLexer(),
    analysis: { epoch: () => "1", signatures: ({ before }) => answerTo(before) },
  }).open({ path: "a.ts", prefix, suffix });

/** Whether the text can be read from an empty hole after `prefix`: a site is asked about once `late` bytes have followed, or the text ends. */
function isRead(prefix: string, text: string, late: number): boolean {
  const { monitor } = open(prefix);
  const bytes = encoder.encode(text);
  let state: unknown = monitor.start;
  for (let at = 0; at <= bytes.length; at++) {
    for (const question of monitor.asks!(state)) {
      if (question.ago! < late && at < bytes.length) continue;
      const offset = at - question.ago!;
      const before = prefix.slice(0, prefix.length + Math.min(0, offset)) + text.slice(0, Math.max(0, offset));
      state = monitor.supply!(state, question, answerTo(before));
      if (state === undefined) return false;
    }
    if (at === bytes.length) return true;
    state = monitor.step(state, bytes[at]!);
    if (state === undefined) return false;
  }
  return true;
}

/** The same by the compiler's scanner: brackets that are open, each with its count and what it takes. */
function isAllowed(text: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const open: { takes: readonly ArgumentCount[] | undefined; ended: number; begun: boolean }[] = [];
  let last = "";
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const around = open.at(-1);
    const isCloser = token === ts.SyntaxKind.CloseParenToken || token === ts.SyntaxKind.CloseBracketToken;
    if (isCloser && around !== undefined) {
      const count = around.ended + (around.begun ? 1 : 0);
      if (around.takes?.every(({ least, most }) => count < least || count > most)) return false;
      open.pop();
    } else if (token === ts.SyntaxKind.CommaToken && around !== undefined) {
      around.ended++;
      around.begun = false;
      if (around.takes?.every(({ most }) => around.ended > most)) return false;
    } else {
      if (around !== undefined && !around.begun) {
        around.begun = true;
        if (around.takes?.every(({ most }) => around.ended >= most)) return false;
      }
      if (token === ts.SyntaxKind.OpenParenToken || token === ts.SyntaxKind.OpenBracketToken) {
        const isCall = token === ts.SyntaxKind.OpenParenToken && last in TAKES;
        open.push({ takes: isCall ? TAKES[last] : undefined, ended: 0, begun: false });
      }
    }
    last = scanner.getTokenText();
  }
  return true;
}

/** Pieces that are whole lexemes, so that a text's lexemes are those of its pieces. */
const PIECES = [
  "f(",
  "g(",
  "h(",
  "r(",
  "x(",
  ")",
  ")",
  ", ",
  ",",
  "a ",
  "'a,(' ",
  "[",
  "]",
  "/*,(*/",
  " ",
  "1 ",
  "`,` ",
];

test("the verdict is the scanner's, however late the answers come, and wherever the hole begins", () => {
  const seen = { read: 0, refused: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }),
      fc.nat(12),
      fc.nat(3),
      (pieces, late, whole) => {
        const prefix = pieces.slice(0, whole).join("");
        if (!isAllowed(prefix)) return;
        const text = pieces.slice(whole).join("");
        const allowed = isAllowed(prefix + text);
        seen[allowed ? "read" : "refused"]++;
        expect({ prefix, text, read: isRead(prefix, text, late) }).toEqual({ prefix, text, read: allowed });
      },
    ),
    { numRuns: samples(5_000) },
  );
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(samples(500));
});

const answered = (prefix: string, suffix = "") => {
  const { monitor } = open(prefix, suffix);
  let state = monitor.start;
  for (const question of monitor.asks!(state) as readonly Question[])
    state = monitor.supply!(state, question, answerTo(prefix.slice(0, prefix.length - question.ago!)));
  const read = (text: string): unknown =>
    [...encoder.encode(text)].reduce<unknown>((at, byte) => at && monitor.step(at, byte), state);
  return { reads: (text: string) => read(text) !== undefined, ends: (text: string) => monitor.accepts(read(text)) };
};

test("every live state can be closed: an argument that would be one too many is refused at its first byte", () => {
  const { reads } = answered("g(1, 2");
  expect([reads(")"), reads(","), reads(",)"), reads(", 3"), reads(", /* none */)"), reads(", /a/")]).toEqual([
    ...[true, true, true, false, true, false],
  ]);
});

test("a call that is closed by the suffix is held to its count where the hole ends", () => {
  const { ends } = answered("h(", ");");
  expect(["", "1", "1, 2", "1, 2,", "g(1)"].map(ends)).toEqual([true, false, true, true, false]);
});

test("whether the text may end does not depend on what was asked before", () => {
  for (const suffix of [" , 2);", ");", "\n);", ")", ", 2 );", "", "\n"]) {
    const texts = [
      "",
      "1",
      "1, 2",
      "1,",
      "'",
      "'a",
      "/*",
      "1 //",
      "[1",
      "{ a",
      "1, (2",
      "aaaa",
      "bbbb, cccc",
      "bbbb, c",
    ];
    const { ends } = answered("h(", suffix);
    const asked = [...texts, ...[...texts].reverse()].map(ends);
    const alone = texts.map((text) => answered("h(", suffix).ends(text));
    expect([suffix, asked]).toEqual([suffix, [...alone, ...[...alone].reverse()]]);
    if (suffix !== "" && suffix !== "\n") expect(new Set(alone).size).toBe(2);
  }
});

test("after what may be type arguments, and after a spread argument, nothing is counted", () => {
  expect(answered("f(").reads("a<b")).toBe(false);
  const { reads } = answered("g(");
  expect([reads("...a, ...b, c)"), reads("new Map<a, b, c>())"), reads("[...a], 2, 3")]).toEqual([true, true, false]);
});
