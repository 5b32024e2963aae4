// Quotients against brute force: random grammars of every recursive shape, random automata with loops for suffixes.

import {
  compileRules,
  compileSuffix,
  createChart,
  createRightQuotient,
  createSuffixChart,
  type TerminalAutomaton,
} from "@espalier/earley";
import type { Grammar } from "@espalier/grammar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastBetween, type WeightedAutomaton } from "./naive-quotient.js";
import { automata } from "./random-automata.js";
import { grammars, TERMINALS } from "./random-grammars.js";

/** All texts of at most `length` terminals, the shorter ones first. */
function textsUpTo(length: number): readonly string[] {
  const texts = [""];
  for (const text of texts) if (text.length < length) texts.push(...TERMINALS.map((t) => text + t));
  return texts;
}

const TEXTS = textsUpTo(2);
/** Weights count terminals behind the weight, so that of equal weights the shorter string wins. */
const MANY = 1000;

/**
 * The judge's automaton: node i reads TEXTS[i] and comes to node 0, where any terminal may be read for its weight; from there
 * the suffix begins. Its last node is the end.
 */
function connecting(suffix: TerminalAutomaton, weights: readonly number[]): WeightedAutomaton {
  const base = TEXTS.length;
  const end = base + suffix.nodeCount;
  return {
    nodeCount: end + 1,
    edges: [
      ...TEXTS.slice(1).map((text, i) => ({
        from: i + 1,
        terminal: text.slice(0, 1),
        to: TEXTS.indexOf(text.slice(1)),
        weight: 0,
      })),
      ...TERMINALS.map((terminal, t) => ({ from: 0, terminal, to: 0, weight: (weights[t] as number) * MANY + 1 })),
      ...suffix.starts.map((node) => ({ from: 0, to: base + node, weight: 0 })),
      ...suffix.edges.map(([from, t, to]) => ({
        from: base + from,
        terminal: TERMINALS[t] as string,
        to: base + to,
        weight: 0,
      })),
      ...suffix.finals.map((node) => ({ from: base + node, to: end, weight: 0 })),
    ],
  };
}

function check(grammar: Grammar, suffix: TerminalAutomaton, weights: readonly number[]): number {
  const automaton = connecting(suffix, weights);
  const least = leastBetween(grammar, automaton);
  const rules = compileRules(grammar, TERMINALS);
  const chart = createChart(rules);
  const suffixChart = createSuffixChart(rules);
  const { start } = compileSuffix(suffixChart, suffix);
  const quotient = createRightQuotient(chart, suffixChart, { weight: (t) => weights[t] as number });
  for (const [i, text] of TEXTS.entries()) {
    let set = chart.start;
    for (const letter of text) set = chart.scan(set, TERMINALS.indexOf(letter));
    const expected = least(i, automaton.nodeCount - 1);
    expect([text, quotient.complete(set, start)]).toEqual([text, expected === 0]);
    expect([text, quotient.viable(set, start)]).toEqual([text, expected !== Number.POSITIVE_INFINITY]);
    expect([text, quotient.least(set, start)]).toEqual([text, Math.floor(expected / MANY)]);
    let rest = expected;
    while (rest > 0 && rest < Number.POSITIVE_INFINITY) {
      const terminal = quotient.next(set, start);
      expect(terminal).toBeGreaterThanOrEqual(0);
      set = chart.scan(set, terminal);
      rest -= (weights[terminal] as number) * MANY + 1;
      expect(quotient.least(set, start)).toBe(Math.floor(rest / MANY));
    }
    expect(quotient.next(set, start)).toBe(-1);
    expect(quotient.complete(set, start)).toBe(rest === 0);
  }
  return TEXTS.length;
}

describe("the right quotient", () => {
  it("decides membership and viability, and finds least weights and their strings, as brute force does", () => {
    const weights = fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 3 });
    let cases = 0;
    fc.assert(
      fc.property(grammars, automata, weights, (grammar, suffix, weight) => {
        cases += check(grammar, suffix, weight);
      }),
      { numRuns: 800 },
    );
    expect(cases).toBeGreaterThanOrEqual(10_000);
  });
});
