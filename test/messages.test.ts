// Messages of errors stay short however long the names, paths and texts are that they speak of; the error's fields keep the whole of them.

import { fillMiddle } from "@espalier/gaps";
import { formatNotationError, type NotationError } from "@espalier/notation";
import { createLanguage } from "@espalier/syntax";
import { gbnf, jsonSchema, lark, python, regex } from "espalier";
import { expect, test } from "vitest";

const NAME = "n".repeat(100_000);
const WORDS = "word ".repeat(20_000);
const deep = (times: number): object => {
  let schema: object = { type: "strin" };
  for (let i = 0; i < times; i++) schema = { properties: { [NAME.slice(0, 50)]: schema } };
  return schema;
};

const CALLS: Readonly<Record<string, () => unknown>> = {
  "a property of characters": () => regex(`\\p{${NAME}}`),
  "a name of a group, twice": () => regex(`(?<${NAME}>a)(?<${NAME}>b)(`),
  "a flag": () => regex({ source: "a", flags: NAME } as RegExp),
  "a rule that is missing": () => lark(`start: ${NAME}`),
  "a terminal that is missing": () => lark(`start: ${NAME.toUpperCase()}`),
  "a rule, twice": () => lark(`start: ${NAME}\n${NAME}: "a"\n${NAME}: "b"`),
  "a directive": () => lark(`start: "a"\n%${NAME}`),
  "an attribute": () => lark(`start[${NAME}=1]: "a"`),
  "a start that is missing": () => lark('start: "a"', { start: NAME }),
  "a terminal that matches nothing": () => lark(`start: ${NAME.toUpperCase()}\n${NAME.toUpperCase()}: /[]/`),
  "a rule of GBNF that is missing": () => gbnf(`root ::= ${NAME}`),
  "a start of GBNF that is missing": () => gbnf('root ::= "a"', { start: NAME }),
  "a pattern within a grammar": () => lark(`start: A\nA: /\\p{${NAME}}/`),
  "a reference": () => jsonSchema({ $ref: `#/$defs/${NAME}` }),
  "another document": () => jsonSchema({ $ref: `https://example.com/${NAME}` }),
  "a type": () => jsonSchema({ type: NAME } as object),
  "a pattern of a schema": () => jsonSchema({ pattern: `(${NAME}` }),
  "a format": () => jsonSchema({ format: NAME }, { notices: "refuse" }),
  "a keyword": () => jsonSchema({ [NAME]: 1 }, { notices: "refuse" }),
  "a path in a schema": () => jsonSchema(deep(500)),
  "a path too deep": () => jsonSchema(deep(5_000)),
  "a prefix": () => fillMiddle(python(), { prefix: `${WORDS})`, suffix: "" }),
  "a terminal of a source": () =>
    createLanguage({
      grammar: { start: "a", rules: [{ name: "a", body: { kind: "terminal", name: NAME } }] },
      terminals: [],
      skip: [],
      munch: "maximal",
    }),
  "a rule of a source": () =>
    createLanguage({
      grammar: { start: NAME, rules: [{ name: "a", body: { kind: "nonterminal", name: NAME } }] },
      terminals: [],
      skip: [],
      munch: "maximal",
    }),
};

test("a message for a terminal shows the part of a long line that is wrong", () => {
  let said = "";
  try {
    lark(`start: ${WORDS} ${NAME}`);
  } catch (error) {
    said = formatNotationError(error as NotationError);
  }
  expect(said).toContain("nothing is named `word`");
  expect(said.length).toBeLessThan(50 * 1_000);
  expect(Math.max(...said.split("\n").map((line) => line.length))).toBeLessThan(500);
});

test.each(Object.entries(CALLS))("the message about %s", (_, call) => {
  let error: unknown;
  try {
    call();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message.length).toBeLessThan(1_000);
  expect(typeof (error as { code?: unknown }).code).toBe("string");
});
