// A committed lexer within its limits: every column of a line is a state of its own, so a line of blanks makes as many as it is long.

import { createEngine, literal } from "@espalier/automata";
import { type CommittedLexer, createCommittedLexer, LexerLimitError, type LexerLimits } from "@espalier/lexer";
import { describe, expect, test } from "vitest";

const layout = { tab: 8, comment: 35, continuation: "first", endsBehindReturn: false } as const;
const word = { regex: literal("x"), modes: [0], notBefore: [], unfinished: false };
const SPACE = 32;

function lexerWithin(limits: Partial<LexerLimits>): CommittedLexer {
  return createCommittedLexer(createEngine(), [word], 1, layout, limits);
}

function afterBlanks(lexer: CommittedLexer, count: number): number {
  let at = lexer.lineStart;
  for (let i = 0; i < count; i++) at = lexer.step(at, SPACE);
  return at;
}

describe("a line of blanks", () => {
  test.each([
    ["states", { states: 1_000 }, 1_000],
    ["bytes", { bytes: 1 << 20 }, 20_000],
  ] as const)("ends with an error that names the limit: %s", (limit, limits, blanks) => {
    const lexer = lexerWithin(limits);
    const near = afterBlanks(lexer, 900);
    let thrown: unknown;
    try {
      afterBlanks(lexer, blanks);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(LexerLimitError);
    expect((thrown as LexerLimitError).limit).toBe(limit);
    // What was there stays usable, and nothing more is held.
    const [bytes, stateCount] = [lexer.bytes(), lexer.stateCount()];
    expect(() => afterBlanks(lexer, blanks)).toThrow(LexerLimitError);
    expect([lexer.bytes(), lexer.stateCount()]).toEqual([bytes, stateCount]);
    expect(afterBlanks(lexer, 900)).toBe(near);
    expect(lexer.boundary(lexer.exit(near))).toEqual({ kind: "line", column: 900, alternate: 900 });
  });

  test("is read to its end where there is room", () => {
    const lexer = lexerWithin({});
    expect(lexer.boundary(lexer.exit(afterBlanks(lexer, 20_000)))).toMatchObject({ column: 20_000 });
  });
});
