// Bad and hostile input: each ends in an answer or a typed error, in bounded work.

import { parseRegex, type Regex } from "@espalier/automata";
import {
  choice,
  type Expression,
  type GrammarError,
  nonterminal,
  optional,
  repeat,
  sequence,
  star,
  terminal,
} from "@espalier/grammar";
import { createLanguage, type Language, type SyntaxSource } from "@espalier/syntax";
import { describe, expect, it } from "vitest";

const t = terminal;
const n = nonterminal;
const source = (
  rules: Record<string, Expression>,
  patterns: Record<string, string | Regex>,
  more: Partial<SyntaxSource> = {},
): SyntaxSource => ({
  grammar: {
    start: Object.keys(rules)[0]!,
    rules: Object.entries(rules).map(([name, body]) => ({ name, body })),
  },
  terminals: Object.entries(patterns).map(([name, p]) => ({
    kind: "pattern",
    name,
    regex: typeof p === "string" ? parseRegex(p) : p,
  })),
  skip: [],
  munch: "maximal",
  ...more,
});

/** How far `text` is read, and what it costs to finish from there. */
function follow(language: Language, text: string): { readonly read: number; readonly cost: number } {
  let state = language.start;
  let read = 0;
  for (const byte of new TextEncoder().encode(text)) {
    const next = language.step(state, byte);
    if (next === undefined) break;
    state = next;
    read++;
  }
  return { read, cost: language.cost(state) };
}

function deep(levels: number): Expression {
  let expression: Expression = t("a");
  for (let i = 0; i < levels; i++) expression = optional(sequence(expression, t("a")));
  return expression;
}

describe("hostile sources end in an answer", () => {
  it.each([
    ["a wide count", "[^]{1,100000}", "x".repeat(3000), { read: 3000, cost: 0 }],
    ["a repeated star", "((a|a)*){1000}", "a".repeat(3000), { read: 3000, cost: 0 }],
    ["nested counts", "((a{1,100}){1,100}){1,100}", "a".repeat(3000), { read: 3000, cost: 0 }],
    ["a far end", "(.*a.{50})", "b".repeat(100), { read: 100, cost: 51 }],
    ["a long exact count", "<[0-9a-f]{15000}>", `<${"ab".repeat(2000)}`, { read: 4001, cost: 11_001 }],
    ["a long literal", "x".repeat(6000), "x".repeat(3000), { read: 3000, cost: 3000 }],
    ["an exact count", "[0-9a-f]{64}", "ab".repeat(32), { read: 64, cost: 0 }],
  ])("%s", (_, pattern, text, want) => {
    expect(follow(createLanguage(source({ s: t("A") }, { A: pattern })), text)).toEqual(want);
  });

  it("5,000 keywords", () => {
    const words = Array.from({ length: 5000 }, (_, i) => `k${i}x`);
    const language = createLanguage(
      source({ s: star(choice(...words.map(t))) }, Object.fromEntries(words.map((word) => [word, word]))),
    );
    expect(follow(language, "k4999xk0xk")).toEqual({ read: 10, cost: 2 });
  });

  it.each([
    ["a long count in a rule", repeat(t("a"), 0, 100_000)],
    ["counts of optional pairs", repeat(sequence(optional(t("a")), optional(t("b"))), 0, 500)],
    ["counts in counts", repeat(sequence(repeat(choice(t("a"), t("b")), 0, 100), t("c")), 0, 100)],
  ])("%s", (_, counted) => {
    const language = createLanguage(source({ s: sequence(counted, t("z")) }, { a: "a", b: "b", c: "c", z: "z" }));
    expect(follow(language, "abz".slice(0, 1))).toEqual({ read: 1, cost: expect.any(Number) });
  });

  it("2,000 rules that call each other", () => {
    const rules = Array.from({ length: 2000 }, (_, i): [string, Expression] => [
      `r${i}`,
      sequence(t("a"), optional(n(`r${(7 * i + 1) % 2000}`)), t("b")),
    ]);
    const language = createLanguage(source(Object.fromEntries(rules), { a: "a", b: "b" }));
    expect(follow(language, "a".repeat(500))).toEqual({ read: 500, cost: 500 });
  });

  it("hugely ambiguous rules", () => {
    const language = createLanguage(
      source({ s: choice(sequence(n("s"), n("s"), n("s")), sequence(n("s"), n("s")), t("a"), sequence()) }, { a: "a" }),
    );
    expect(follow(language, "a".repeat(5000))).toEqual({ read: 5000, cost: 0 });
  });
});

describe("hostile sources end in a typed error", () => {
  it.each([
    ["an undefined rule", source({ s: n("r") }, {}), "GrammarError", "undefined-rule"],
    [
      "an undefined start",
      { ...source({ s: t("a") }, { a: "a" }), grammar: { start: "r", rules: [] } },
      "GrammarError",
      "undefined-start",
    ],
    ["an undefined terminal", source({ s: t("a") }, {}), "SyntaxSourceError", "undefined-terminal"],
    [
      "a terminal defined twice",
      {
        ...source({ s: t("a") }, { a: "a" }),
        terminals: [...source({}, { a: "a" }).terminals, ...source({}, { a: "b" }).terminals],
      },
      "SyntaxSourceError",
      "duplicate-terminal",
    ],
    ["a skipped rule", source({ s: t("a") }, { a: "a" }, { skip: ["s"] }), "SyntaxSourceError", "bad-skip"],
    ["no alternative", source({ s: choice() }, {}), "SyntaxSourceError", "empty-language"],
    ["left recursion only", source({ s: sequence(n("s"), t("a")) }, { a: "a" }), "SyntaxSourceError", "empty-language"],
    [
      "terminals that match nothing",
      source({ s: t("a") }, { a: { kind: "empty" } }),
      "SyntaxSourceError",
      "empty-language",
    ],
    ["too much nesting", source({ s: deep(3000) }, { a: "a" }), "SyntaxLimitError", "limit"],
    [
      "counts of counts",
      source({ s: repeat(repeat(t("a"), 1000, 1000), 1000, 1000) }, { a: "a" }),
      "ChartLimitError",
      "limit",
    ],
    ["a terminal too long to finish", source({ s: t("a") }, { a: "a{10000000}" }), "SyntaxLimitError", "limit"],
  ])("%s", (_, bad, name, code) => {
    expect(() => createLanguage(bad as SyntaxSource)).toThrow(expect.objectContaining({ name, code }));
  });

  it("names every undefined rule at once", () => {
    try {
      createLanguage(source({ s: sequence(n("x"), n("y")) }, {}));
      expect.unreachable();
    } catch (error) {
      expect((error as GrammarError).issues.map(({ message }) => message)).toEqual([
        'rule "s" uses "x", which is not defined',
        'rule "s" uses "y", which is not defined',
      ]);
    }
  });

  it.each([
    ["items", { chart: { items: 50 } }, "ChartLimitError"],
    ["sets", { chart: { sets: 50 } }, "ChartLimitError"],
    ["configurations", { limits: { configurations: 50 } }, "SyntaxLimitError"],
  ])("past its limit of %s while it runs, and stays usable", (_, options, name) => {
    const language = createLanguage(
      source({ s: choice(sequence(t("a"), n("s"), t("a")), t("bbb"), t("a")) }, { a: "a", bbb: "b{3}" }),
      options,
    );
    expect(() => follow(language, `${"a".repeat(200)}bbb`)).toThrow(expect.objectContaining({ name }));
    expect(follow(language, "a").read).toBe(1);
  });

  it("forgets rows, not states, when rows grow past their limit", () => {
    const language = createLanguage(
      source({ s: choice(sequence(t("a"), n("s"), t("a")), t("b")) }, { a: "a", b: "b" }),
      {
        limits: { rowBytes: 64 },
      },
    );
    for (let round = 0; round < 3; round++) expect(follow(language, "a".repeat(500)).cost).toBe(501);
  });
});

describe("control tokens", () => {
  const language = createLanguage({
    ...source({ s: sequence(t("call"), t("ID"), t("end")) }, { ID: "[a-z]+" }),
    terminals: [
      { kind: "control", name: "call", control: "<|call|>" },
      { kind: "pattern", name: "ID", regex: parseRegex("[a-z]+") },
      { kind: "control", name: "end", control: "<|end|>" },
    ],
  });
  const symbols = (...list: readonly (string | number)[]): number | undefined =>
    list.reduce<number | undefined>((state, item) => {
      const bytes = typeof item === "number" ? [item] : [...new TextEncoder().encode(item)];
      return bytes.reduce<number | undefined>((s, symbol) => (s === undefined ? s : language.step(s, symbol)), state);
    }, language.start);
  it("are symbols of their own, which text never spells", () => {
    expect(language.controls).toEqual(["<|call|>", "<|end|>"]);
    expect(language.accepts(symbols(256, "ab", 257)!)).toBe(true);
    expect(symbols("<|call|>")).toBeUndefined();
    expect(symbols("a")).toBeUndefined();
    expect(symbols(256, 257)).toBeUndefined();
    expect(symbols(256, "a", 256)).toBeUndefined();
    expect(language.cost(language.start)).toBe(3);
    expect(language.expected(language.start)).toEqual(["call"]);
  });
});

describe("what a state says of itself", () => {
  const language = createLanguage(
    source(
      { s: sequence(t("ID"), t("="), choice(t("NUM"), t("ID")), t(";")) },
      { ID: "[a-z]+", "=": "=", NUM: "[0-9]+", ";": ";", WS: " +" },
      { skip: ["WS"] },
    ),
  );
  const after = (text: string): number =>
    [...text].reduce((state, letter) => language.step(state, letter.charCodeAt(0))!, language.start);
  it.each([
    ["", ["ID"]],
    ["ab", ["ID", "="]],
    ["ab =", ["ID", "NUM"]],
    ["ab = 1", ["NUM", ";"]],
    ["ab = 1;", []],
  ])("after %j expects %j", (text, names) => {
    expect(language.expected(after(text))).toEqual(names);
  });
  it("shows the lexer's and the parser's view", () => {
    expect(language.describe(after("ab"))).toEqual([
      { lexeme: ["ID"], inside: true, next: ["="], accepts: false, rules: ["s"] },
    ]);
  });
});
