import {
  control,
  either,
  grammar,
  many,
  maybe,
  type NotationError,
  readLark,
  separated,
  some,
  times,
  token,
} from "@espalier/notation";
import { describe, expect, test } from "vitest";
import { mistakes } from "./matching.js";

const number = token("NUMBER", /-?\d+/);

describe("languages", () => {
  test("rules may mention each other in any order", () => {
    const json = grammar(
      {
        value: (rules) => either(rules.object, rules.list, number, /"[^"\\]*"/, "true", "null"),
        object: (rules) => ["{", separated(rules.member, ","), "}"],
        member: (rules) => [/"[^"\\]*"/, ":", rules.value],
        list: (rules) => ["[", separated(rules.value, ","), "]"],
      },
      { skip: /[ \n]+/ },
    );
    const accepts = ["1", '{ "a": [1, -2], "b": {} }', "[]", "[null]"];
    expect(mistakes(json, accepts, ["", "[1,]", "{1:2}", "[", "truex"])).toEqual([]);
  });

  test.each([
    ["maybe", () => ["a", maybe("b", "c")], ["a", "abc"], ["ab", "abcbc"]],
    ["many", () => many("a", "b"), ["", "abab"], ["a", "aba"]],
    ["some", () => some("a"), ["a", "aa"], [""]],
    ["times", () => times("a", 2, 3), ["aa", "aaa"], ["a", "aaaa"]],
    ["times, exactly", () => times("a", 2), ["aa"], ["a", "aaa"]],
    ["separated", () => separated("a", ","), ["", "a", "a,a"], [",", "a,"]],
    ["either", () => either("a", ["b", "c"], []), ["a", "bc", ""], ["b"]],
    ["the empty text", () => ["", "a", []], ["a"], ["", "aa"]],
    ["flags", () => /straSSe/i, ["STRASSE", "strasse"], ["stra"]],
    ["sticky and global", () => /a/gy, ["a"], ["aa"]],
    ["a lazy terminal", () => [token("T", /.*;/, { lazy: true }), "x"], ["a;x", ";x"], ["a;b;x"]],
    [
      "priority",
      () => either([token("IF", "if", { priority: 1 }), "!"], [token("ID", /[a-z]+/), "?"]),
      ["if!", "x?"],
      ["if?"],
    ],
    ["control tokens", () => [control("<think>"), "x"], ["⟨<think>⟩x"], ["<think>x"]],
  ] as const)("%s", (_, body, accepts, rejects) => {
    expect(mistakes(grammar({ start: body }), accepts, rejects)).toEqual([]);
  });

  test("scannerless, and another start", () => {
    const source = grammar({ a: () => "a", b: (rules) => [/[a-z]+/, rules.a] }, { start: "b", munch: "none" });
    expect(mistakes(source, ["xa", "aa"], ["a", "x"])).toEqual([]);
  });
});

test("the source is the one that text gives", () => {
  const built = grammar(
    { start: (rules) => ["(", many(rules.item), ")"], item: () => either(number, "x") },
    { skip: token("WS", / +/) },
  );
  const { notices: _, ...read } = readLark(
    'start: "(" item* ")"\nitem: NUMBER | "x"\nNUMBER: /-?[0-9]+/\nWS: / +/\n%ignore WS',
  );
  expect(built).toEqual(read);
});

describe("mistakes", () => {
  test.each([
    ["no rules", () => grammar({}), "there is no rule undefined to start from"],
    [
      "two terminals of a name",
      () => grammar({ a: () => [token("X", "a"), token("X", "b")] }),
      "two terminals are named X",
    ],
    // @ts-expect-error: `b` is not a rule
    ["a rule that is not there", () => grammar({ a: (rules) => rules.b }), "undefined is not a piece of a grammar"],
    // @ts-expect-error: `b` is not a rule
    ["a start that is not there", () => grammar({ a: () => "a" }, { start: "b" }), "there is no rule b to start from"],
    ["a count out of order", () => grammar({ a: () => times("x", 3, 2) }), "times: max must be at least min, 3, not 2"],
    ["a rule of another grammar", () => grammar({ a: () => ({ kind: "rule", name: "b" }) }), "there is no rule b"],
  ])("%s", (_, build, message) => {
    expect(build).toThrow(message);
  });

  test("equal terminals may be named twice", () => {
    expect(grammar({ a: () => [token("X", /a+/), token("X", /a+/)] }).terminals).toHaveLength(1);
  });

  test("deep pieces", () => {
    let piece: readonly unknown[] = [];
    for (let k = 0; k < 20_000; k++) piece = [piece];
    expect(() => grammar({ a: () => piece as never })).toThrow("deeper than 500");
  });

  test("a regular expression that is not regular", () => {
    let found: NotationError | undefined;
    try {
      token("X", /(a)\1/);
    } catch (error) {
      found = error as NotationError;
    }
    expect([found?.name, found?.code, found?.column]).toEqual(["NotationError", "bad-regex", 4]);
  });
});
