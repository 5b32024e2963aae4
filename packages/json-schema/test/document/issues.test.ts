// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword here.
// What is wrong with a schema, all of it at once, each with its place and what would help; and what is only told.

import type { Draft } from "@espalier/json-schema";
import { describe, expect, test } from "vitest";
import { loadDocument } from "../../src/document/document.js";
import { issuesOf, noticesOf, refusal } from "./reading.js";

const itself: Record<string, unknown> = {};
itself.self = itself;

describe("bad values", () => {
  const cases: readonly (readonly [schema: unknown, pointer: string, hint: RegExp, draft?: Draft])[] = [
    [5, "#", /true for anything/],
    [undefined, "#", /true for anything/],
    [null, "#", /true for anything/],
    [[{}], "#", /allOf or anyOf/],
    ["{}", "#", /true for anything/],
    [new Date(), "#", /./],
    [{ type: "any" }, "#/type", /Leave `type` out/],
    [{ type: "int" }, "#/type", /"integer"/],
    [{ type: "String" }, "#/type", /"string"/],
    [{ type: "widget" }, "#/type", /The types are/],
    [{ type: [] }, "#/type", /at least one/],
    [{ type: ["string", { type: "null" }] }, "#/type", /The types are/],
    [{ type: undefined }, "#/type", /./],
    [{ const: undefined }, "#/const", /JSON\.stringify/],
    [{ const: Number.NaN }, "#/const", /JSON\.stringify/],
    [{ const: itself }, "#/const", /JSON\.stringify/],
    [{ enum: "a" }, "#/enum", /list of values/],
    [{ enum: [1, 2n] }, "#/enum", /JSON\.stringify/],
    [{ enum: [new Date()] }, "#/enum", /JSON\.stringify/],
    [{ minimum: "5" }, "#/minimum", /Write 5/],
    [{ minimum: Number.NaN }, "#/minimum", /finite/],
    [{ maximum: Number.POSITIVE_INFINITY }, "#/maximum", /finite/],
    [{ maximum: 5n }, "#/maximum", /finite/],
    [{ exclusiveMinimum: true, minimum: 3 }, "#/exclusiveMinimum", /"exclusiveMinimum": 3/, "draft-07"],
    [{ exclusiveMinimum: 3 }, "#/exclusiveMinimum", /"minimum": 3/, "draft-04"],
    [{ multipleOf: 0 }, "#/multipleOf", /greater than 0/],
    [{ minLength: -1 }, "#/minLength", /at least 0/],
    [{ minLength: 1.5 }, "#/minLength", /at least 0/],
    [{ maxItems: "3" }, "#/maxItems", /Write 3/],
    [{ minProperties: null }, "#/minProperties", /at least 0/],
    [{ contains: {}, minContains: -1 }, "#/minContains", /at least 0/],
    [{ pattern: /a/ }, "#/pattern", /`source`/],
    [{ format: 1 }, "#/format", /name of a format/],
    [{ properties: [] }, "#/properties", /object of schemas/],
    [{ properties: { a: "string" } }, "#/properties/a", /true for anything/],
    [{ properties: { a: undefined } }, "#/properties/a", /true for anything/],
    [{ patternProperties: { a: 1 } }, "#/patternProperties/a", /true for anything/],
    [{ additionalProperties: "false" }, "#/additionalProperties", /true for anything/],
    [{ required: true }, "#/required", /draft 3/],
    [{ required: "a" }, "#/required", /list of property names/],
    [{ required: ["a", 1] }, "#/required/1", /strings/],
    [{ required: new Array(2) }, "#/required/0", /strings/],
    [{ dependentRequired: { a: "b" } }, "#/dependentRequired/a", /list of property names/],
    [{ dependencies: { a: "b" } }, "#/dependencies/a", /true for anything/, "draft-07"],
    [{ items: [{}] }, "#/items", /prefixItems/, "2020-12"],
    [{ items: "x" }, "#/items", /true for anything/],
    [{ prefixItems: {} }, "#/prefixItems", /list of schemas/],
    [{ uniqueItems: "true" }, "#/uniqueItems", /true or false/],
    [{ allOf: {} }, "#/allOf", /at least one/],
    [{ anyOf: [] }, "#/anyOf", /at least one/],
    // biome-ignore lint/suspicious/noSparseArray: that is the case.
    [{ oneOf: [, {}] }, "#/oneOf/0", /true for anything/],
    [{ not: null }, "#/not", /true for anything/],
    [{ if: {}, then: 0 }, "#/then", /true for anything/],
    [{ $ref: 5 }, "#/$ref", /URI reference/],
    [{ $id: 5 }, "#/$id", /URI/],
    [{ $id: "http://a/b#c" }, "#/$id", /\$anchor/],
    [{ $anchor: "#a" }, "#/$anchor", /plain name/],
    [{ $recursiveRef: "#/a" }, "#/$recursiveRef", /"#"/, "2019-09"],
    [{ $schema: 7 }, "#/$schema", /URI/],
  ];
  for (const [schema, pointer, hint, draft] of cases) {
    test(`${pointer}, ${hint}`, () => {
      const issues = issuesOf(schema, { draft });
      expect(issues.map((issue) => `${issue.code} ${issue.pointer}`)).toEqual([`bad-value ${pointer}`]);
      expect(issues[0]!.hint).toMatch(hint);
      if (pointer !== "#") expect(pointer).toContain(issues[0]!.keyword);
    });
  }
});

test("all issues are collected", () => {
  const error = refusal({ minLength: -1, properties: { a: { type: "strng" }, b: { $ref: "#/nowhere" } } });
  expect(error.code).toBe("invalid-schema");
  expect(error.issues.map(({ pointer }) => pointer)).toEqual([
    "#/minLength",
    "#/properties/a/type",
    "#/properties/b/$ref",
  ]);
  expect(error.message).toContain("(and 2 more)");
});

test("past a hundred they are only counted", () => {
  const issues = issuesOf({ anyOf: Array.from({ length: 5_000 }, () => ({ minLength: -1 })) });
  expect(issues).toHaveLength(101);
  expect(issues[100]!.message).toBe("4900 more issues were omitted");
});

test("a fault that nothing reaches is no fault", () => {
  expect(() => loadDocument({ $defs: { a: { type: "strng" } }, "x-other": { minLength: -1 } })).not.toThrow();
});

describe("unknown keywords", () => {
  const cases: readonly (readonly [schema: unknown, hint: RegExp, draft?: Draft])[] = [
    [{ minLenght: 1 }, /Did you mean `minLength`/],
    [{ propertys: {} }, /Did you mean `properties`/],
    [{ type: "string", nullable: true }, /"null"/],
    [{ optional: true }, /`required`/],
    [{ dependencies: {} }, /dependentRequired/, "2020-12"],
    [{ additionalItems: false }, /`items`/, "2020-12"],
    [{ id: "a" }, /`\$id`/, "2020-12"],
    [{ prefixItems: [] }, /2020-12/, "draft-07"],
    [{ const: 1 }, /draft-06/, "draft-04"],
    [{ name: { type: "string" } }, /`properties`/],
    [{ "x-order": 5 }, /no harm/],
  ];
  for (const [schema, hint, draft] of cases) {
    test(JSON.stringify(schema), () => {
      const [notice, ...others] = loadDocument(schema, { draft }).notices();
      expect(others).toEqual([]);
      expect(notice).toMatchObject({ code: "unknown-keyword" });
      expect(notice!.hint).toMatch(hint);
    });
  }

  test("each name is told once, with its first place and how often it comes", () => {
    const schema = { properties: { a: { "x/y": 1 }, b: { "x/y": 2 }, c: { z: 1 } } };
    const notices = loadDocument(schema).notices();
    expect(notices.map(({ pointer }) => pointer)).toEqual(["#/properties/a/x~1y", "#/properties/c/z"]);
    expect(notices[0]!.message).toMatch(/\(2 times\)$/);
    expect(notices[1]!.message).not.toMatch(/times/);
  });

  test("annotations of any draft are not told", () => {
    const schema = {
      title: "",
      examples: [],
      deprecated: true,
      readOnly: true,
      contentEncoding: "base64",
      $comment: "",
    };
    expect(noticesOf(schema, { draft: "draft-04" })).toEqual([]);
  });
});

describe("other notices", () => {
  test("keywords that count only beside another", () => {
    expect(noticesOf({ then: {}, minContains: 1 })).toEqual(["no-effect #/then", "no-effect #/minContains"]);
    expect(noticesOf({ exclusiveMinimum: true }, { draft: "draft-04" })).toEqual(["no-effect #/exclusiveMinimum"]);
  });

  test("constraints beside a $ref that stands alone; not annotations, not definitions", () => {
    const schema = { $ref: "#/definitions/a", title: "t", minLength: 1, definitions: { a: {} } };
    expect(noticesOf(schema, { draft: "draft-07" })).toEqual(["ignored-keyword #/minLength"]);
    expect(noticesOf(schema)).toEqual([]);
  });

  test("a name required twice", () => {
    expect(noticesOf({ required: ["a", "a"] })).toEqual(["repeated-name #/required"]);
    const many = Array.from({ length: 20 }, (_, index) => `p${index % 19}`);
    expect(noticesOf({ required: many })).toEqual(["repeated-name #/required"]);
  });
});
