// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword here.
// Each keyword of each draft in its one form.

import type { Draft } from "@espalier/json-schema";
import { describe, expect, test } from "vitest";
import { loadDocument } from "../../src/document/document.js";
import type { Keywords } from "../../src/document/subschema.js";
import { noticesOf, read } from "./reading.js";

type Case = readonly [drafts: string, schema: unknown, expected: unknown];

const ALL: readonly Draft[] = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"];

/** "4", "6-7", "2020": drafts by the beginning of their names. */
function draftsOf(range: string): readonly Draft[] {
  const at = (name: string): number =>
    ALL.findIndex((draft) => draft === `draft-0${name}` || draft.startsWith(`${name}-`));
  const [from, to = from] = range.split("..");
  return ALL.slice(at(from!), at(to!) + 1);
}

const CASES: readonly Case[] = [
  ["4..2020", {}, true],
  ["4..2020", { title: "t", description: "d", default: undefined, examples: [Number.NaN], $comment: 5 }, true],
  ["4..2020", { definitions: { a: 7 }, $defs: "never read" }, true],
  ["4..2020", { type: "string" }, { types: "string" }],
  ["4..2020", { type: ["string", "null", "string"] }, { types: "null string" }],
  ["6..2020", { type: ["integer", "number"] }, { types: "number" }],
  ["6..2020", { type: "integer" }, { types: "integer" }],
  ["4", { type: "integer" }, { types: "integer", integerByNotation: true }],
  ["4", { type: ["integer", "number"] }, { types: "number" }],
  ["4..2020", { type: ["null", "boolean", "object", "array", "number", "string"] }, true],
  ["4", { const: 1 }, true],
  ["6..2020", { const: null }, { const: { value: null } }],
  ["6..2020", { const: { a: [1] } }, { const: { value: { a: [1] } } }],
  ["4..2020", { enum: [1, "a", [null]] }, { enum: [1, "a", [null]] }],
  ["4..2020", { enum: [] }, { enum: [] }],
  ["4..2020", { minimum: -1.5, maximum: 1e300, multipleOf: 0.01 }, { minimum: -1.5, maximum: 1e300, multipleOf: 0.01 }],
  ["4", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ["4", { exclusiveMaximum: true, maximum: 1 }, { exclusiveMaximum: 1 }],
  ["4", { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  ["4", { exclusiveMaximum: true }, true],
  ["6..2020", { exclusiveMinimum: 1, minimum: 0 }, { exclusiveMinimum: 1, minimum: 0 }],
  ["4..2020", { minLength: 0, minItems: 0, minProperties: 0 }, true],
  ["4..2020", { minLength: 2.0, maxLength: 3, pattern: "^a" }, { minLength: 2, maxLength: 3, pattern: "^a" }],
  ["4..2020", { maxLength: 1e300, minItems: 1e300 }, { minItems: Number.MAX_SAFE_INTEGER }],
  ["4..2020", { maxItems: 0, maxProperties: 0 }, { maxItems: 0, maxProperties: 0 }],
  ["4..2020", { format: "made-up" }, { format: "made-up" }],
  ["4..2020", { properties: {}, patternProperties: {}, required: [] }, true],
  [
    "4..2020",
    { properties: { b: {}, a: { type: "null" } } },
    {
      properties: [
        ["b", true],
        ["a", { types: "null" }],
      ],
    },
  ],
  ["4..2020", { patternProperties: { "^a": false } }, { patternProperties: [{ pattern: "^a", schema: false }] }],
  ["4..2020", { additionalProperties: false }, { additionalProperties: false }],
  ["4..2020", { additionalProperties: true }, { additionalProperties: true }],
  ["6..2020", { propertyNames: { maxLength: 1 } }, { propertyNames: { maxLength: 1 } }],
  ["4..2020", { required: ["a", "b", "a"] }, { required: ["a", "b"] }],
  [
    "4..7",
    { dependencies: { a: ["b"], c: { required: ["d"] }, e: [] } },
    { dependentRequired: [["a", ["b"]]], dependentSchemas: [["c", { required: ["d"] }]] },
  ],
  ["2019..2020", { dependencies: { a: ["b"] } }, true],
  ["4..7", { dependentRequired: { a: ["b"] } }, true],
  [
    "2019..2020",
    { dependentRequired: { a: ["b"] }, dependentSchemas: { c: false } },
    { dependentRequired: [["a", ["b"]]], dependentSchemas: [["c", false]] },
  ],
  ["4..2020", { items: { type: "null" } }, { items: { types: "null" } }],
  [
    "4..2019",
    { items: [{}, false], additionalItems: { type: "null" } },
    { prefixItems: [true, false], items: { types: "null" } },
  ],
  ["4..2019", { items: { type: "null" }, additionalItems: false }, { items: { types: "null" } }],
  ["4..2019", { additionalItems: false }, true],
  ["4..2019", { items: [], additionalItems: false }, { items: false }],
  ["4..2019", { prefixItems: [false] }, true],
  ["2020", { prefixItems: [{}, false], items: false }, { prefixItems: [true, false], items: false }],
  ["2020", { additionalItems: false }, true],
  ["4..2020", { uniqueItems: true }, { uniqueItems: true }],
  ["4..2020", { uniqueItems: false }, true],
  ["4", { contains: false }, true],
  [
    "6..7",
    { contains: false, minContains: 0 },
    { contains: { schema: false, min: 1, max: Infinity, evaluates: false } },
  ],
  [
    "2019",
    { contains: false, minContains: 0, maxContains: 3 },
    { contains: { schema: false, min: 0, max: 3, evaluates: false } },
  ],
  ["2020", { contains: false, maxContains: 3 }, { contains: { schema: false, min: 1, max: 3, evaluates: true } }],
  ["2019..2020", { minContains: 2, maxContains: 3 }, true],
  [
    "4..2020",
    { allOf: [{}], anyOf: [false], oneOf: [{}, { type: "null" }], not: {} },
    { allOf: [true], anyOf: [false], oneOf: [true, { types: "null" }], not: true },
  ],
  [
    "7..2020",
    { if: { type: "null" }, then: false, else: {} },
    { if: { condition: { types: "null" }, then: false, else: true } },
  ],
  ["7..2020", { if: false }, { if: { condition: false } }],
  ["4..2020", { then: false, else: false }, true],
  ["4..6", { if: false, then: false, else: false }, true],
  [
    "2019..2020",
    { unevaluatedProperties: false, unevaluatedItems: { type: "null" } },
    { unevaluatedProperties: false, unevaluatedItems: { types: "null" } },
  ],
  ["4..7", { unevaluatedProperties: false }, true],
  [
    "4..7",
    { $ref: "#/definitions/a", type: "null", definitions: { a: { type: "string" } } },
    { references: [{ types: "string" }] },
  ],
  [
    "2019..2020",
    { $ref: "#/$defs/a", type: "null", $defs: { a: { type: "string" } } },
    { types: "null", references: [{ types: "string" }] },
  ],
  ["4..2020", { properties: { a: { $ref: "#" } } }, { properties: [["a", { references: ["#"] }]] }],
];

for (const draft of ALL) {
  describe(draft, () => {
    for (const [range, schema, expected] of CASES) {
      if (!draftsOf(range).includes(draft)) continue;
      test(JSON.stringify(schema), () => expect(read(schema, { draft })).toEqual(expected));
    }
  });
}

test("every case is run in some draft", () => {
  for (const [range] of CASES) expect(draftsOf(range).length).toBeGreaterThan(0);
});

describe("where no draft is declared, forms of earlier drafts are read as those did, and told", () => {
  const cases: readonly (readonly [schema: unknown, expected: unknown, notices: string[]])[] = [
    [{ items: [false], additionalItems: false }, { prefixItems: [false], items: false }, ["earlier-form #/items"]],
    [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }, ["earlier-form #/exclusiveMinimum"]],
    [{ minimum: 1, exclusiveMinimum: 2 }, { minimum: 1, exclusiveMinimum: 2 }, []],
    [{ prefixItems: [false], additionalItems: false }, { prefixItems: [false] }, ["unknown-keyword #/additionalItems"]],
    [{ dependencies: { a: ["b"] } }, true, ["unknown-keyword #/dependencies"]],
  ];
  for (const [schema, expected, notices] of cases) {
    test(JSON.stringify(schema), () => {
      expect(read(schema)).toEqual(expected);
      expect(noticesOf(schema)).toEqual(notices);
    });
  }
});

test("formats can be left as annotations", () => {
  expect(read({ format: "email" }, { formats: "annotate" })).toBe(true);
});

test("names that an object has anyway are names like others", () => {
  const schema = JSON.parse(
    '{"properties":{"__proto__":{"type":"null"},"constructor":false},"required":["__proto__","toString"]}',
  );
  expect(read(schema)).toEqual({
    properties: [
      ["__proto__", { types: "null" }],
      ["constructor", false],
    ],
    required: ["__proto__", "toString"],
  });
  expect(read(JSON.parse('{"__proto__":{"type":"null"}}'))).toBe(true);
});

test("equal type sets are one object", () => {
  const { root } = loadDocument({ anyOf: [{ type: ["string", "null"] }, { type: ["null", "string"] }] });
  const sets = (root.keywords as Keywords).anyOf!.map(({ keywords }) => (keywords as Keywords).types);
  expect(sets[0]).toBe(sets[1]);
});

test("pointers and ids", () => {
  const { subschemas } = loadDocument({
    properties: { "a/b~c": { items: {} } },
    anyOf: [{ patternProperties: { "^x/": {} } }],
  });
  expect(subschemas.map(({ id, pointer }) => `${id} ${pointer}`)).toEqual([
    "0 #",
    "1 #/properties/a~1b~0c",
    "2 #/anyOf/0",
    "3 #/properties/a~1b~0c/items",
    "4 #/anyOf/0/patternProperties/^x~1",
  ]);
});
