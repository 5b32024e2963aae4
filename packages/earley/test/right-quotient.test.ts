// Quotients against brute force: random grammars of every recursive shape, random automata with loops for suffixes.

import {
  ChartLimitError,
  compileRules,
  compileSuffix,
  createChart,
  createRightQuotient,
  createSuffixChart,
  DEAD_SET,
  DEAD_SUFFIX,
  type RightQuotient,
  regularAutomaton,
  type SuffixChart,
  type SuffixId,
  type TerminalAutomaton,
} from "@espalier/earley";
import {
  choice,
  type Expression,
  type Grammar,
  nonterminal,
  optional,
  repeat,
  sequence,
  star,
  terminal,
} from "@espalier/grammar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { calculator, calls } from "./calculator.js";
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
      ...TERMINALS.map((terminal, t) => ({ from: 0, terminal, to: 0, weight: weights[t]! * MANY + 1 })),
      ...suffix.starts.map((node) => ({ from: 0, to: base + node, weight: 0 })),
      ...suffix.edges.map(([from, t, to]) => ({
        from: base + from,
        terminal: TERMINALS[t]!,
        to: base + to,
        weight: 0,
      })),
      ...suffix.finals.map((node) => ({ from: base + node, to: end, weight: 0 })),
    ],
  };
}

let always = 0;

/** Cheaper than an expectation where there are a hundred thousand of them. */
function same(text: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) expect([text, actual]).toEqual([text, expected]);
}

function check(grammar: Grammar, suffix: TerminalAutomaton, weights: readonly number[]): number {
  const automaton = connecting(suffix, weights);
  const least = leastBetween(grammar, automaton);
  const rules = compileRules(grammar, TERMINALS);
  const chart = createChart(rules);
  const suffixChart = createSuffixChart(rules);
  const { start } = compileSuffix(suffixChart, suffix);
  const quotient = createRightQuotient(chart, suffixChart, { weight: (t) => weights[t]! });
  // One that forgets everything between two questions.
  const forgetful = createRightQuotient(chart, suffixChart, { weight: (t) => weights[t]!, bytes: 1 });
  for (const [i, text] of TEXTS.entries()) {
    let set = chart.start;
    for (const letter of text) set = chart.scan(set, TERMINALS.indexOf(letter));
    const expected = least(i, automaton.nodeCount - 1);
    same(text, quotient.complete(set, start), expected === 0);
    same(text, quotient.viable(set, start), expected !== Number.POSITIVE_INFINITY);
    same(text, quotient.least(set, start), Math.floor(expected / MANY));
    same(text, forgetful.least(set, start), quotient.least(set, start));
    same(text, forgetful.complete(set, start), expected === 0);
    if (quotient.alwaysViable(set, start)) {
      const nexts = rules.terminals.map((_, terminal) => chart.scan(set, terminal)).filter((next) => next !== DEAD_SET);
      same(
        text,
        nexts.every((next) => quotient.viable(next, start)),
        true,
      );
      if (nexts.length > 0) always++;
    }
    let rest = expected;
    while (rest > 0 && rest < Number.POSITIVE_INFINITY) {
      const terminal = quotient.next(set, start);
      if (terminal < 0) expect([text, rest]).toBe("a terminal leads on");
      set = chart.scan(set, terminal);
      rest -= weights[terminal]! * MANY + 1;
      same(text, quotient.least(set, start), Math.floor(rest / MANY));
    }
    same(text, quotient.next(set, start), -1);
    same(text, quotient.complete(set, start), rest === 0);
  }
  return TEXTS.length;
}

/** Labels of a grammar, and what its texts and suffixes are called there. */
function labelled(
  grammar: Grammar,
  terminals: readonly string[],
): {
  complete(text: readonly string[], suffix: SuffixId): boolean;
  after(text: readonly string[]): number;
  suffixes: SuffixChart;
  quotient: RightQuotient;
  regular(expression: Expression): SuffixId;
} {
  const rules = compileRules(grammar, terminals);
  const chart = createChart(rules);
  const suffixChart = createSuffixChart(rules);
  const quotient = createRightQuotient(chart, suffixChart);
  const after = (text: readonly string[]): number =>
    text.reduce((set, name) => chart.scan(set, terminals.indexOf(name)), chart.start);
  return {
    after,
    suffixes: suffixChart,
    quotient,
    complete: (text, suffix) => quotient.complete(after(text), suffix),
    regular: (expression) => compileSuffix(suffixChart, regularAutomaton(expression, terminals)).start,
  };
}

describe("the published cases", () => {
  const t = terminal;
  const bs = (min: number, max: number): Expression => repeat(t("b"), min, max);

  it("of Earley over automata: a regular language meets a context-free one or does not", () => {
    const grammar: Grammar = {
      start: "s",
      rules: [
        { name: "s", body: choice(sequence(t("b"), nonterminal("a")), sequence(nonterminal("a"), t("d"))) },
        { name: "a", body: sequence(t("b"), t("c")) },
      ],
    };
    const { complete, regular } = labelled(grammar, ["a", "b", "c", "d"]);
    expect(complete([], regular(sequence(bs(0, 1), t("c"))))).toBe(false);
    expect(complete([], regular(sequence(bs(0, 2), t("c"))))).toBe(true);
  });

  it("of parallel streams: a text ends exactly the streams that it is in", () => {
    const streams = [
      sequence(t("a"), bs(0, 1), t("c")),
      sequence(t("a"), bs(0, 2), t("c")),
      sequence(t("a"), bs(0, 2), t("c")),
      sequence(t("d"), bs(0, 1), t("c")),
      sequence(t("d"), star(t("b"))),
      sequence(t("d"), bs(0, 2), optional(t("c"))),
    ];
    const texts: readonly (readonly [text: string, streams: readonly number[]])[] = [
      ["ac", [0, 1, 2]],
      ["abc", [0, 1, 2]],
      ["abbc", [1, 2]],
      ["dbb", [4, 5]],
      ["dbbc", [5]],
      ["dbbbb", [4]],
      ["db", [4, 5]],
      ["abb", []],
      ["abbbc", []],
    ];
    for (const [text, expected] of texts) {
      // The language of this text alone: which streams are suffixes that the empty text connects to?
      const grammar: Grammar = {
        start: "s",
        rules: [{ name: "s", body: sequence(...[...text].map((name) => t(name))) }],
      };
      const { complete, regular } = labelled(grammar, ["a", "b", "c", "d"]);
      const ids = streams.map(regular);
      expect([text, ids.flatMap((id, i) => (complete([], id) ? [i] : []))]).toEqual([text, expected]);
      expect(ids[1]).toBe(ids[2]);
    }
  });

  it("of texts that have to end in a given terminal", () => {
    const terminals = ["NUMBER", "+", "-", "(", ")", ","];
    const { complete, regular } = labelled(calculator, terminals);
    const texts = ["( N - N )", "( N - N ) + N", "( N - N ) + N + ( N )"].map((text) =>
      text.replaceAll("N", "NUMBER").split(" "),
    );
    const endIn = (...last: readonly string[]): boolean[] => {
      const suffix = regular(choice(...last.map((name) => t(name))));
      return texts.map((text) => last.includes(text.at(-1)!) && complete(text.slice(0, -1), suffix));
    };
    expect(endIn(...terminals)).toEqual([true, true, true]);
    expect(endIn(")")).toEqual([true, false, true]);
    expect(endIn("NUMBER")).toEqual([false, true, false]);
  });
});

describe("a chart of suffixes", () => {
  const terminals = ["NUMBER", "NAME", "(", ")", ",", "+", "-"];
  const { suffixes, quotient, after } = labelled(calls, terminals);
  const ids = (text: string): number[] => text.split(" ").map((name) => terminals.indexOf(name));
  const before = (text: string, suffix: SuffixId): SuffixId =>
    ids(text).reduceRight((s, t) => suffixes.prepend(t, s), suffix);

  it("gives equal ids where equal texts connect, whatever was edited behind", () => {
    const one = before("+ NUMBER", suffixes.end);
    const other = before("+ ( NAME - NUMBER )", suffixes.end);
    expect(one).toBe(other);
    // The same text may connect before both, as nothing that began behind it is still open.
    expect(before("NAME ( NUMBER", one)).toBe(before("NAME ( NUMBER", other));
    expect(before(")", suffixes.end)).not.toBe(before(") )", suffixes.end));
  });

  it("is dead where nothing connects, and stays so", () => {
    const dead = before("( )", before("( +", suffixes.end));
    expect(dead).toBe(DEAD_SUFFIX);
    expect(quotient.least(after([]), dead)).toBe(Number.POSITIVE_INFINITY);
    expect(suffixes.either(dead, suffixes.end)).toBe(suffixes.end);
    expect(suffixes.mark(dead, 1)).toBe(DEAD_SUFFIX);
    expect(suffixes.cycle([{ edges: [[terminals.indexOf("+"), ~0]] }])).toEqual([DEAD_SUFFIX]);
  });

  it("has every label on the way of a call that is being written", () => {
    // The text, the suffix, the least number of terminals in between, and those that may be the first of them.
    const cases: readonly (readonly [text: string, suffix: string, least: number, next: readonly string[]])[] = [
      ["NAME ( NAME ,", ") + NUMBER", 1, ["NUMBER", "NAME"]],
      ["NAME ( NAME", ") + NUMBER", 0, []],
      ["NAME (", ") + NUMBER", 0, []],
      ["NAME", ") + NUMBER", 1, ["("]],
      ["( NAME (", ") + NUMBER", 1, [")"]],
      ["NAME ( (", ") + NUMBER", 2, ["NUMBER", "NAME"]],
      ["NAME", "NUMBER", 1, ["+", "-"]],
    ];
    for (const [text, suffix, least, next] of cases) {
      const set = after(text.split(" "));
      const id = before(suffix, suffixes.end);
      const first = quotient.next(set, id);
      expect([text, quotient.complete(set, id), quotient.least(set, id)]).toEqual([text, least === 0, least]);
      if (next.length === 0) expect([text, first]).toEqual([text, -1]);
      else expect(next, text).toContain(terminals[first]);
    }
  });

  it("tells marked suffixes apart, and loops by what they are made of", () => {
    const suffix = before(")", suffixes.end);
    const marked = suffixes.mark(suffix, 7);
    expect(marked).not.toBe(suffix);
    expect([suffixes.markOf(marked), suffixes.markOf(suffix)]).toEqual([7, 0]);
    expect(suffixes.mark(suffix, 7)).toBe(marked);
    const loop = (mark: number): readonly SuffixId[] =>
      suffixes.cycle([{ edges: [[terminals.indexOf(")"), ~0]], also: [suffixes.end], mark }]);
    expect(loop(1)).toEqual(loop(1));
    expect(loop(1)).not.toEqual(loop(2));
    expect(quotient.complete(after("( ( ( NUMBER".split(" ")), loop(1)[0]!)).toBe(true);
    expect(quotient.least(after("( ( ( NUMBER +".split(" ")), loop(1)[0]!)).toBe(1);
  });

  it("refuses what is not there", () => {
    expect(() => suffixes.mark(suffixes.end, 0)).toThrow(RangeError);
    expect(() => suffixes.cycle([{ edges: [[0, ~1]] }])).toThrow("node 0 leads to -2");
    expect(() => suffixes.cycle([{ edges: [[0, 1e9]] }])).toThrow(RangeError);
    const automaton = { nodeCount: 1, edges: [], starts: [0], finals: [1] };
    expect(() => compileSuffix(suffixes, automaton)).toThrow("final node 1 is not one of the automaton's 1");
    expect(() => compileSuffix(suffixes, { ...automaton, finals: [], edges: [[0, 9, 0]] })).toThrow("terminal 9");
    const rules = compileRules(calls, terminals);
    expect(() => createRightQuotient(createChart(rules), suffixes, { weight: () => 0.5 })).toThrow(
      "weight of terminal 0",
    );
  });

  it("ends in an error at a limit", () => {
    const rules = compileRules(calls, terminals);
    const small = createSuffixChart(rules, { sets: 50 });
    const nest = (): SuffixId => {
      let suffix = small.end;
      for (let i = 0; i < 100; i++) suffix = small.prepend(terminals.indexOf(")"), suffix);
      return suffix;
    };
    expect(nest).toThrow(ChartLimitError);
  });

  it("decides together what leads round in a circle, rules that recurse on the left and a suffix that loops", () => {
    // a, b and c begin each other; the suffix goes c g d any number of times, and then e.
    const n = nonterminal;
    const names = ["c", "g", "d", "e", "x", "y", "z", "f"];
    const grammar: Grammar = {
      start: "s",
      rules: [
        { name: "s", body: sequence(n("a"), terminal("e")) },
        { name: "a", body: choice(sequence(n("third"), terminal("d")), terminal("x")) },
        { name: "b", body: choice(sequence(n("a"), terminal("c")), sequence(terminal("z"), terminal("f"))) },
        { name: "third", body: choice(sequence(n("b"), terminal("g")), terminal("y")) },
      ],
    };
    const rules = compileRules(grammar, names, undefined, ["a", "b", "third"]);
    const chart = createChart(rules);
    const looping = createSuffixChart(rules);
    const labels = createRightQuotient(chart, looping);
    const id = (name: string): number => names.indexOf(name);
    const { nodes } = compileSuffix(looping, {
      nodeCount: 6,
      edges: [
        [0, id("c"), 1],
        [1, id("g"), 2],
        [2, id("d"), 0],
        [0, id("e"), 3],
        [4, id("f"), 1],
      ],
      starts: [0],
      finals: [3],
    });
    const complete = (text: string, node: number): boolean =>
      labels.complete(chart.scan(chart.start, id(text)), nodes[node]!);
    // The first question walks the circle; what it finds out about its middle must not be taken for the whole.
    expect(complete("y", 2)).toBe(true);
    expect(complete("z", 4)).toBe(true);
    expect(complete("x", 0)).toBe(true);
    expect([complete("y", 0), complete("z", 1), complete("x", 2)]).toEqual([false, false, false]);
  });

  it("has the same suffixes a statement or two to the left of what differs", () => {
    const t = terminal;
    const rules = compileRules(
      {
        start: "file",
        rules: [
          { name: "file", body: star(nonterminal("statement")) },
          {
            name: "statement",
            body: choice(
              sequence(t("x"), t("="), nonterminal("sum"), t(";")),
              sequence(t("if"), nonterminal("statement"), optional(sequence(t("else"), nonterminal("statement")))),
            ),
          },
          { name: "sum", body: sequence(t("x"), star(sequence(t("+"), t("x")))) },
        ],
      },
      ["x", "=", "+", ";", "if", "else"],
    );
    const chart = createSuffixChart(rules);
    const prepended = (text: string, suffix: SuffixId): SuffixId =>
      text.split(" ").reduceRight((id, name) => chart.prepend(rules.terminals.indexOf(name), id), suffix);
    const statement = fc.constantFrom("x = x ;", "x = x + x ;", "if x = x ;", "if x = x ; else x = x ;");
    const ends = fc.sample(fc.array(statement, { minLength: 1, maxLength: 5 }), { numRuns: 40, seed: 1 });
    const same = ends.map((list) => prepended("x = x + x ; x = x ;", prepended(list.join(" "), chart.end)));
    expect(new Set(same).size).toBe(1);
    // So a long text has few suffixes.
    let suffix = chart.end;
    const before = chart.suffixCount();
    for (let i = 0; i < 1_000; i++) suffix = prepended(ends[i % ends.length]!.join(" "), suffix);
    expect(chart.suffixCount() - before).toBeLessThan(500);
  });

  it("answers about any number of suffixes, old and new", () => {
    const set = after(["("]);
    const nested = Array.from({ length: 300 }, (_, i) =>
      before(Array.from({ length: i + 1 }, () => ")").join(" "), suffixes.end),
    );
    for (let round = 0; round < 2; round++) {
      expect(nested.map((suffix) => quotient.least(set, suffix))).toEqual(nested.map((_, i) => i + 1));
    }
  });

  it("keeps a few MiB of answers about old suffixes", () => {
    const rules = compileRules(calls, terminals);
    const chart = createChart(rules);
    const chain = createSuffixChart(rules);
    const labels = createRightQuotient(chart, chain);
    const sets = [chart.start];
    for (let i = 0; i < 150; i++) sets.push(chart.scan(sets[i]!, terminals.indexOf("(")));
    let suffix = chain.end;
    for (let i = 1; i <= 200; i++) {
      suffix = chain.prepend(terminals.indexOf(")"), suffix);
      expect(sets.map((set) => labels.least(set, suffix))).toEqual(
        sets.map((_, depth) => (depth === i ? 1 : 1 + Math.abs(depth - i))),
      );
    }
    expect(labels.bytes()).toBeLessThan(10 << 20);
  });

  it("is as deep as texts are nested, without recursion", () => {
    const rules = compileRules(calls, terminals);
    const chart = createChart(rules);
    const deep = createSuffixChart(rules);
    const labels = createRightQuotient(chart, deep);
    const depth = 10_000;
    let set = chart.start;
    for (let i = 0; i < depth; i++) set = chart.scan(set, terminals.indexOf("("));
    let suffix = deep.end;
    for (let i = 0; i < depth; i++) suffix = deep.prepend(terminals.indexOf(")"), suffix);
    expect(labels.complete(set, suffix)).toBe(false);
    expect(labels.least(set, suffix)).toBe(1);
    expect(labels.least(set, deep.end)).toBe(depth + 1);
    expect(labels.least(chart.start, suffix)).toBe(depth + 1);
    expect(labels.complete(chart.scan(set, 0), suffix)).toBe(true);
  });
});

describe("the right quotient", () => {
  it("decides membership and viability, and finds least weights and their strings, as brute force does", () => {
    const weights = fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 3 });
    let cases = 0;
    fc.assert(
      fc.property(grammars, automata, weights, (grammar, suffix, weight) => {
        cases += check(grammar, suffix, weight);
      }),
      { numRuns: samples(800) },
    );
    expect(cases).toBeGreaterThanOrEqual(samples(10_000));
    expect(always).toBeGreaterThan(samples(500));
  });
});
