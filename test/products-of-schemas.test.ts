// Products of JSON Schemas with finite automata: a text ends within its budget and is in both, or the product is refused before its first
// token; costs keep their law. The judges are JSON.parse, the text itself, and the schema's language alone.

import { parseRegex, regexMonitor } from "@espalier/automata";
import { complete } from "@espalier/decode";
import { compileSchema } from "@espalier/json-schema";
import { checkCosts, randomModel } from "@espalier/laws";
import { createFuel, deny, type Monitor, product, verdict } from "@espalier/monitor";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import { describe, expect, it } from "vitest";
import { seed } from "./support/seed.js";

const languageOf = (schema: unknown): Monitor<number> => compileSchema(schema as never).language;
const closed = (properties: Record<string, unknown>, required: readonly string[]): unknown => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const string = { type: "string" };
const PIECES = ["foo", 'foo"', '"f', "fo", "oo", '{"', '":', '",', '"}', "true", "bar", '{"bar":"', "12", '["', '"]'];

describe("the product of a schema and a deny list", () => {
  it.each([
    ["declared members", closed({ bar: string, foot: string, n: { type: "integer" } }, ["bar"])],
    ["open objects", { type: "object", properties: { bar: string }, required: ["bar"] }],
    ["words with others", closed({ word: { enum: ["foo", "food", "bar"] } }, ["word"])],
    ["arrays", { type: "array", items: { enum: ["foo", "bar", 12] }, minItems: 1 }],
  ])("ends 20 of 20 texts within 16 tokens: %s", async (_, schema) => {
    const vocabulary = vocabularyOfBytes([
      ...Array.from({ length: 128 }, (_, byte) => Uint8Array.of(byte)),
      ...PIECES.map((text) => new TextEncoder().encode(text)),
    ]);
    const language = languageOf(schema);
    const both = product(language, deny(["foo"]));
    for (let s = 0; s < 20; s++) {
      const { text, accepted } = await complete({
        model: randomModel(vocabulary, seed + s),
        prompt: [0],
        monitor: both as Monitor<number>,
        maxTokens: 16,
        seed: seed + s,
      });
      expect([text, accepted]).toEqual([text, true]);
      expect([text, verdict(language, text).kind]).toEqual([text, "accepted"]);
      expect(text).not.toContain("foo");
      JSON.parse(text);
    }
  });

  it("is empty where the schema asks for what is denied, and says so before any text", () => {
    const both = product(languageOf(closed({ foo: string }, ["foo"])), deny(["foo"]));
    expect(both.trim).toBe(true);
    expect(both.cost!(both.start)).toBe(Number.POSITIVE_INFINITY);
    expect(verdict(both, "{")).toEqual({ kind: "dead", offset: 0 });
  });

  it("promises to be trim where no free name, no item that comes once and no uncounted number decides", () => {
    const trim = (schema: unknown): boolean => product(languageOf(schema), deny(["foo"])).trim === true;
    expect(trim(closed({ bar: string }, ["bar"]))).toBe(true);
    expect(trim({ type: "array", items: string, minItems: 2 })).toBe(true);
    expect(trim({ type: "object" })).toBe(false);
    expect(trim({ type: "array", items: { type: "string" }, uniqueItems: true })).toBe(false);
  });

  it("leaves out members and words that another part refuses later", () => {
    const both = product(languageOf(closed({ foo: string, bar: string }, [])), deny(["foo"]));
    expect(verdict(both, '{"f')).toEqual({ kind: "dead", offset: 2 });
    expect(verdict(both, '{"b').kind).toBe("incomplete");
    const words = product(languageOf({ enum: ["foo", "fob"] }), deny(["foo"]));
    expect(verdict(words, '"foo').kind).toBe("dead");
    expect(verdict(words, '"fo').kind).toBe("incomplete");
  });
});

describe("the product of a recursive schema in an indented layout", () => {
  it("takes little work, though thousands of depths are indented", () => {
    const schema = { $defs: { t: { type: "array", items: { $ref: "#/$defs/t" } } }, $ref: "#/$defs/t" };
    const { language } = compileSchema(schema, { whitespace: { kind: "pretty" } });
    const fuel = createFuel(1e9);
    const both = fuel.run(() => product(language, deny(["zz"])));
    expect(both.deadEnds!().reason).toContain("too much work");
    expect(fuel.spent()).toBeLessThan(1e6);
  });
});

describe("the product of a schema with multiples of several numbers", () => {
  it("takes little work, though thousands of decimals are no member", () => {
    const multiples = { allOf: [6.75, 19, 9.5, 2.125].map((multipleOf) => ({ multipleOf })), not: { const: 0 } };
    const language = languageOf({ type: "object", patternProperties: { "^a": multiples } });
    const fuel = createFuel(100_000);
    fuel.run(() => {
      const both = product(language, deny(["zz", "null", "e"]));
      let state = both.start;
      for (const byte of new TextEncoder().encode('{"a":-5')) {
        state = both.step(state, byte)!;
        expect(both.cost!(state)).toBeLessThan(10);
      }
    });
  });
});

describe("costs of products of schemas", () => {
  const schemas: readonly [string, unknown, readonly string[]][] = [
    [
      "members",
      closed({ a: string, b: { type: "boolean" }, c: { enum: ["x", "yy"] } }, ["a", "c"]),
      ['{"a":"q","b":true'],
    ],
    ["nested lists", { $defs: { t: { type: "array", items: { $ref: "#/$defs/t" } } }, $ref: "#/$defs/t" }, ["[[[],[["]],
    ["free names", { type: "object", additionalProperties: { enum: [1] }, minProperties: 2 }, ['{"ab":1,"']],
    ["items once", { type: "array", items: { enum: [1, 2, "a"] }, uniqueItems: true, minItems: 2 }, ["[1,"]],
  ];
  const automata: readonly [string, Monitor<number>][] = [
    ["a deny list", deny(["aa", "true", "[]]"])],
    ["an even number of bytes", regexMonitor(parseRegex("(..)*")) as Monitor<number>],
    ["no blanks, at most 24 bytes", regexMonitor(parseRegex("[^ \\n\\t\\r]{0,24}")) as Monitor<number>],
  ];
  for (const [what, schema, texts] of schemas) {
    it.each(automata)(`keep their law: ${what} × %s`, (_, automaton) => {
      const both = product(languageOf(schema), automaton);
      const report = checkCosts(both, {
        seed,
        runs: what === "free names" ? 1 : 20,
        symbols: 3,
        texts: ["", ...texts],
      });
      expect(report.states).toBeGreaterThan(0);
      if (Number.isFinite(both.cost!(both.start))) expect(report.followed).toBeGreaterThan(0);
    });
  }
});
