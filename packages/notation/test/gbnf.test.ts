import { type NotationError, readGbnf } from "@espalier/notation";
import { describe, expect, test } from "vitest";
import { GBNF_LANGUAGES } from "./gbnf-languages.js";
import { mistakes } from "./matching.js";

function refusal(text: string): string {
  try {
    readGbnf(text);
  } catch (error) {
    const { line, column, code, issues } = error as NotationError;
    return `${line}:${column} ${code}: ${issues[0].message}`;
  }
  return "read";
}

describe("languages", () => {
  test.each(GBNF_LANGUAGES)("%s", (text, accepts, rejects) => {
    expect(mistakes(readGbnf(text), accepts, rejects)).toEqual([]);
  });
});

test("there are no lexemes and nothing is skipped", () => {
  expect(readGbnf('root ::= "a" [b-c] "a"')).toMatchObject({ munch: "none", skip: [], notices: [] });
  expect(readGbnf('root ::= "a" [b-c] "a"').terminals.map((each) => each.name)).toEqual(['"a"', "[b-c]"]);
});

describe("refusals", () => {
  test.each([
    ["", "1:1 undefined-name: there is no rule `root` to start from"],
    ['start ::= "a"', "1:1 undefined-name: there is no rule `root` to start from"],
    ['root: "a"\n', "1:1 syntax: `root:` begins a rule of Lark, not of GBNF"],
    ['// x\n  ?start.2: "a"', "2:3 syntax: `start:` begins a rule of Lark, not of GBNF"],
    ['value[lazy]: /[^"]/\n', "1:1 syntax: `value:` begins a rule of Lark, not of GBNF"],
    ["%import common.INT", "1:1 syntax: `%import` is a directive of Lark, and GBNF has none"],
    ['root ::= a\na: "b"', "2:2 syntax: expected `::=` after `a`, found `:`"],
    ['root = "a"', "1:6 syntax: expected `::=` after `root`, found `=`"],
    ['root ::= "a', '1:12 syntax: expected `"`, found the end of the text'],
    ["root ::= [a", "1:12 syntax: expected `]`, found the end of the text"],
    ["root ::= []", "1:10 bad-range: the class is empty"],
    ["root ::= [^]", "1:10 bad-range: the class is empty"],
    ["root ::= [b-a]", "1:12 bad-range: the range runs backwards"],
    ['root ::= "\\q"', "1:11 bad-escape: there is no escape \\q"],
    ['root ::= "\\x4"', "1:11 bad-escape: \\x needs 2 hexadecimal digits"],
    ['root ::= "\\uD800"', "1:11 bad-escape: half a surrogate pair is not a character"],
    ['root ::= "\\U00110000"', "1:11 bad-escape: 110000 is above the last character, 10FFFF"],
    ['root ::= ("a"\n"b"', "2:4 syntax: expected `)`, found the end of the text"],
    ['root ::= "a")', "1:13 syntax: expected the end of the line, found `)`"],
    ['root ::= "a"\n| "b"', "2:1 syntax: expected the name of a rule, found `|`"],
    ["root ::= *", "1:10 syntax: expected the end of the line, found `*`"],
    ['root ::= "a"{x}', "1:13 syntax: a repetition is {m}, {m,} or {m,n}"],
    ['root ::= "a"{3,2}', "1:13 bad-range: at least 3 is more than at most 2"],
    ['root ::= "a" b', "1:14 undefined-name: nothing is named `b`"],
    ['root ::= "a"\nroot ::= "b"', "2:1 duplicate-name: `root` is defined twice"],
    ["root ::= <[12]>", "1:10 unsupported: `<[12]>` names a token by number, but a language has no vocabulary"],
    ["root ::= !<think>", "1:10 unsupported: `!` excludes tokens of a vocabulary, but a language has no tokens"],
    ["root ::= <think", "1:10 syntax: this token has no `>`"],
    [`root ::= ${"(".repeat(10_000)}`, "1:210 too-deep: groups nest deeper than 200"],
    ['root ::= "a"?*+?*', "1:17 too-deep: more than 4 repetitions of one item"],
  ])("%s → %s", (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });

  test("Lark is sent to its own reader", () => {
    expect(() => readGbnf('start: "a"')).toThrow("this looks like Lark: use readLark");
  });
});
