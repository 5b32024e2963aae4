// Quotients as grammars: what the paper prints, and the same languages as the labels, by enumeration and by sampling.

import {
  compileRules,
  compileSuffix,
  createChart,
  createRightQuotient,
  createSuffixChart,
  grammarText,
  leftQuotient,
  rightQuotient,
  stringAutomaton,
  type TerminalAutomaton,
} from "@espalier/earley";
import { type Grammar, productiveRules, reachableRules } from "@espalier/grammar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { calculator, calls } from "./calculator.js";
import { languageUpTo } from "./naive-language.js";
import { leastBetween } from "./naive-quotient.js";
import { automata } from "./random-automata.js";
import { grammars, TERMINALS } from "./random-grammars.js";

const lines = (text: string): string[] => text.split("\n");

describe("a quotient of a calculator", () => {
  it("is what the paper's notebook prints", () => {
    // §4.8 of the study: left context `(1`.
    expect(lines(grammarText(leftQuotient(calculator, ["(", "NUMBER"]))).slice(0, 7)).toEqual([
      "expression<0->",
      '  = ")"',
      '  | comma_expr ")"',
      "  | expression<0-> binop expression",
      '  | expression<1-> ")"',
      '  | expression<1-> comma_expr ")"',
      "expression<1-> = binop expression | expression<1-> binop expression",
    ]);
  });

  it("names heads and middles as the paper does", () => {
    expect(lines(grammarText(rightQuotient(calls, [")", "+", "NUMBER"]))).slice(0, 3)).toEqual([
      "expression<-3> = term (sign term)* sign term<-1> | term<-1>",
      'term<-1> = "(" expression | call<-1>',
      'call<-1> = NAME "(" arguments?',
    ]);
    const middle = rightQuotient(leftQuotient(calls, ["NAME", "(", "NAME", ","]), [")", "+", "NUMBER"]);
    expect(lines(grammarText(middle)).slice(0, 5)).toEqual([
      "expression<0-3> = call<0-> (sign term)* sign term<-1> | arguments<2->",
      'term<-1> = "(" expression | call<-1>',
      'call<-1> = NAME "(" arguments?',
      'arguments<2-> = expression ("," expression)*',
      'call<0-> = arguments<2-> ")"',
    ]);
  });

  it("derives nothing where nothing can follow", () => {
    expect(grammarText(leftQuotient(calculator, [")"]))).toBe("expression<> = ∅");
    expect(grammarText(rightQuotient(calculator, ["("]))).toBe("expression<> = ∅");
  });

  it("is the language itself when nothing is known", () => {
    expect(leftQuotient(calls, [])).toEqual(calls);
    expect(rightQuotient(calls, [])).toEqual(calls);
  });
});

/** What tidiness means: nothing useless, no rule twice. */
function expectTidy(grammar: Grammar): void {
  const names = grammar.rules.map((rule) => rule.name).sort();
  expect([...reachableRules(grammar)].sort()).toEqual(names);
  if (languageUpTo(grammar, 0).size > 0 || productiveRules(grammar).has(grammar.start)) {
    expect([...productiveRules(grammar)].sort()).toEqual(names);
  } else expect(names).toEqual([grammar.start]);
}

const named = (automaton: TerminalAutomaton): TerminalAutomaton<string> => ({
  ...automaton,
  edges: automaton.edges.map(([from, t, to]) => [from, TERMINALS[t]!, to] as const),
});

const TEXTS = [""];
for (const text of TEXTS) if (text.length < 3) TEXTS.push(...TERMINALS.map((t) => text + t));

describe("quotients of random grammars", () => {
  it("to the left have the strings that follow the prefix", () => {
    fc.assert(
      fc.property(grammars, automata, (grammar, prefix) => {
        const quotient = leftQuotient(grammar, named(prefix));
        expectTidy(quotient);
        // The judge reads the prefix, and then any of TEXTS along a tree.
        const root = prefix.nodeCount;
        const least = leastBetween(grammar, {
          nodeCount: root + TEXTS.length,
          edges: [
            ...named(prefix).edges.map(([from, terminal, to]) => ({ from, terminal, to, weight: 0 })),
            ...prefix.finals.map((from) => ({ from, to: root, weight: 0 })),
            ...TEXTS.slice(1).map((text, i) => ({
              from: root + TEXTS.indexOf(text.slice(0, -1)),
              terminal: text.slice(-1),
              to: root + i + 1,
              weight: 0,
            })),
          ],
        });
        const language = languageUpTo(quotient, 3);
        for (const [i, text] of TEXTS.entries()) {
          const expected = prefix.starts.some((start) => least(start, root + i) === 0);
          expect([text, language.has(text)]).toEqual([text, expected]);
        }
      }),
      { numRuns: samples(150) },
    );
  });

  it("to the right, and on both sides, have the strings that labels call complete", () => {
    const prefixes = fc.array(fc.nat({ max: 2 }), { maxLength: 3 });
    fc.assert(
      fc.property(grammars, prefixes, automata, (grammar, prefix, suffix) => {
        const rules = compileRules(grammar, TERMINALS);
        const chart = createChart(rules);
        const suffixes = createSuffixChart(rules);
        const labels = createRightQuotient(chart, suffixes);
        const { start } = compileSuffix(suffixes, suffix);
        const complete = (from: number, text: string): boolean => {
          let set = from;
          for (const letter of text) set = chart.scan(set, TERMINALS.indexOf(letter));
          return labels.complete(set, start);
        };
        const reached = prefix.reduce((set, t) => chart.scan(set, t), chart.start);
        const right = rightQuotient(grammar, named(suffix));
        const names = prefix.map((t) => TERMINALS[t]!);
        const both = [rightQuotient(leftQuotient(grammar, names), named(suffix)), leftQuotient(right, names)];
        const rightLanguage = languageUpTo(right, 3);
        const bothLanguages = both.map((quotient) => languageUpTo(quotient, 3));
        [right, ...both].map(expectTidy);
        for (const text of TEXTS) {
          expect([text, rightLanguage.has(text)]).toEqual([text, complete(chart.start, text)]);
          for (const language of bothLanguages) {
            expect([text, language.has(text)]).toEqual([text, complete(reached, text)]);
          }
        }
      }),
      { numRuns: samples(150) },
    );
  });
});

describe("quotients of sampled sentences", () => {
  it("agree with the labels about middles and about what is like them", () => {
    const terminals = ["NUMBER", "NAME", "(", ")", ",", "+", "-"];
    const rules = compileRules(calls, terminals);
    const chart = createChart(rules);
    const suffixes = createSuffixChart(rules);
    const labels = createRightQuotient(chart, suffixes);
    const sentence = fc.letrec<{ expression: string[]; term: string[] }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4 },
        tie("term"),
        fc.tuple(tie("term"), fc.constantFrom("+", "-"), tie("expression")).map(([a, sign, b]) => [...a, sign, ...b]),
      ),
      term: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        fc.constantFrom("NUMBER", "NAME").map((name): string[] => [name]),
        tie("expression").map((inner) => ["(", ...inner, ")"]),
        fc
          .array(tie("expression"), { maxLength: 3 })
          .map((all) => ["NAME", "(", ...all.flatMap((each, i) => (i === 0 ? each : [",", ...each])), ")"]),
      ),
    })).expression;
    const cuts = fc.tuple(fc.nat(), fc.nat());
    const changed = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...terminals)), { maxLength: 2 });
    let members = 0;
    fc.assert(
      fc.property(sentence, cuts, changed, (text, [a, b], changes) => {
        const [from, to] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [number, number];
        const [prefix, suffix] = [text.slice(0, from), text.slice(to)];
        const middle = text.slice(from, to);
        for (const [at, terminal] of changes) middle[at % (middle.length + 1)] = terminal;
        const quotient = rightQuotient(leftQuotient(calls, prefix), suffix);
        const other = createChart(compileRules(quotient, terminals));
        const ids = (names: readonly string[]): number[] => names.map((name) => terminals.indexOf(name));
        const expected = labels.complete(
          ids([...prefix, ...middle]).reduce((set, t) => chart.scan(set, t), chart.start),
          compileSuffix(suffixes, stringAutomaton(ids(suffix))).start,
        );
        expect(other.accepts(ids(middle).reduce((set, t) => other.scan(set, t), other.start))).toBe(expected);
        if (changes.length === 0) expect(expected).toBe(true);
        if (expected) members++;
      }),
      { numRuns: samples(150) },
    );
    expect(members).toBeGreaterThan(samples(50));
  });
});
