// The chart against brute force: every terminal string of a bounded length, on random grammars of every recursive shape.

import { compileRules, createChart } from "@espalier/earley";
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

  it("builds the sets of an ambiguous text with work in proportion to their items", () => {
    // Each "a" may be a whole `s` or begin one, so any number of them may be open.
    const nested: Grammar = {
      start: "s",
      rules: [{ name: "s", body: choice(sequence(t("a"), n("s"), t("b")), plus(n("s")), t("a")) }],
    };
    function workPerItem(letters: number): number {
      const chart = createChart(compileRules(nested, TERMINALS));
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
