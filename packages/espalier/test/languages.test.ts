// The three notations, and what `check` says about texts of each.
import { product, strings } from "@espalier/monitor";
import { check, gbnf, lark, regex } from "espalier";
import { expect, test } from "vitest";

const list = 'start: "[" (NUMBER ("," NUMBER)*)? "]"\nNUMBER: /[0-9]+/\n%ignore " "';

test.each([
  [
    "lark",
    lark(list),
    ["[]", "[ 1,22 ]"],
    ["", "[1", "[1,"],
    [
      ["[,", 1],
      ["x", 0],
      ["[1 2", 3],
    ],
  ],
  ["lark, another start", lark(`${list}\nother: "x"`, { start: "other" }), ["x"], [""], [["xx", 1]]],
  [
    "gbnf",
    gbnf('root ::= "a" root? "b"'),
    ["ab", "aabb"],
    ["", "aab"],
    [
      ["b", 0],
      ["aba", 2],
    ],
  ],
  ["gbnf, another start", gbnf('root ::= "a"\nx ::= "b"', { start: "x" }), ["b"], [""], [["a", 0]]],
  ["regex", regex("(red|green)( light)?"), ["red", "green light"], ["", "gree", "red "], [["reds", 3]]],
] as const)("%s", (_, language, accepted, incomplete, dead) => {
  for (const text of accepted)
    expect(check<number>(language, text)).toMatchObject({ verdict: "accepted", offset: text.length });
  for (const text of incomplete) expect(check<number>(language, text).verdict).toBe("incomplete");
  for (const [text, offset] of dead) expect(check<number>(language, text)).toMatchObject({ verdict: "dead", offset });
});

test("bytes are taken as they are", () => {
  expect(check(regex("é"), Uint8Array.of(0xc3)).verdict).toBe("incomplete");
  expect(check(regex("é"), Uint8Array.of(0xc3, 0xa9)).verdict).toBe("accepted");
  expect(check(regex("é"), Uint8Array.of(0xe9))).toMatchObject({ verdict: "dead", offset: 0 });
});

test.each([
  ["lark", () => lark("start: x"), "NotationError"],
  ["gbnf", () => gbnf("root ::= x"), "NotationError"],
  ["regex", () => regex("("), "RegexSyntaxError"],
  ["a language without texts", () => lark("start: start"), "SyntaxSourceError"],
])("%s refuses bad text by name", (_, make, name) => {
  expect(make).toThrow(expect.objectContaining({ name }));
});

test("check: the empty text is dead if the language has no texts", () => {
  const empty = product(lark('start: "a"'), strings(["b"]));
  expect(check(empty, "")).toMatchObject({ verdict: "dead", offset: 0, expected: [] });
  expect(check(lark('start: "a"'), "").verdict).toBe("incomplete");
});
