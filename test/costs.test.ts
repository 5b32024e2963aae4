// The law of costs, along random texts, for every kind of language that the packages make: 0 exactly where the text may end, and else some step
// leads to less. The judge is the law, followed to the end of each text.

import { FillError, fillMiddle, type StraddlePolicy } from "@espalier/gaps";
import { checkCosts } from "@espalier/laws";
import { fromAutomaton, type Monitor, product } from "@espalier/monitor";
import { python } from "@espalier/python";
import { gbnf, jsonSchema, lark, regex } from "espalier";
import { describe, expect, test } from "vitest";
import { randomFrom } from "./judges/cpython/random.js";
import { snippetTexts } from "./judges/cpython/snippets.js";
import { randomCut } from "./judges/cpython/texts.js";
import { seed } from "./support/seed.js";

const SKIPPED_AND_READ = `
  start: (r1 T1 | r0) start | "b"
  r0: "d"
  r1: (" " "bb" | start ",")+ T0
  T0: "x"
  T1: "ab"
  %ignore " "
`;
const SUMS = `
  start: sum
  sum: product (("+" | "-") product)*
  product: atom (("*" | "/") atom)*
  atom: NUMBER | NAME ["(" [sum ("," sum)*] ")"] | "(" sum ")" | "-" atom
  NAME: /[a-z]+/
  NUMBER: /[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]+)?/
  %ignore /[ \\n]+/
`;
const LIST = `
  root ::= "[" ws (value (ws "," ws value)*)? ws "]"
  value ::= root | string | [0-9]{1,3} ("." [0-9]+)?
  string ::= "\\"" ([^"\\\\] | "\\\\" ["\\\\n])* "\\""
  ws ::= [ \\t\\n]*
`;
const SCHEMA = {
  type: "object",
  properties: {
    id: { type: "integer", minimum: 3, multipleOf: 5 },
    name: { type: "string", pattern: "^[a-z]+(-[a-z]+)*$", minLength: 4 },
    tags: { type: "array", items: { enum: ["a", "ab", "b"] }, uniqueItems: true, minItems: 2 },
    next: { $ref: "#" },
  },
  required: ["id", "tags"],
  minProperties: 3,
  additionalProperties: { type: ["null", "boolean"] },
} as const;

/** T1 and T2 compete for the same text, so a lexeme may end before or after bytes that both take. */
const COMPETING = `
  start: x | T1 | (x T2 T2 | T2)
  x: (T1)+
  T1: /a*b/
  T2: /b?a/
`;

/** A product whose costs are sometimes not the least. Its witnesses may then be shorter. */
function competing(): Monitor<unknown> {
  const classOf = new Uint8Array(256).fill(4);
  for (const [of, byte] of [97, 98, 99, 32].entries()) classOf[byte] = of;
  const next = [0, 1, 0, -1, 0, 0, 1, 0, 1, -1];
  return product(lark(COMPETING), fromAutomaton({ start: 0, accepting: [0], classOf, classCount: 5, next }));
}

const LANGUAGES: readonly (readonly [string, () => Monitor<unknown>, readonly string[]])[] = (
  [
    ["a regular expression", () => regex("(a|ab)*(cat|cater)?[0-9]{2,4}"), ["aabcat123", "abab99"]],
    ["a grammar that reads what it skips", () => lark(SKIPPED_AND_READ), ["b,d b,xabb", "d b,b,xabb"]],
    ["a Lark grammar", () => lark(SUMS), ["f(a, -1.5e+3) * (b + 2)", "-(-x / 10)\n- y"]],
    ["a GBNF grammar", () => gbnf(LIST), ['[ "a\\n", [1.5, [ ]], 23 ]', '["']],
    [
      "a JSON Schema",
      () => jsonSchema(SCHEMA),
      ['{"id": 10, "tags": ["ab", "a"], "next": {"id": 5', '{"id":15,"x":true'],
    ],
    [
      "a JSON Schema in any order",
      () => jsonSchema(SCHEMA, { order: "any" }),
      ['{"tags": ["b", "a"], "q": null, "id": 35}', '{"name": "ab-'],
    ],
    ["a product in which terminals compete", competing, ["aba", "ab", "a"]],
    ["Python", () => python(), ["if a:\n  f'{x!r:>{w}}'\nelse:\n  (b, [c\n", "def f(a, *, b=1):\n\treturn '''x\n"]],
  ] as const
).map(([name, make, texts]) => [name, make as () => Monitor<unknown>, texts]);

describe("costs", () => {
  test.each(LANGUAGES)("of %s", (_, make, texts) => {
    const report = checkCosts(make(), { seed, runs: 60, texts: ["", ...texts] });
    expect(report.states).toBeGreaterThan(100);
    expect(report.followed).toBe(60);
  });

  test("of gaps in Python, by every policy", () => {
    const language = python();
    const random = randomFrom(seed);
    const texts = snippetTexts().filter(({ text }) => text.length < 300);
    const policies: readonly StraddlePolicy[] = ["all", "noSwallow", "boundaryOnly"];
    let followed = 0;
    for (let i = 0; i < 120; i++) {
      const { prefix, middle, suffix } = randomCut(random.pick(texts).text, random);
      const policy = random.pick(policies);
      try {
        const gap = fillMiddle(language, { prefix, suffix, policy });
        followed += checkCosts(gap, { seed, runs: 2, symbols: 6, texts: ["", middle] }).followed;
      } catch (error) {
        if (!(error instanceof FillError)) throw Object.assign(error as Error, { cut: [prefix, suffix, policy] });
      }
    }
    expect(followed).toBeGreaterThan(80);
  });
});
