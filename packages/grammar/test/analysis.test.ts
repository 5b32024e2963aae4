// What follows from a grammar, on small grammars whose answers can be read off, and against brute force on random ones.

import {
  checkGrammar,
  choice,
  type Expression,
  type Grammar,
  GrammarError,
  grammarIssues,
  leastWeights,
  nonterminal,
  nullableRules,
  optional,
  plus,
  productiveRules,
  reachableRules,
  repeat,
  sequence,
  star,
  terminal,
  terminalNames,
} from "@espalier/grammar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";

const t = terminal;
const n = nonterminal;
const grammar = (rules: Record<string, Expression>): Grammar => ({
  start: Object.keys(rules)[0]!,
  rules: Object.entries(rules).map(([name, body]) => ({ name, body })),
});

describe("grammarIssues", () => {
  it.each([
    ["nothing", grammar({ s: t("a") }), []],
    ["an undefined rule, once per rule", grammar({ s: sequence(n("x"), n("x")) }), ["undefined-rule"]],
    [
      "a doubled rule",
      { start: "s", rules: [...grammar({ s: t("a") }).rules, ...grammar({ s: t("b") }).rules] },
      ["duplicate-rule"],
    ],
    ["an undefined start", { start: "t", rules: grammar({ s: t("a") }).rules }, ["undefined-start"]],
    [
      "all of it at once",
      { start: "t", rules: grammar({ s: n("y"), r: n("z") }).rules },
      ["undefined-start", "undefined-rule", "undefined-rule"],
    ],
  ])("finds %s", (_, g, codes) => {
    expect(grammarIssues(g as Grammar).map(({ code }) => code)).toEqual(codes);
    if (codes.length > 0) expect(() => checkGrammar(g as Grammar)).toThrow(GrammarError);
    else checkGrammar(g as Grammar);
  });
});

describe("analyses", () => {
  const g = grammar({
    s: choice(sequence(n("a"), n("b")), n("dead")),
    a: star(t("x")),
    b: choice(t("y"), sequence(t("z"), t("z"))),
    dead: sequence(t("x"), n("dead")),
    alone: optional(t("w")),
  });
  it("knows what can be empty, finished and reached", () => {
    expect([...nullableRules(g)]).toEqual(["a", "alone"]);
    expect([...productiveRules(g)]).toEqual(["s", "a", "b", "alone"]);
    expect([...reachableRules(g)].sort()).toEqual(["a", "b", "dead", "s"]);
    expect(terminalNames(g)).toEqual(["x", "y", "z", "w"]);
  });
  it("weighs the least derivation", () => {
    const weights = leastWeights(g, (name) => ({ x: 5, y: 9, z: 2, w: 1 })[name] ?? 0);
    expect([...weights]).toEqual([
      ["s", 4],
      ["a", 0],
      ["b", 4],
      ["dead", Number.POSITIVE_INFINITY],
      ["alone", 0],
    ]);
  });
  it.each([
    [-1, 2],
    [2, 1],
    [0.5, 2],
    [0, 1.5],
  ])("refuses to repeat between %d and %d times", (min, max) => {
    expect(() => repeat(t("a"), min, max)).toThrow("must be");
  });
});

const expression: fc.Arbitrary<Expression> = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("a", "bb").map(t),
    fc.constantFrom("s", "r").map(n),
    fc.array(tie("expression"), { maxLength: 3 }).map((items) => sequence(...items)),
    fc.array(tie("expression"), { maxLength: 3 }).map((options) => choice(...options)),
    tie("expression").map(star),
    tie("expression").map(plus),
  ),
})).expression;

/** All strings of at most `length` letters that the rules derive, by a least fixpoint of sets. */
function languages(g: Grammar, length: number): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>(g.rules.map(({ name }) => [name, new Set()]));
  const join = (left: Set<string>, right: Set<string>): Set<string> =>
    new Set([...left].flatMap((x) => [...right].map((y) => x + y).filter((text) => text.length <= length)));
  const of = (e: Expression): Set<string> => {
    if (e.kind === "terminal") return new Set([e.name]);
    if (e.kind === "nonterminal") return known.get(e.name)!;
    if (e.kind === "sequence") return e.items.reduce((left, item) => join(left, of(item)), new Set([""]));
    if (e.kind === "choice") return new Set(e.options.flatMap((option) => [...of(option)]));
    let power = new Set([""]);
    const out = new Set<string>();
    for (let i = 0; i <= e.min + length; i++) {
      if (i >= e.min) for (const text of power) out.add(text);
      power = join(power, of(e.item));
    }
    return out;
  };
  for (let before = -1, size = 0; before !== size; ) {
    before = size;
    for (const { name, body } of g.rules) known.set(name, of(body));
    size = [...known.values()].reduce((sum, set) => sum + set.size, 0);
  }
  return known;
}

describe("random grammars", () => {
  it("weigh as much as their shortest string, where that is short", () => {
    fc.assert(
      fc.property(expression, expression, (s, r) => {
        const g = grammar({ s, r });
        const least = leastWeights(g, (name) => name.length);
        for (const [name, members] of languages(g, 6)) {
          const shortest = Math.min(...[...members].map((text) => text.length));
          if (shortest <= 6 || least.get(name)! <= 6) expect([name, least.get(name)]).toEqual([name, shortest]);
        }
      }),
      { numRuns: samples(500) },
    );
  });
});
