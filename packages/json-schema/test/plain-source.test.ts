// Plain schemas: each keyword that they do not take is refused by name with what takes it, and what they take is never
// approximated. test/plain-schemas.test.ts compares their masks.

import {
  compileSchema,
  formatKeyword,
  numberRanges,
  type PlainSchemaOptions,
  patternKeyword,
  plainSchemaSource,
  SchemaError,
  type SchemaIssue,
} from "@espalier/json-schema";
import { verdict } from "@espalier/monitor";
import { createPlainLanguage } from "@espalier/syntax";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { randomSchema, randomValue } from "./random-schemas.js";

const modules = { numbers: numberRanges, pattern: patternKeyword, format: formatKeyword };

function issuesOf(schema: unknown, options?: PlainSchemaOptions): readonly SchemaIssue[] {
  try {
    plainSchemaSource(schema, options);
  } catch (error) {
    return (error as SchemaError).issues;
  }
  return [];
}

const closed = (keywords: object): object => ({ type: "object", additionalProperties: false, ...keywords });
const list = (keywords: object): object => ({ type: "array", items: { type: "null" }, ...keywords });

describe("a plain schema without modules names the module for", () => {
  test.for([
    [{ type: "string", pattern: "a" }, "pattern", "Pass modules.pattern (patternKeyword)"],
    [{ type: "string", format: "date" }, "format", "Pass modules.format (formatKeyword)"],
    [{ type: "number", minimum: 5 }, "minimum", "Pass modules.numbers (numberRanges)"],
    [{ type: "integer", maximum: 5 }, "maximum", "Pass modules.numbers (numberRanges)"],
    [{ const: 1.5 }, "const", "Pass modules.numbers (numberRanges)"],
  ] as const)("%o", ([schema, keyword, hint]) => {
    expect(issuesOf(closed({ properties: { a: schema } }))).toMatchObject([
      { code: "unsupported-keyword", pointer: `#/properties/a/${keyword}`, keyword, hint },
    ]);
    expect(issuesOf(closed({ properties: { a: schema } }), { modules })).toEqual([]);
  });
});

describe("a plain schema names compileSchema for", () => {
  test.for([
    [{ type: "object", properties: { [`${"a".repeat(201)}`]: true } }, "properties"],
    [closed({ required: ["a"] }), "required"],
    [closed({ patternProperties: { a: true } }), "patternProperties"],
    [closed({ propertyNames: { type: "string" } }), "propertyNames"],
    [closed({ properties: { "\ud800": { type: "null" } } }), "properties"],
    [closed({ minProperties: 1 }), "minProperties"],
    [closed({ maxProperties: 1 }), "maxProperties"],
    [closed({ dependentRequired: { a: ["b"] } }), "dependentRequired"],
    [closed({ dependentSchemas: { a: { type: "null" } } }), "dependentSchemas"],
    [list({ uniqueItems: true }), "uniqueItems"],
    [list({ contains: { type: "null" } }), "contains"],
    [{ type: "null", not: { const: 1 } }, "not"],
    [{ type: "null", if: { const: 1 } }, "if"],
    [{ type: "integer", multipleOf: 2 }, "multipleOf"],
    [{ type: "string", maxLength: 5000 }, "maxLength"],
    [{ type: "string", pattern: "^(?!a)" }, "pattern"],
    [{ const: [] }, "const"],
    [{ enum: [1, {}] }, "enum"],
    [{ enum: ["a", "b"], maxLength: 1 }, "enum"],
    [{ type: "string", anyOf: [{ type: "string" }] }, "anyOf"],
    [{ allOf: [{ type: "string" }, { maxLength: 1 }] }, "allOf"],
    [{ oneOf: [{ type: "string" }, { const: "a" }] }, "oneOf"],
    [{ anyOf: [{ type: "integer" }, { type: "number" }] }, undefined],
    [{ anyOf: [{ type: "integer" }, { type: "number", minimum: 0 }] }, "anyOf"],
    [{ anyOf: [{ type: "integer" }, { anyOf: [{ type: "null" }, { const: 1 }] }] }, "anyOf"],
    [{ anyOf: [{ type: "string", maxLength: 3 }, { const: "abcd" }] }, "anyOf"],
  ] as const)("%o", ([schema, keyword]) => {
    const issues = issuesOf(schema, { modules });
    if (keyword === undefined) expect(issues).toEqual([]);
    else expect(issues[0]).toMatchObject({ code: "unsupported-keyword", keyword, hint: "Use compileSchema" });
  });
});

describe("plain schemas", () => {
  test("report all that is not taken at once", () => {
    const schema = closed({
      properties: { a: { type: "string", pattern: "a" }, b: { type: "array", uniqueItems: true } },
      minProperties: 1,
    });
    expect(issuesOf(schema).map(({ pointer }) => pointer)).toEqual([
      "#/minProperties",
      "#/properties/a/pattern",
      "#/properties/b/uniqueItems",
    ]);
  });

  test("refuse what is malformed, as compileSchema does", () => {
    for (const schema of [{ type: "strin" }, { $ref: "#/nowhere" }, { type: "string", pattern: "(" }, 1]) {
      const [issue] = issuesOf(schema, { modules });
      expect(() => compileSchema(schema)).toThrow(issue!.message);
    }
  });

  test("may have several bounded strings, all of them required", () => {
    const text = (maxLength: number): object => ({ type: "string", maxLength });
    const lengths = [[80, 120, 60], [100, 100, 100, 100], Array.from({ length: 20 }, () => 20), [1000, 800]];
    for (const each of lengths) {
      const properties = Object.fromEntries(each.map((length, i) => [`prop${i}`, text(length)]));
      const language = createPlainLanguage(
        plainSchemaSource(closed({ properties, required: Object.keys(properties) })),
      );
      const value = Object.fromEntries(each.map((length, i) => [`prop${i}`, "x".repeat(length)]));
      expect(verdict(language, JSON.stringify(value)).kind).toBe("accepted");
      expect(verdict(language, JSON.stringify({ ...value, prop0: "x".repeat(each[0]! + 1) })).kind).toBe("dead");
    }
  });
  test("bound the characters that strings count together", () => {
    const properties = { a: { type: "string", maxLength: 1000 }, b: { type: "string", maxLength: 801 } };
    expect(issuesOf(closed({ properties }))).toMatchObject([
      { pointer: "#/properties/b/maxLength", hint: "Use compileSchema" },
    ]);
    expect(issuesOf(closed({ properties: { ...properties, b: properties.a } }))).toEqual([]);
  });
  test("bound their grammar", () => {
    const issues = issuesOf(list({ minItems: 1e9 }));
    expect(issues).toMatchObject([{ code: "too-many-rules" }]);
    expect(issuesOf(list({ minItems: 50 }), { limits: { rules: 40 } })).toMatchObject([{ code: "too-many-rules" }]);
  });

  test("look at each part of a chain of unions once", () => {
    const $defs: Record<string, unknown> = { d1500: { type: "null" } };
    for (let i = 0; i < 1500; i++) $defs[`d${i}`] = { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { const: i }] };
    expect(issuesOf({ $ref: "#/$defs/d0", $defs })).toEqual([]);
    $defs.d1500 = { type: "integer" };
    expect(issuesOf({ $ref: "#/$defs/d0", $defs }).length).toBe(1500);
  });

  test("ignore keywords for other types, and report unknown ones", () => {
    const schema = { type: "null", minimum: 5, uniqueItems: true, pattern: "(?!a)", minProperties: 1, surprise: 1 };
    expect(plainSchemaSource(schema).notices.map(({ code }) => code)).toEqual(["unknown-keyword"]);
    const format = { type: "string", format: "surprise" };
    expect(plainSchemaSource(format, { modules }).notices.map(({ code }) => code)).toEqual(["unknown-format"]);
  });

  test("decide random values of random schemas as compileSchema does, or refuse", { timeout: 120_000 }, () => {
    let taken = 0;
    const made = fc.record({
      schema: fc.oneof(
        randomSchema,
        // Random keywords below closed objects and arrays.
        randomSchema.map((of) => ({ $ref: "#/$defs/root", $defs: { ...defsOf(of), root: list({ items: of }) } })),
        fc
          .dictionary(fc.constantFrom("a", "b"), randomSchema)
          .map((properties) => closed({ properties: { ...properties } })),
      ),
      values: fc.array(randomValue, { minLength: 8, maxLength: 8 }),
    });
    fc.assert(
      fc.property(made, ({ schema, values }) => {
        if (issuesOf(schema, { modules }).length > 0) return;
        taken++;
        let plain: ReturnType<typeof createPlainLanguage>;
        try {
          plain = createPlainLanguage(plainSchemaSource(schema, { modules }));
        } catch {
          expect(() => compileSchema(schema)).toThrow(SchemaError);
          return;
        }
        const { language } = compileSchema(schema, { integers: "plain" });
        for (const value of values) {
          const text = JSON.stringify(value);
          expect([text, verdict(plain, text).kind]).toEqual([text, verdict(language, text).kind]);
        }
      }),
      { numRuns: samples(600) },
    );
    expect(taken).toBeGreaterThan(samples(20));
  });
});

function defsOf(schema: unknown): object {
  return (schema as { $defs?: object }).$defs ?? {};
}
