// A lexer against its definition: what may still match, what has matched, and who wins, by trying whole texts.

import { createEngine, literal, parseRegex } from "@espalier/automata";
import { createLexer, type Lexer, LexerLimitError, type LexerTerminal } from "@espalier/lexer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";

const terminal = (pattern: string, more: Partial<LexerTerminal> = {}): LexerTerminal => ({
  regex: parseRegex(pattern),
  priority: 0,
  lazy: false,
  ...more,
});

function read(lexer: Lexer, text: string, terminals: readonly number[]): number {
  let state = lexer.begin(terminals);
  for (const byte of new TextEncoder().encode(text)) state = lexer.step(state, byte);
  return state;
}

const names = (lexer: Lexer, text: string, terminals: readonly number[]): readonly number[] =>
  lexer.exitTerminals(lexer.exit(read(lexer, text, terminals)));

describe("a lexer", () => {
  const lexer = createLexer(createEngine(), [
    terminal("if", { priority: 1 }),
    terminal("[a-z]+"),
    terminal("[0-9]+(\\.[0-9]+)?"),
    terminal("\\.\\."),
    terminal("[^;]*;", { lazy: true }),
    terminal("é|[α-ω]+"),
    terminal("x*"),
    { regex: literal(""), priority: 0, lazy: false },
    { regex: { kind: "empty" }, priority: 0, lazy: false },
    terminal("(.|\\n)*"),
    terminal(";", { lazy: true }),
  ]);
  it.each([
    ["if", [0, 1], [0]],
    ["if", [1], [1]],
    ["ifs", [0, 1], [1]],
    ["i", [0], []],
    ["1", [2], [2]],
    ["1.", [2], []],
    ["1.5", [2, 3], [2]],
    ["αω", [5], [5]],
    ["xx", [1, 6], [1, 6]],
    ["a;", [4], [4]],
    ["a;", [4, 9], [4]],
    ["a", [4, 9], [9]],
    [";", [4, 9, 10], [4, 10]],
  ] as const)("hands %j among %j on as %j", (text, terminals, won) => {
    expect(names(lexer, text, terminals)).toEqual(won);
  });
  it("closes when nothing longer can match, and when a lazy terminal has", () => {
    expect(lexer.closes(read(lexer, "if", [0]))).toBe(true);
    expect(lexer.closes(read(lexer, "if", [0, 1]))).toBe(false);
    expect(lexer.closes(read(lexer, "a;", [4]))).toBe(true);
    expect(read(lexer, "a;b", [4])).toBe(0);
  });
  it("never begins with a match, and leaves out what matches no lexeme", () => {
    expect(lexer.exit(lexer.begin([6]))).toBe(0);
    expect([6, 7, 8].map(lexer.matchable)).toEqual([true, false, false]);
    expect([6, 7, 8].map(lexer.matchesEmpty)).toEqual([true, true, false]);
    expect(lexer.possible(lexer.begin([6, 7, 8]))).toEqual([6]);
  });
  it("treats half a character as an ordinary state", () => {
    const state = lexer.step(lexer.begin([5]), 0xc3);
    expect([state !== 0, lexer.exit(state), lexer.distance(state)]).toEqual([true, 0, 1]);
  });
  it("stops at its limits", () => {
    const small = createLexer(createEngine(), [terminal("a{1,1000}")], { states: 20 });
    expect(() => read(small, "a".repeat(30), [0])).toThrow(LexerLimitError);
  });
});

const patterns = fc.constantFrom(
  "a",
  "b",
  "ab",
  "a+",
  "[ab]+",
  "a*b",
  "(ab)*",
  "a?b?",
  "aba",
  "b{2,3}",
  "[ab]{0,2}",
  "a+?b",
);

describe("random lexers", () => {
  it("match, live and measure as their patterns do", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(patterns, fc.constantFrom(0, 0, 1)), { minLength: 1, maxLength: 4 }),
        fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        (list, chosen) => {
          const lexer = createLexer(
            createEngine(),
            list.map(([pattern, priority]) => terminal(pattern, { priority })),
          );
          const allowed = list.flatMap((_, t) => (chosen[t] ? [t] : []));
          const whole = list.map(([pattern]) => new RegExp(`^(?:${pattern})$`));
          const texts = [""];
          for (const text of texts) if (text.length < 6) texts.push(`${text}a`, `${text}b`);
          for (const text of texts.filter(({ length }) => length <= 3)) {
            const state = read(lexer, text, allowed);
            const matching = text === "" ? [] : allowed.filter((t) => whole[t]?.test(text));
            const best = Math.max(...matching.map((t) => list[t]?.[1] ?? 0));
            expect(names(lexer, text, allowed)).toEqual(matching.filter((t) => list[t]?.[1] === best));
            const longer = texts.filter(
              (other) => other.startsWith(text) && other !== "" && allowed.some((t) => whole[t]?.test(other)),
            );
            expect([text, state !== 0]).toEqual([text, longer.length > 0 || text === ""]);
            const nearest = Math.min(...longer.map(({ length }) => length - text.length));
            if (state !== 0) expect([text, lexer.distance(state)]).toEqual([text, nearest]);
          }
        },
      ),
      { numRuns: samples(300) },
    );
  });
});
