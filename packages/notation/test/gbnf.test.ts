import { type NotationError, readGbnf } from "@espalier/notation";
import { describe, expect, test } from "vitest";
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

/** A grammar, texts it accepts, texts it rejects. */
const LANGUAGES: readonly (readonly [grammar: string, accepts: readonly string[], rejects: readonly string[]])[] = [
  ['root ::= "ab"', ["ab"], ["", "a", "abb"]],
  ['root ::= "a" | "b" |\n  "c"', ["a", "b", "c"], ["", "ab"]],
  ["root ::=\n  [a-c0]", ["a", "c", "0"], ["d", "", "ab"]],
  ["root ::= [^a-c\\n]", ["d", "é", "😀"], ["a", "\n", ""]],
  ["root ::= [ぁ-ゟ]+", ["あい"], ["a", ""]],
  ["root ::= [a-]", ["a", "-"], ["b"]],
  ["root ::= [\\]\\[\\\\\\-]", ["]", "[", "\\", "-"], ["a"]],
  ["root ::= .", ["a", "\n", "😀"], ["", "ab"]],
  ['root ::= "\\x41\\u00e9\\U0001F600\\n\\t\\r\\"\\\\"', ['Aé😀\n\t\r"\\'], ["A"]],
  ['root ::= ""', [""], ["a"]],
  ["root ::=", [""], ["a"]],
  ['root ::= "a"* "b"+ "c"?', ["b", "aabbc"], ["", "ac"]],
  ['root ::= "ab"{2}', ["abab"], ["ab", "abb"]],
  ['root ::= "a"{2,} "b"{0,1}', ["aa", "aaab"], ["a", "aabb"]],
  ['root ::= "a"{1,2}', ["a", "aa"], ["", "aaa"]],
  ["root ::= [a-z]* [a-z]", ["a", "abc"], ["", "1"]],
  ['root ::= [a-z]+ "if"', ["xif", "ifif"], ["if", "x"]],
  ['root ::= ( # comment\n  "a"\n  "b" # more\n  )+ # end\n', ["ab", "abab"], ["a"]],
  ["# first\n\nroot ::= x-1 X_2\n# between\nx-1 ::= [x]\nX_2 ::= [y]", ["xy"], ["x"]],
  ['root ::= "(" root ")" | ""', ["", "(())"], ["(", ")("]],
  ['root ::= root "a" | "b"', ["b", "baa"], ["a"]],
  ["root ::= <think> [a-z]* </think>", ["⟨<think>⟩ab⟨</think>⟩"], ["<think></think>", "⟨<think>⟩"]],
  ['root ::= "a"\r\n\r\nb ::= "x"\r\n', ["a"], ["x"]],
];

describe("languages", () => {
  test.each(LANGUAGES)("%s", (text, accepts, rejects) => {
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
    ["root ::= <[12]>", "1:10 unsupported: `<[12]>` names a token by number, and a language knows no vocabulary"],
    ["root ::= !<think>", "1:10 unsupported: `!` excludes tokens of a vocabulary, and a language knows none"],
    ["root ::= <think", "1:10 syntax: this token has no `>`"],
    [`root ::= ${"(".repeat(10_000)}`, "1:210 too-deep: groups nest deeper than 200"],
    ['root ::= "a"?*+?*', "1:17 too-deep: more than 4 repetitions of one item"],
  ])("%s → %s", (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });
});
