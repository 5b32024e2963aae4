// A sample of the campaigns in every test run: the same families, on the seed of the run. And the README's example of testing
// one's own grammar, which needs packages that `@espalier/laws` itself does not.

import { checkMasks, checkMembership, checkMonitor, members, vocabularies } from "@espalier/laws";
import { readGbnf, readLark } from "@espalier/notation";
import { createLanguage } from "@espalier/syntax";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { families, noTally, type Tally } from "./campaign/families.js";
import { belongsByMunch } from "./campaign/munch.js";

/** The seed of the run, which fast-check has been given. */
const seed = fc.readConfigureGlobal()?.seed ?? 1;

describe("campaigns, sampled", () => {
  const tallies = new Map<string, Tally>();
  it.each(families.map((family) => [family.name, family] as const))("%s", (name, family) => {
    const tally = noTally();
    tallies.set(name, tally);
    expect(family.run(seed, name === "masks of languages" ? 200 : 25, tally)).toBeUndefined();
    expect(tally.completions).toBeGreaterThan(50);
    expect(tally.refused).toBeLessThan(tally.subjects / 5);
    expect(tally.undecided).toBeLessThan(tally.completions / 4);
  });

  it("compare at least 10,000 masks with brute force", () => {
    const masks = [...tallies.values()].reduce((sum, tally) => sum + tally.masks, 0);
    expect(masks).toBeGreaterThanOrEqual(10_000);
  });
});

describe("the judge of munch", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  it.each([
    ['start: "aa" ID | ID "="\nID: /[ab]+/\n%ignore " "', ["aa b", "ab =", "aab=", "aa="], ["aab", "aa=b", "", " "]],
    ['start: ID "b"\nID: /a+/', ["ab", "aab"], ["a", "b", "abb"]],
    ['start: (".." | "..." | ID)+\nID: /[ab]+/', ["..", "......", "..a"], [".", "....", ""]],
    ["start: text ID\ntext[lazy]: /[ab;]*;/\nID: /[ab]+/", ["ab;a", ";b"], [";;", "ab;a;"]],
    ["start: A B\nA: /a?/\nB: /b*/", ["", "a", "abb"], ["aa", "ba"]],
  ])("knows %j", (grammar, belong, refused) => {
    const source = readLark(grammar);
    expect(belong.filter((text) => !belongsByMunch(source, bytes(text)))).toEqual([]);
    expect(refused.filter((text) => belongsByMunch(source, bytes(text)))).toEqual([]);
  });
});

const JSON_TEXT = `
  start: value
  value: object | array | STRING | NUMBER | "true" | "false" | "null"
  object: "{" (member ("," member)*)? "}"
  member: STRING ":" value
  array: "[" (value ("," value)*)? "]"
  STRING: /"([^"\\\\\\x00-\\x1f]|\\\\["\\\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*"/
  NUMBER: /-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?/
  %ignore /[ \\t\\n\\r]+/
`;

function isJson(text: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text));
    return true;
  } catch {
    return false;
  }
}

describe("grammars in a notation", () => {
  it.each([
    ["JSON in Lark", () => createLanguage(readLark(JSON_TEXT)), isJson],
    [
      "sums in Lark",
      () => createLanguage(readLark('start: sum\nsum: sum "+" NUMBER | NUMBER\nNUMBER: /[0-9]+/\n%ignore " "')),
      (text: Uint8Array) => /^ *[0-9]+ *(\+ *[0-9]+ *)*$/.test(String.fromCharCode(...text)),
    ],
    [
      "pairs in GBNF",
      () => createLanguage(readGbnf('root ::= "(" root ")" root | ""')),
      (text: Uint8Array) => isBalanced(String.fromCharCode(...text)),
    ],
  ] as const)("keep the laws, and are what others say: %s", (_, make, judge) => {
    const language = make();
    const { states, completions, undecided } = checkMonitor(language);
    expect([completions, undecided]).toEqual([states, 0]);
    const report = checkMembership(language, judge, { runs: 300 });
    expect(Math.min(report.members, report.refused)).toBeGreaterThan(30);
    const texts = fc.sample(members(language), 10);
    for (const vocabulary of fc.sample(vocabularies({ texts, singles: "every" }), 4)) {
      expect(checkMasks(language, vocabulary, { runs: 20 }).masks).toBeGreaterThan(0);
    }
  });
});

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : Number.NaN;
    if (!(depth >= 0)) return false;
  }
  return depth === 0;
}
