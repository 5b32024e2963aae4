// Lazy languages against the same languages known whole: byte for byte on every short text, with the same costs.

import { createEngine, defaultEngine, literal, parseRegex, type Regex } from "@espalier/automata";
import {
  choice,
  type Expression,
  type Grammar,
  nonterminal,
  optional,
  plus,
  sequence,
  star,
  terminal,
} from "@espalier/grammar";
import { openLexer } from "@espalier/lexer";
import {
  createLanguage,
  createLazyLanguage,
  type Language,
  type PatternTerminal,
  SyntaxSourceError,
} from "@espalier/syntax";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { type Asked, compiledSource, derivedSource } from "./lazy-sources.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

const t = terminal;
const n = nonterminal;
const pattern = (name: string, regex: Regex): PatternTerminal => ({ kind: "pattern", name, regex });
const regex = (name: string, source: string): PatternTerminal => pattern(name, parseRegex(source));
const lengthsOf = (terminals: readonly PatternTerminal[]): number[] => {
  const engine = defaultEngine();
  return terminals.map((each) => engine.distance(engine.intern(each.regex)));
};
const grammar = (rules: Record<string, Expression>): Grammar => ({
  start: Object.keys(rules)[0]!,
  rules: Object.entries(rules).map(([name, body]) => ({ name, body })),
});

/** Walks both languages along every text of at most `depth` of the bytes, as long as both live; returns how many texts that were. */
function compare(lazy: Language, whole: Language, bytes: readonly number[], depth: number): number {
  let count = 0;
  const visit = (a: number, b: number, text: string, left: number): void => {
    count++;
    if (lazy.accepts(a) !== whole.accepts(b) || lazy.cost(a) !== whole.cost(b)) {
      expect({ text, accepts: lazy.accepts(a), cost: lazy.cost(a) }).toEqual({
        text,
        accepts: whole.accepts(b),
        cost: whole.cost(b),
      });
    }
    if (left === 0) return;
    for (const byte of bytes) {
      const x = lazy.step(a, byte);
      const y = whole.step(b, byte);
      const longer = text + String.fromCharCode(byte);
      expect(x === undefined, `${JSON.stringify(longer)} is ${x === undefined ? "dead" : "live"}`).toBe(
        y === undefined,
      );
      if (x !== undefined && y !== undefined) visit(x, y, longer, left - 1);
    }
  };
  visit(lazy.start, whole.start, "", depth);
  return count;
}

const bytesOf = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0));
const comma = sequence(t(","), n("value"));

const CASES: readonly [name: string, Grammar, readonly PatternTerminal[], letters: string, depth: number][] = [
  [
    "nested lists",
    grammar({
      value: choice(n("list"), t("word")),
      list: sequence(t("["), optional(sequence(n("value"), star(comma))), t("]")),
    }),
    [regex("[", "\\[ ?"), regex("]", " ?\\]"), regex(",", ", ?"), regex("word", "[ab]{1,3}")],
    "[] ,ab",
    8,
  ],
  [
    "ambiguous alternatives of one text",
    grammar({
      value: choice(n("left"), n("right"), t("word")),
      left: sequence(t("("), n("value"), t(")")),
      right: sequence(t("("), choice(t("word"), n("right")), t(")"), optional(t("!"))),
    }),
    [regex("(", "\\("), regex(")", "\\)"), regex("word", "a+"), regex("!", "!")],
    "()a!",
    10,
  ],
  [
    "an object with optional keys in order, and values that recurse",
    grammar({
      value: choice(n("object"), t("0")),
      object: sequence(
        t("{"),
        optional(
          choice(
            sequence(
              t("a:"),
              n("value"),
              optional(sequence(t(","), t("ab:"), n("value"))),
              optional(sequence(t(","), t("b:"), t("0"))),
            ),
            sequence(t("ab:"), n("value"), optional(sequence(t(","), t("b:"), t("0")))),
            sequence(t("b:"), t("0")),
          ),
        ),
        t("}"),
      ),
    }),
    [
      pattern("{", literal("{")),
      pattern("}", literal("}")),
      pattern(",", literal(",")),
      pattern("a:", literal("a:")),
      pattern("ab:", literal("ab:")),
      pattern("b:", literal("b:")),
      pattern("0", literal("0")),
    ],
    "{},ab:0",
    10,
  ],
  [
    "a left context with two terminals that overlap",
    grammar({
      text: sequence(choice(sequence(t("key"), t("=")), sequence(t("name"), t(":"))), t("end"), star(t("end"))),
    }),
    [regex("key", "a(b|c)a"), regex("name", "[abc]{2,4}"), regex("=", "="), regex(":", ":"), regex("end", ";")],
    "abc=:;",
    7,
  ],
  [
    "two terminals that match the same texts",
    grammar({ text: choice(sequence(t("one"), t("x")), sequence(t("other"), t("y"))) }),
    [regex("one", "a+"), regex("other", "a+"), regex("x", "x"), regex("y", "y")],
    "axy",
    6,
  ],
  [
    "a lexeme that comes back to its own beginning",
    grammar({ text: plus(t("ends")) }),
    [regex("ends", "a*b")],
    "ab",
    8,
  ],
  [
    "left recursion, through two rules",
    grammar({
      sum: choice(n("term"), sequence(n("more"), t("+"), n("term"))),
      more: choice(n("sum"), t("(")),
      term: choice(t("x"), sequence(n("sum"), t("!"))),
    }),
    [regex("+", "\\+"), regex("x", "x"), regex("!", "!"), regex("(", "\\(")],
    "+x!(",
    7,
  ],
];

describe("a lazy language", () => {
  for (const [name, rules, terminals, letters, depth] of CASES) {
    it(`equals the language known whole: ${name}`, () => {
      const whole = createLanguage({ grammar: rules, terminals, skip: [], munch: "maximal" });
      for (const source of [
        derivedSource(rules, terminals, lengthsOf(terminals)),
        compiledSource(rules, terminals, lengthsOf(terminals)),
      ]) {
        expect(compare(createLazyLanguage(source), whole, bytesOf(letters), depth)).toBeGreaterThan(15);
      }
    });
  }

  it("equals the language known whole, for random grammars over terminals of which none extends another", () => {
    const terminals = [
      regex("a", "a"),
      regex("b", "ba?c"),
      regex("c", "[yb]c"),
      regex("d", "d{1,2}e"),
      regex("e", "ba?c|x"),
    ];
    const letter = fc.constantFrom("a", "b", "c", "d", "e").map(t);
    const rule = fc.constantFrom("r0", "r1", "r2").map(n);
    const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 3 },
        { weight: 4, arbitrary: letter },
        { weight: 2, arbitrary: rule },
        {
          weight: 4,
          arbitrary: fc.array(tie("expression"), { minLength: 2, maxLength: 3 }).map((items) => sequence(...items)),
        },
        {
          weight: 3,
          arbitrary: fc.array(tie("expression"), { minLength: 2, maxLength: 3 }).map((items) => choice(...items)),
        },
        { weight: 1, arbitrary: tie("expression").map(star) },
        { weight: 1, arbitrary: tie("expression").map(optional) },
      ),
    }));
    let compared = 0;
    fc.assert(
      fc.property(fc.tuple(expression, expression, expression), (bodies) => {
        const rules: Grammar = { start: "r0", rules: bodies.map((body, i) => ({ name: `r${i}`, body })) };
        let whole: Language;
        try {
          whole = createLanguage({ grammar: rules, terminals, skip: [], munch: "maximal" });
        } catch (error) {
          if (error instanceof SyntaxSourceError) return; // no text at all
          throw error;
        }
        const lazy = createLazyLanguage(compiledSource(rules, terminals, lengthsOf(terminals)));
        compared += compare(lazy, whole, bytesOf("abcdexy"), 6);
      }),
      { numRuns: samples(120), seed },
    );
    expect(compared).toBeGreaterThan(samples(2_000));
  });

  it("asks only for what a text meets", () => {
    const rules = grammar(
      Object.fromEntries(
        Array.from({ length: 500 }, (_, i) => [
          `r${i}`,
          choice(sequence(t(`${i}`), n(`r${(i + 1) % 500}`)), sequence(t("end"), t(`last ${i}`))),
        ]),
      ),
    );
    const terminals = [pattern("end", literal(";"))];
    for (let i = 0; i < 500; i++)
      terminals.push(pattern(`${i}`, literal(`${i}.`)), pattern(`last ${i}`, literal(`(${i})`)));
    const asked: Asked = { states: 0, terminals: 0 };
    const language = createLazyLanguage(derivedSource(rules, terminals, lengthsOf(terminals), asked));
    let state: number | undefined = language.start;
    for (const byte of bytesOf("0.1.2.;(3")) state = language.step(state!, byte);
    expect(language.describe(state!)).toEqual([
      { lexeme: ["last 3"], inside: true, next: [], accepts: false, rules: ["rule 3"] },
    ]);
    expect(asked.states).toBeLessThan(20);
    expect(asked.terminals).toBeLessThan(10);
  });

  it("says what is expected, and what it sees", () => {
    const [, rules, terminals] = CASES[0]!;
    const language = createLazyLanguage(derivedSource(rules, terminals, lengthsOf(terminals)));
    expect(language.expected(language.start)).toEqual(["[", "word"]);
    const inWord = language.step(language.step(language.start, 0x5b)!, 0x61)!;
    expect(language.expected(inWord)).toEqual(["word", "]", ","]);
    expect(language.describe(inWord)).toEqual([
      { lexeme: ["word"], inside: true, next: ["]", ","], accepts: false, rules: ["rule 1"] },
    ]);
  });

  it("nests 10,000 deep and finds its way out", () => {
    const [, rules, terminals] = CASES[0]!;
    const language = createLazyLanguage(derivedSource(rules, terminals, lengthsOf(terminals)));
    let state = language.start;
    for (let i = 0; i < 10_000; i++) state = language.step(state, 0x5b)!;
    expect(language.cost(state)).toBe(10_000);
    for (let i = 0; i < 10_000; i++) state = language.step(state, 0x5d)!;
    expect(language.accepts(state)).toBe(true);
  });

  it("shares its lexer's states with others of the engine, and not with those of another", () => {
    const [, rules, terminals] = CASES[0]!;
    const make = (engine = defaultEngine()): Language =>
      createLazyLanguage(derivedSource(rules, terminals, lengthsOf(terminals)), { engine });
    const one = make();
    const other = make();
    expect(other.factor?.automaton).toBe(one.factor?.automaton);
    expect(other.factor?.local(other.start)).toBe(one.factor?.local(one.start));
    const engine = createEngine();
    expect(make(engine).factor?.automaton).not.toBe(one.factor?.automaton);
    const before = openLexer(engine);
    engine.clear();
    expect(openLexer(engine)).not.toBe(before);
  });

  it("refuses terminals that match the empty text", () => {
    const rules = grammar({ text: sequence(t("a"), t("b")) });
    const terminals = [regex("a", "a"), regex("b", "b*")];
    const language = createLazyLanguage(derivedSource(rules, terminals, [1, 0]));
    expect(() => language.step(language.start, 0x61)).toThrow(RangeError);
  });
});
