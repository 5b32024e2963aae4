// Monitors over programs and the bytes that they say they can read (`quiet`): masks are those of the same monitors without the hint, and the brackets of
// arguments close at no other bytes than the lexer says.

import {
  type Analysis,
  type ArgumentCount,
  type ArgumentLexer,
  type ObjectKeys,
  type ProgramLexer,
  programMonitor,
} from "@espalier/analysis";
import {
  cppLexemes,
  csharpLexemes,
  declaredLexer,
  goLexemes,
  javaLexemes,
  pythonLexemes,
  rustLexemes,
} from "@espalier/analysis-lsp";
import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { typescriptLexer } from "@espalier/typescript";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "./support/samples.js";

/** Pieces of programs, of several languages. */
const PIECES: readonly string[] = [
  ..."abfgr01()[]{}<>,.;:=+-*/!?&|'\"`$#@\\\n \té",
  ...["=>", "//", "/*", "*/", "${", "}`", "f(", "g(", "h(", "let x = {", "new ", "...", "as ", "/re/g", "f'{", 'r"'],
];

const programText = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(""));

/** Texts with many calls and objects. */
const callText = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom("f(", "h(", "g(", "x = {", "a", "a: ", "1", ", ", ")", "}", ".", " ", "a, b", "b)"),
      },
      { weight: 1, arbitrary: fc.constantFrom(...PIECES) },
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

/** Checks `mayClose` of a lexer. */
function bracketsClose<State>(lexer: ProgramLexer<State> & ArgumentLexer<State>): void {
  fc.assert(
    fc.property(programText, (text) => {
      const open: number[] = [];
      let state = lexer.start;
      for (const byte of new TextEncoder().encode(text)) {
        const next = lexer.step(state, byte)!;
        while (open.length > 0 && lexer.depth(next) < open.at(-1)!) {
          expect(lexer.mayClose!(byte)).toBe(true);
          open.pop();
        }
        if (lexer.opensArguments(state, next)) open.push(lexer.depth(next));
        state = next;
      }
    }),
    { numRuns: samples(3000) },
  );
}

describe("the brackets of arguments close at no other bytes than the lexer says", () => {
  test.each(["typescript", "tsx", "javascript"] as const)("%s", (dialect) =>
    bracketsClose(typescriptLexer({ dialect })),
  );
  test.each([
    ["C++", cppLexemes],
    ["C#", csharpLexemes],
    ["Go", goLexemes],
    ["Java", javaLexemes],
    ["Python", pythonLexemes],
    ["Rust", rustLexemes],
  ])("%s", (_, lexemes) => bracketsClose(declaredLexer(lexemes)));
});

const COUNTS: Readonly<Record<string, readonly ArgumentCount[]>> = {
  f: [{ least: 1, most: 2 }],
  g: [{ least: 0, most: 0 }],
  h: [{ least: 1, most: Number.POSITIVE_INFINITY }],
};
const KEYS: readonly ObjectKeys[] = [{ allowed: ["a", "b", "fg"], required: ["a"] }];
const NAMES = ["a", "ab", "f", "bg"];
const unknown = { kind: "unknown", reason: "not known" } as const;
const analysis: Analysis = {
  epoch: () => "1",
  members: () => ({ kind: "closed", value: NAMES }),
  inScope: ({ before }) => (before.length % 2 === 0 ? { kind: "closed", value: [...NAMES, "g", "h"] } : unknown),
  objectKeys: () => ({ kind: "closed", value: KEYS }),
  signatures({ before }) {
    const value = COUNTS[before.at(-2)!];
    return value === undefined ? unknown : { kind: "closed", value };
  },
};

test("masks are those of the monitor without the hint", async () => {
  const program = programMonitor({ lexer: () => typescriptLexer(), analysis });
  const words = fc.uniqueArray(
    callText.filter((text) => text !== ""),
    { minLength: 5, maxLength: 60 },
  );
  const encoder = new TextEncoder();
  await fc.assert(
    fc.asyncProperty(callText, words, callText, async (prefix, tokens, written) => {
      const vocabulary = vocabularyOfBytes([
        ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)),
        ...[...new Set([...PIECES, ...tokens])].map((text) => encoder.encode(text)),
      ]);
      const trie = buildTrie(vocabulary);
      const { monitor, answer } = program.open({ path: "a.ts", prefix });
      const twin: Monitor<unknown> = { ...monitor, quiet: () => undefined };
      const [masker, slow] = [createMasker(trie, monitor), createMasker(trie, twin)];
      const bytes = encoder.encode(written);
      let state: unknown = monitor.start;
      for (let at = 0; at <= bytes.length; at++) {
        for (const question of monitor.asks!(state)) {
          const place = { offset: at - question.ago!, before: bytes.slice(0, Math.max(0, at - question.ago!)) };
          state = monitor.supply!(state, question, await answer(question, place));
          if (state === undefined) return;
        }
        expect([...masker.mask(state).mask.ids()]).toEqual([...slow.mask(state).mask.ids()]);
        state = at === bytes.length ? undefined : monitor.step(state, bytes[at]!);
        if (state === undefined) return;
      }
    }),
    { numRuns: samples(300) },
  );
});
