// How typical texts begin: in the language of their schema always, and in these examples as one would write them.
import { createEngine } from "@espalier/automata";
import { compileSchema, SchemaError, type SchemaOptions } from "@espalier/json-schema";
import { utf8Decode } from "@espalier/utf8";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { after } from "./languages.js";
import { type RandomSchema, randomSchema } from "./random-schemas.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20261121);
const engine = createEngine();

function typicalOf(schema: unknown, options: SchemaOptions = {}): string {
  return utf8Decode(compileSchema(schema, { engine, ...options }).language.typical!(256));
}

const person = {
  properties: {
    name: { type: "string" },
    age: { type: "integer", minimum: 18 },
    tags: { type: "array", items: { type: "string" } },
  },
  additionalProperties: false,
  type: "object",
};

describe("a typical text", () => {
  test.each([
    ["has all that is declared, in order", person, '{"name": "a", "age": 18, "tags": ["a"]}'],
    ["takes the first of constants", { enum: ["b", "a", 1] }, '"b"'],
    ["is within bounds", { type: "number", exclusiveMinimum: 0.5, maximum: 7 }, "1"],
    ["is within bounds below zero", { type: "integer", exclusiveMaximum: -3 }, "-4"],
    ["has strings as long as they must be", { type: "string", minLength: 3, maxLength: 5 }, '"aaa"'],
    ["has empty strings where no others may be", { type: "string", maxLength: 0 }, '""'],
    ["is an object where anything may be, strings within", { properties: { x: true } }, '{"x": "a"}'],
    ["begins a free name", { type: "object" }, '{"'],
    ["ends before names of a pattern", { type: "object", patternProperties: { "^a": true } }, "{"],
    ["has nothing where nothing may be", { type: "object", additionalProperties: false }, "{}"],
    ["ends before a pattern", { properties: { x: { type: "string", pattern: "^a+$" } } }, '{"x": '],
    ["ends where members are counted", { type: "object", minProperties: 2 }, "{"],
    ["ends before multiples", { type: "array", items: { multipleOf: 3, type: "number" } }, "["],
    ["leaves out what cannot be", { type: "object", properties: { a: false, b: { const: 1 } } }, '{"b": 1}'],
    ["has one item", { type: "array", items: { type: "boolean" } }, "[true]"],
    ["ends where more items must come", { type: "array", items: { type: "null" }, minItems: 2 }, "[null"],
    [
      "goes round once",
      {
        $ref: "#/$defs/n",
        $defs: { n: { properties: { n: { $ref: "#/$defs/n" }, v: { const: 1 } }, type: "object" } },
      },
      '{"n": {"v": 1}, "v": 1}',
    ],
    ["goes round once in arrays", { type: "array", items: { $ref: "#" } }, "[[]]"],
  ])("%s", (_, schema, text) => {
    expect(typicalOf(schema)).toBe(text);
  });

  test("ends before the value that the caller will not read", () => {
    const { language } = compileSchema(person, { engine });
    expect(utf8Decode(language.typical!(12))).toBe('{"name": "a", "age": ');
  });

  test("is written in the style of its schema", () => {
    expect(typicalOf(person, { whitespace: { kind: "compact" } })).toBe('{"name":"a","age":18,"tags":["a"]}');
    const pretty = typicalOf(person, { whitespace: { kind: "pretty" } });
    expect(pretty).toBe(JSON.stringify(JSON.parse(pretty), null, 2));
  });

  test("is short, whatever the schema holds", () => {
    const names = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`name ${i}`, { type: "string" }]));
    expect(typicalOf({ properties: names }).length).toBeLessThan(300);
    expect(typicalOf({ type: "string", minLength: 1e9 })).toBe("");
    expect(typicalOf({ enum: ["x".repeat(100_000)] })).toBe("");
    expect(typicalOf({ properties: { ["x".repeat(100_000)]: {} } })).toBe("{");
  });
});

describe.each(["compact", "pretty", "flexible"] as const)("random schemas, %s", (kind) => {
  it.each(["declared", "any"] as const)("begin with it, in %s order", (order) => {
    let compiled = 0;
    let written = 0;
    const begins = (schema: RandomSchema): void => {
      const options: SchemaOptions = { engine, whitespace: { kind }, order };
      const language = languageOf(schema, options);
      if (language === undefined) return;
      const text = utf8Decode(language.typical!(256));
      compiled++;
      written += text.length;
      expect(after(language, text), text).toBeDefined();
    };
    fc.assert(fc.property(randomSchema, begins), { seed, numRuns: samples(1_000) });
    expect(compiled).toBeGreaterThan(samples(300));
    expect(written).toBeGreaterThan(3 * compiled);
  });
});

function languageOf(schema: RandomSchema, options: SchemaOptions) {
  try {
    return compileSchema(schema, options).language;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return undefined;
  }
}
