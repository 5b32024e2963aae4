// `pattern` against the JavaScript engine under the flag `u`.
import { RegexSyntaxError, randomMember, searchEcmaRegex } from "@espalier/automata";
import { describe, expect, test } from "vitest";
import { patternText } from "../../src/formats/patterns.js";
import { accepts, joinsUpTo, seed, seeded } from "../text/judge.js";

const PATTERNS = [
  "a",
  "^a",
  "a$",
  "^a$",
  "^$",
  "",
  "^a|b$",
  "(^|b)a",
  "\\d",
  "^\\D+$",
  "\\w",
  "^\\W$",
  "\\s",
  "^\\S+$",
  ".",
  "^.$",
  "^..$",
  "^[^a]$",
  "\\p{L}",
  "^\\P{L}+$",
  "\\p{Script=Greek}",
  "^\\p{Lu}",
  "^[\\w.-]+$",
  "^(?=.*a)(?!.*b).*$",
  "^(a|ab)(c|bcd)*$",
  "^a{2,3}$",
  "\\u{1F600}",
  "\\uD83D\\uDE00",
  "\\x61",
  "\\ca",
  "[\\b]",
  "^[\\s\\S]$",
];
// Line ends, spaces, digits and letters that engines disagree about.
const CHARACTERS = [
  "a",
  "b",
  "c",
  "d",
  "A",
  "1",
  "_",
  "-",
  "\n",
  "\r",
  "\u2028",
  "\u2029",
  "\u0085",
  "\u00a0",
  "\ufeff",
  "\u180e",
  "٣",
  "é",
  "α",
  "Ω",
  "ſ",
  "K",
  "\u0001",
  "\b",
  "😀",
];

describe("patternText", () => {
  test("all short strings", () => {
    const texts = joinsUpTo(CHARACTERS, 2).concat(joinsUpTo(["a", "b", "\n", "é"], 4));
    for (const pattern of PATTERNS) {
      const judge = new RegExp(pattern, "u");
      const regex = patternText(pattern);
      for (const text of texts) {
        if (accepts(regex, text) !== judge.test(text)) expect.fail(`/${pattern}/u ${JSON.stringify(text)}`);
      }
    }
  });

  test("flags", () => {
    for (const [pattern, flags] of [
      ["^[a-k]$", "i"],
      ["^.$", "s"],
      ["^\\w$", "iu"],
    ] as const) {
      const judge = new RegExp(pattern, flags.includes("u") ? flags : `${flags}u`);
      for (const text of CHARACTERS)
        expect([text, accepts(searchEcmaRegex(pattern, { flags }), text)]).toEqual([text, judge.test(text)]);
    }
  });

  test("random members", () => {
    const random = seeded(seed);
    for (const pattern of PATTERNS) {
      const judge = new RegExp(pattern, "u");
      for (let i = 0; i < 20; i++) {
        const text = Buffer.from(randomMember(patternText(pattern), random)!).toString("utf8");
        expect([pattern, text, judge.test(text)]).toEqual([pattern, text, true]);
      }
    }
  });

  test("refusals, with their place", () => {
    for (const [pattern, code, offset] of [
      ["a(?<=b)", "unsupported", 1],
      ["(a)\\1", "unsupported", 3],
      ["x\\b", "unsupported", 1],
      ["(a", "unclosed", 0],
      ["a**", "quantifier", 2],
      ["[z-a]", "range", 1],
      ["\\p{Klingon}", "property", 0],
    ] as const) {
      let caught: unknown;
      try {
        patternText(pattern);
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(RegexSyntaxError);
      expect(caught).toMatchObject({ code, offset, pattern });
    }
  });

  test("read once", () => {
    expect(patternText("^once$")).toBe(patternText("^once$"));
  });
});
