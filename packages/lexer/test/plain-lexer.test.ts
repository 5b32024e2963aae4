// A plain lexer against the lexer on an engine: the same lexemes, ends and distances; and what it refuses.

import { ArgumentError } from "@espalier/arguments";
import { and, bytes, createEngine, deferred, literal, not, parseRegex, type Regex, repeat } from "@espalier/automata";
import { createLexer, createPlainLexer, type LexerTerminal, type PlainLexer } from "@espalier/lexer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";

const [LOW, HIGH] = [0x61, 0x63];
const UNBOUNDED = Number.POSITIVE_INFINITY;

const regexes = fc.letrec<{ regex: Regex }>((tie) => ({
  regex: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("", "a", "b", "ab", "cab").map((text) => literal(text)),
    fc.constantFrom("[ab]", "[bc]", "[^a]", "a|é|α", "").map((pattern) => parseRegex(pattern)),
    fc.constant<Regex>({ kind: "empty" }),
    fc.constant(bytes([[LOW, HIGH]])),
    fc.array(tie("regex"), { minLength: 2, maxLength: 3 }).map((items): Regex => ({ kind: "sequence", items })),
    fc.array(tie("regex"), { minLength: 2, maxLength: 3 }).map((options): Regex => ({ kind: "choice", options })),
    fc.array(tie("regex"), { minLength: 2, maxLength: 3 }).map((operands): Regex => ({ kind: "and", operands })),
    fc
      .tuple(tie("regex"), fc.integer({ min: 0, max: 3 }), fc.constantFrom(0, 1, 2, UNBOUNDED))
      .map(([item, min, more]) => repeat(item, min, min + more)),
  ),
})).regex;

const terminals: fc.Arbitrary<readonly LexerTerminal[]> = fc.array(
  fc.record({ regex: regexes, priority: fc.integer({ min: 0, max: 1 }), lazy: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);

/** The properties of a state of a lexer, in terms that do not depend on its numbers. */
const told = (lexer: PlainLexer, state: number): unknown => ({
  dead: state === 0,
  exit: lexer.exitTerminals(lexer.exit(state)),
  distance: lexer.distance(state),
  possible: lexer.possible(state),
  begins: lexer.begins(state),
});

describe("a plain lexer", () => {
  it("reads what the lexer on an engine reads", () => {
    let steps = 0;
    let closed = 0;
    fc.assert(
      fc.property(
        terminals,
        fc.array(fc.constantFrom(0x61, 0x62, 0x63, 0xc3, 0xa9, 0x7a), { maxLength: 9 }),
        (all, text) => {
          const full = createLexer(createEngine(), all);
          const plain = createPlainLexer(all);
          const every = [...all.keys()];
          expect(every.map(plain.matchable)).toEqual(every.map(full.matchable));
          expect(every.map(plain.matchesEmpty)).toEqual(every.map(full.matchesEmpty));
          const states = [full.begin(every), plain.begin(every)] as [number, number];
          for (const byte of text) {
            expect(told(plain, states[1])).toEqual(told(full, states[0]));
            // That nothing longer matches is certain for a plain lexer; an engine may not see it.
            if (full.closes(states[0])) expect(plain.closes(states[1])).toBe(true);
            if (plain.closes(states[1])) {
              closed++;
              for (let other = 0; other < 256; other++) expect(full.step(states[0], other)).toBe(0);
            }
            states[0] = full.step(states[0], byte);
            states[1] = plain.step(states[1], byte);
            steps++;
          }
          expect(told(plain, states[1])).toEqual(told(full, states[0]));
        },
      ),
      { numRuns: samples(4_000) },
    );
    expect(steps).toBeGreaterThan(samples(8_000));
    expect(closed).toBeGreaterThan(samples(300));
  }, 120_000);

  it("does not tell bytes of one class apart", () => {
    const plain = createPlainLexer([{ regex: parseRegex("[a-y]+z|é"), priority: 0, lazy: false }]);
    expect(plain.classCount).toBe(5);
    for (const [k, byte] of plain.representatives.entries()) expect(plain.classOf[byte]).toBe(k);
  });

  it("loads regexes that are made on first use", () => {
    const regex = deferred({
      classOf: new Uint8Array(256),
      classCount: 1,
      least: 2,
      load: () => repeat(bytes([[0, 255]]), 2, 2),
    });
    const plain = createPlainLexer([{ regex, priority: 0, lazy: false }]);
    expect(plain.distance(plain.step(plain.begin([0]), 7))).toBe(1);
  });

  it.each([
    [
      "a complement",
      not(literal("a")),
      "wrong-type",
      /^A plain lexer takes no `~` and no look-ahead \(terminal NAME\): use createLexer/,
    ],
    ["a look-ahead", parseRegex("(?!if)[a-z]+"), "wrong-type", /terminal NAME/],
    ["counters that take too many states", parseRegex("(a{1000}){1000}"), "out-of-range", /at most 100000 states/],
    [
      "intersections that do",
      and(parseRegex("(a|b){0,400}"), parseRegex("(a|bb){0,400}")),
      "out-of-range",
      /at most 100000 states/,
    ],
    ["deep nesting", nested(501), "out-of-range", /at most 500 nested parts/],
  ] as const)("refuses %s by name", (_, regex, code, message) => {
    const make = () =>
      createPlainLexer([
        { regex: literal("x"), priority: 0, lazy: false },
        { name: "NAME", regex, priority: 0, lazy: false },
      ]);
    expect(make).toThrow(ArgumentError);
    expect(make).toThrow(expect.objectContaining({ code, argument: "terminals[1].regex" }));
    expect(make).toThrow(message);
  });
});

function nested(depth: number): Regex {
  let regex: Regex = literal("a");
  for (let i = 0; i < depth; i++) regex = { kind: "choice", options: [regex, literal("b")] };
  return regex;
}
