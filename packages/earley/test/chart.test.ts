// The chart against brute force: every terminal string of a bounded length, on random grammars of every recursive shape.

import { type Chart, compileRules, createChart } from "@espalier/earley";
import {
  choice,
  type Expression,
  type Grammar,
  nonterminal,
  optional,
  plus,
  repeat,
  sequence,
  star,
  terminal,
} from "@espalier/grammar";
import { createFuel } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { languageUpTo } from "./naive-language.js";
import { naiveReader } from "./naive-sets.js";

const TERMINALS = ["a", "b", "c"];

function accepts(grammar: Grammar, text: string): boolean {
  const chart = createChart(compileRules(grammar, TERMINALS));
  let set = chart.start;
  for (const letter of text) set = chart.scan(set, TERMINALS.indexOf(letter));
  return chart.accepts(set);
}

const t = terminal;
const n = nonterminal;
const e = sequence();

const CASES: readonly [name: string, Grammar, accepted: string[], rejected: string[]][] = [
  [
    "left recursion",
    { start: "s", rules: [{ name: "s", body: choice(sequence(n("s"), t("a")), t("b")) }] },
    ["b", "ba", "baa"],
    ["", "a", "ab"],
  ],
  [
    "right recursion",
    { start: "s", rules: [{ name: "s", body: choice(sequence(t("a"), n("s")), t("b")) }] },
    ["b", "ab", "aab"],
    ["", "a", "ba"],
  ],
  [
    "nested",
    { start: "s", rules: [{ name: "s", body: choice(sequence(t("a"), n("s"), t("b")), e) }] },
    ["", "ab", "aabb"],
    ["a", "b", "abb"],
  ],
  [
    "ambiguous sums",
    { start: "s", rules: [{ name: "s", body: choice(sequence(n("s"), t("a"), n("s")), t("b")) }] },
    ["b", "bab", "babab"],
    ["", "ba", "bb"],
  ],
  [
    "hidden left recursion",
    {
      start: "s",
      rules: [
        { name: "s", body: choice(sequence(n("o"), n("s"), t("a")), t("b")) },
        { name: "o", body: optional(t("c")) },
      ],
    },
    ["b", "ba", "cba", "ccbaa", "cbaa"],
    ["", "c", "cb", "ccba"],
  ],
  [
    "nullable loops",
    { start: "s", rules: [{ name: "s", body: star(star(optional(t("a")))) }] },
    ["", "a", "aaa"],
    ["b"],
  ],
  [
    "unit cycles",
    {
      start: "s",
      rules: [
        { name: "s", body: choice(n("r"), t("a")) },
        { name: "r", body: choice(n("s"), t("b")) },
      ],
    },
    ["a", "b"],
    ["", "ab"],
  ],
  [
    "counts",
    { start: "s", rules: [{ name: "s", body: repeat(sequence(t("a"), optional(t("b"))), 2, 3) }] },
    ["aa", "aba", "aaa", "ababab"],
    ["", "a", "aaaa", "abb"],
  ],
];

describe("a chart", () => {
  it.each(CASES)("recognises %s", (_, grammar, accepted, rejected) => {
    expect(accepted.filter((text) => !accepts(grammar, text))).toEqual([]);
    expect(rejected.filter((text) => accepts(grammar, text))).toEqual([]);
  });

  it("gives a list of any length finitely many sets", () => {
    const list: Grammar = {
      start: "s",
      rules: [{ name: "s", body: sequence(t("a"), star(sequence(t("b"), t("a")))) }],
    };
    const chart = createChart(compileRules(list, TERMINALS));
    let set = chart.start;
    for (let i = 0; i < 1000; i++) set = chart.scan(chart.scan(set, 0), 1);
    expect(chart.setCount()).toBeLessThan(6);
  });

  it("turns right recursion and ambiguous operators into loops", () => {
    for (const [, grammar] of CASES.slice(0, 2).concat([CASES[3]!])) {
      const rules = compileRules(grammar, TERMINALS);
      expect(rules.callLabel.length).toBe(0);
    }
  });
});

const names = ["s", "p", "q"];
const expression: fc.Arbitrary<Expression> = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...TERMINALS).map((name) => terminal(name)),
    fc.constantFrom(...names).map((name) => nonterminal(name)),
    fc.array(tie("expression"), { maxLength: 3 }).map((items) => sequence(...items)),
    fc.array(tie("expression"), { maxLength: 3 }).map((options) => choice(...options)),
    tie("expression").map((item) => star(item)),
    tie("expression").map((item) => optional(item)),
    tie("expression").map((item) => plus(item)),
  ),
})).expression;

const grammars: fc.Arbitrary<Grammar> = fc
  .tuple(expression, expression, expression)
  .map((bodies) => ({ start: "s", rules: bodies.map((body, i) => ({ name: names[i]!, body })) }));

const LENGTH = 4;

describe("random grammars", () => {
  it("accept exactly the strings that brute force derives, and are viable exactly where one continues", () => {
    fc.assert(
      fc.property(grammars, (grammar) => {
        const language = languageUpTo(grammar, LENGTH);
        const chart = createChart(compileRules(grammar, TERMINALS));
        const visit = (set: number, text: string): void => {
          expect([text, chart.accepts(set)]).toEqual([text, language.has(text)]);
          if (text.length === LENGTH) return;
          for (const [id, letter] of TERMINALS.entries()) {
            const next = chart.scan(set, id);
            const allowed = chart.lookaheadTerminals(chart.lookahead(set)).includes(id);
            expect([text + letter, next !== 0]).toEqual([text + letter, allowed]);
            if (next === 0) {
              for (const member of language) expect(member.startsWith(text + letter)).toBe(false);
            } else visit(next, text + letter);
          }
        };
        visit(chart.start, "");
      }),
      { numRuns: samples(1500) },
    );
  });
});

describe("long texts of ambiguous grammars", () => {
  const ambiguous: readonly Grammar[] = [
    { start: "s", rules: [{ name: "s", body: choice(sequence(t("a"), n("s"), t("b")), plus(n("s")), t("a")) }] },
    {
      start: "s",
      rules: [
        { name: "s", body: choice(sequence(optional(n("p")), n("s"), t("a")), repeat(n("p"), 2, 3)) },
        { name: "p", body: choice(star(optional(n("p"))), sequence(optional(n("s")), n("p"), t("b")), t("a")) },
      ],
    },
    {
      start: "s",
      rules: [{ name: "s", body: choice(sequence(n("s"), n("s"), n("s")), sequence(n("s"), n("s")), t("a")) }],
    },
  ];

  /** Reads a text, of which `draws` choose each terminal, and compares each set with the judge's. */
  function compare(grammar: Grammar, draws: readonly number[]): void {
    compareIn(createChart(compileRules(grammar, TERMINALS)), draws, (allowed, draw) => allowed[draw % allowed.length]);
  }

  /** The same in a chart that may have read other texts, with the terminals that `choose` chooses of those allowed. */
  function compareIn(
    chart: Chart,
    draws: readonly number[],
    choose: (allowed: readonly number[], draw: number) => number | undefined,
  ): void {
    const { rules } = chart;
    const naive = naiveReader(rules);
    const sets = [chart.start];
    // The chart's origin 0 is that of the whole text. Texts of equal sets may have different origins in the judge's.
    const shown = (items: Iterable<readonly [number, number]>, origin: (at: number) => number): string[] =>
      [...new Set(Array.from(items, ([q, from]) => `${q},${origin(from)}`))].sort();
    const naively = ({ accepts, items }: ReturnType<typeof naive.completion>): unknown => [
      accepts,
      shown(items, (at) => (at < 0 ? 0 : sets[at]!)),
    ];
    const pairs = (items: Int32Array): [number, number][] =>
      Array.from({ length: items.length / 2 }, (_, i) => [items[2 * i]!, items[2 * i + 1]!]);
    for (const draw of draws) {
      const set = sets.at(-1)!;
      const allowed = chart.lookaheadTerminals(chart.lookahead(set));
      const terminal = choose(allowed, draw);
      if (terminal === undefined) return;
      sets.push(chart.scan(set, terminal));
      naive.read(terminal);
      const now = sets.at(-1)!;
      expect([chart.accepts(now), shown(pairs(chart.items(now)), (at) => at)]).toEqual(naively(naive.sets.at(-1)!));
      const rule = draw % rules.nonterminals.length;
      const { accepts, items } = chart.completion(now, rule);
      expect([accepts, shown(pairs(items), (at) => at)]).toEqual(naively(naive.completion(sets.length - 1, rule)));
    }
  }

  it.each([0, 1])("take work in proportion to the items of their sets: grammar %d", (at) => {
    function workPerItem(letters: number): number {
      const chart = createChart(compileRules(ambiguous[at]!, TERMINALS));
      const fuel = createFuel(Number.POSITIVE_INFINITY);
      let set = chart.start;
      let items = 0;
      fuel.run(() => {
        for (let i = 0; i < letters; i++) {
          set = chart.scan(set, 0);
          items += chart.items(set).length / 2;
        }
      });
      expect(items).toBeGreaterThan((letters * letters) / 2);
      return fuel.spent() / items;
    }
    expect(workPerItem(256) / workPerItem(64)).toBeLessThan(1.5);
  });

  it.each([0, 1, 2])("have the sets that the plain algorithm finds: grammar %d", (at) => {
    const draws = fc.array(fc.nat(100), { minLength: 40, maxLength: 60 });
    fc.assert(
      fc.property(draws, (draws) => compare(ambiguous[at]!, draws)),
      { numRuns: samples(12) },
    );
  });

  it("have the sets that the plain algorithm finds, in one chart with a text after which other rules wait", () => {
    // At the same place, `p` waits for `x` after an even number of letters, or after a multiple of three.
    const [twos, threes] = [star(sequence(t("a"), t("a"))), star(sequence(t("a"), t("a"), t("a")))];
    const start = sequence(choice(sequence(twos, t("b")), sequence(threes, t("c"))), n("x"), t("c"));
    const grammar: Grammar = {
      start: "s",
      rules: [
        { name: "s", body: choice(sequence(t("a"), n("s")), n("p")) },
        { name: "p", body: choice(start, sequence(t("c"), n("p"), t("c"))) },
        { name: "x", body: choice(t("b"), sequence(t("a"), n("x"), t("c"))) },
      ],
    };
    const chart = createChart(compileRules(grammar, TERMINALS));
    for (const text of [`${"a".repeat(57)}bbc`, `${"a".repeat(60)}cbc`]) {
      const letters = Array.from(text, (letter) => TERMINALS.indexOf(letter));
      compareIn(chart, letters, (_, letter) => letter);
      expect(chart.accepts(letters.reduce(chart.scan, chart.start))).toBe(true);
    }
  });

  it("have the sets that the plain algorithm finds, in random grammars", () => {
    const draws = fc.array(fc.nat(100), { minLength: 30, maxLength: 30 });
    fc.assert(fc.property(grammars, draws, compare), { numRuns: samples(300) });
  });
});
