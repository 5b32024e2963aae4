// Plain schemas (plainSchemaSource, for pages) against the full compiler: the same masks, costs and ends along random texts,
// for chosen and for random schemas. Closed schemas are compared with compileSchema, and those with undeclared names with
// schemaSource, under which such names may repeat, too.

import { readFileSync } from "node:fs";
import path from "node:path";
import {
  compileSchema,
  formatKeyword,
  numberRanges,
  type PlainSchemaOptions,
  patternKeyword,
  plainSchemaSource,
  type SchemaError,
  schemaSource,
} from "@espalier/json-schema";
import { createLanguage, createPlainLanguage, type Language, SyntaxSourceError } from "@espalier/syntax";
import { loadTokenizer } from "@espalier/tokenizer";
import { buildTrie, createMasker, createPlainMasker, equalMasks, type Masker } from "@espalier/trie";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelFolder } from "../models/tiny-fim/index.js";
import { samples } from "./support/samples.js";

const { vocabulary } = loadTokenizer(JSON.parse(readFileSync(path.join(modelFolder, "tokenizer.json"), "utf8")));
const trie = buildTrie(vocabulary);
const modules = { numbers: numberRanges, pattern: patternKeyword, format: formatKeyword };

type Options = Omit<PlainSchemaOptions, "limits" | "modules">;
/** The full compiler's language of a schema. */
type Full = (schema: unknown, options: Options) => Language;
const compiled: Full = (schema, options) => compileSchema(schema, { ...options, integers: "plain" }).language;
const written: Full = (schema, options) => createLanguage(schemaSource(schema, { ...options, integers: "plain" }));
type Pair = readonly [full: Masker<number>, plain: Masker<number>];

/** Both maskers of a schema; `undefined` if nothing satisfies it, which both must say, or for a union that is refused. */
function maskersOf(schema: unknown, options: Options = {}, languageOf: Full = compiled): Pair | undefined {
  if (joins(schema, options)) return undefined;
  let full: Masker<number>;
  try {
    full = createMasker(trie, languageOf(schema, options));
  } catch (error) {
    expect((error as SchemaError).code).toBe("unsatisfiable-schema");
    const source = plainSchemaSource(schema, { modules, ...options });
    expect(() => createPlainLanguage(source)).toThrow(SyntaxSourceError);
    return undefined;
  }
  return [full, createPlainMasker(trie, createPlainLanguage(plainSchemaSource(schema, { modules, ...options })))];
}

function joins(schema: unknown, options: Options): boolean {
  try {
    plainSchemaSource(schema, { modules, ...options });
    return false;
  } catch (error) {
    const { issues } = error as SchemaError;
    expect(issues.filter(({ message }) => !message.includes(" joins no "))).toEqual([]);
    return true;
  }
}

/** Compares the maskers along a text whose tokens `picks` choose. Returns how many masks were equal. */
function masksAlong([full, plain]: Pair, picks: readonly number[]): number {
  let [left, right] = [full.monitor.start, plain.monitor.start];
  let masks = 0;
  for (const pick of picks) {
    const { mask, ...ends } = full.mask(left);
    const other = plain.mask(right);
    expect(equalMasks(other.mask, mask)).toBe(true);
    expect(plain.monitor.accepts(right)).toBe(full.monitor.accepts(left));
    expect(plain.monitor.cost?.(right)).toBe(full.monitor.cost?.(left));
    for (const budget of [1, 5])
      expect(equalMasks(plain.maskWithin(right, budget).mask, full.maskWithin(left, budget).mask)).toBe(true);
    expect(ends).toEqual({ ...other, mask: undefined, ...ends });
    masks++;
    // Often towards an end, or the text would stay in its first string.
    const least = full.tokenCost(left);
    const near = pick % 3 === 0 ? mask : full.maskWithin(left, least).mask;
    const ids = near.ids();
    const id = ids[pick % ids.length];
    if (id === undefined) break;
    const next = [full.push(left, id), plain.push(right, id)];
    expect(next[1] === undefined).toBe(next[0] === undefined);
    if (next[0] === undefined || next[1] === undefined) break;
    [left, right] = [next[0], next[1]];
  }
  return masks;
}

const picks = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 });

const person = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, maxLength: 12 },
    born: { type: "string", format: "date" },
    code: { type: "string", pattern: "^[A-Z]{2}\\d+$", maxLength: 6 },
    height: { type: "number", exclusiveMinimum: 0, maximum: 2.5 },
    children: { type: "array", items: { $ref: "#" }, maxItems: 3 },
  },
  required: ["name", "height"],
  additionalProperties: false,
};
const shape = (kind: string, of: object): unknown => ({
  type: "object",
  properties: { kind: { const: kind }, ...of },
  required: ["kind", ...Object.keys(of)],
  additionalProperties: false,
});
const CHOSEN: readonly (readonly [name: string, schema: unknown, options?: Options])[] = [
  ["a person, recursive", person],
  ["compact, ASCII escapes", person, { whitespace: { kind: "compact" }, escapes: "ascii" }],
  ["short white space", person, { whitespace: { kind: "flexible", limit: 1 } }],
  ["numbers", { type: "array", items: { type: "number" }, minItems: 1 }],
  ["integers", { type: "array", items: { type: ["integer", "null"] } }],
  ["a range of integers", { type: "integer", minimum: -130, exclusiveMaximum: 2048 }],
  ["the integers of zod", { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 }],
  ["constants", { enum: ["a", "ab", "é\n", 1, 12, -0, 2.5, 1e21, null, true, false] }],
  ["constants of a type", { type: ["string", "integer"], enum: ["a", null, 1, 2.5, false] }],
  [
    "a tuple",
    { type: "array", prefixItems: [{ const: 1 }, { type: "string" }], items: { type: "boolean" }, minItems: 1 },
  ],
  ["a closed tuple", { type: "array", prefixItems: [{ type: "null" }, { type: "boolean" }], items: false }],
  ["a short tuple", { type: "array", prefixItems: [{ type: "null" }, { type: "boolean" }], maxItems: 1 }],
  ["an empty array", { type: "array", maxItems: 0 }],
  ["an empty object", { type: "object", additionalProperties: false }],
  [
    "a list of draft 7",
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "array",
      items: [{ type: "null" }],
      additionalItems: false,
    },
  ],
  [
    "options that a tag tells apart",
    {
      type: "array",
      items: {
        oneOf: [shape("circle", { r: { type: "number" } }), shape("square", { a: { type: "number", minimum: 0 } })],
      },
    },
  ],
  ["options of types", { oneOf: [{ type: "string" }, { type: "array", items: { type: "null" } }, { type: "null" }] }],
  ["options that overlap", { anyOf: [{ type: "string", pattern: "^ab*$" }, { enum: ["abcd", 3] }, { const: 4 }] }],
  [
    "lengths",
    {
      anyOf: [
        { type: "string", maxLength: 2 },
        { type: "string", minLength: 4, maxLength: 5 },
      ],
    },
  ],
  ["the same numbers", { anyOf: [{ type: "integer" }, { anyOf: [{ type: "integer" }, { type: "null" }] }] }],
  ["objects that overlap", { anyOf: [shape("a", { x: { type: "integer" } }), shape("a", { x: { type: "number" } })] }],
  [
    "a property that nothing satisfies",
    { type: "object", properties: { a: false, b: { type: "null" } }, additionalProperties: false },
  ],
  [
    "an annotated reference",
    { $defs: { a: { type: "boolean" } }, allOf: [{ $ref: "#/$defs/a" }], title: "a", default: true },
  ],
  [
    "names to escape",
    { type: "object", properties: { 'a"\\\n': { type: "null" }, é: { type: "null" } }, additionalProperties: false },
  ],
  ["many bounded strings", manyMembers({ type: "string", maxLength: 20 }, { additionalProperties: false })],
  [
    "many nullable long strings",
    manyMembers({ type: ["string", "null"], maxLength: 100 }, { additionalProperties: false }),
  ],
  [
    "closed by unevaluatedProperties",
    { type: "object", properties: { a: { type: "null" } }, unevaluatedProperties: false },
  ],
];

const OPEN: readonly (readonly [name: string, schema: unknown, options?: Options])[] = [
  ["everything", true],
  ["any object", { type: "object" }],
  ["any array", { type: "array", minItems: 1 }],
  ["a declared name", { type: "object", properties: { a: { type: "string" } } }],
  ["names that begin alike", { properties: { ab: { type: "null" }, abc: { const: 1 }, "": { const: 2 }, b: true } }],
  ["names to escape", { properties: { 'a"': { const: 1 }, "\n": { const: 1 }, é: { const: 1 }, "😀": { const: 2 } } }],
  ["names to escape, ASCII escapes", { properties: { 'a"': { const: 1 }, é: { const: 1 } } }, { escapes: "ascii" }],
  ["compact", { type: "object", required: ["b", "a"] }, { whitespace: { kind: "compact" } }],
  ["a map", { type: "object", additionalProperties: { type: "integer" } }],
  ["a map of strings beside a name", { properties: { a: { const: 1 } }, additionalProperties: { type: "string" } }],
  ["names that are only required", { type: "object", properties: { b: { const: 1 } }, required: ["c", "b", "a"] }],
  ["a tuple with more items", { type: "array", prefixItems: [{ const: 1 }], maxItems: 3 }],
  ["open by unevaluatedProperties", { type: "object", unevaluatedProperties: { type: "null" } }],
  ["a property that nothing satisfies", { type: "object", properties: { a: false, b: { type: "null" } } }],
  ["lengths without a type", { minLength: 1, maxLength: 3, items: { type: "null" } }],
  ["many members", manyMembers({ type: "null" }, { required: ["n9", "n17"] })],
  [
    "either of two objects",
    {
      anyOf: [
        { type: "object", required: ["a"] },
        { type: "object", required: ["b"] },
      ],
    },
  ],
];

/** More members than one rule holds; all are required by default. */
function manyMembers(each: object, others: object): unknown {
  const names = Array.from({ length: 20 }, (_, i) => `n${i}`);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, each])),
    required: names,
    ...others,
  };
}

/** Random closed schemas. */
const closed = randomSchemas(fc.constant({ additionalProperties: false }));

/** Random schemas, with and without undeclared names. */
const open = randomSchemas(
  fc.constantFrom({}, {}, { additionalProperties: false }, { additionalProperties: { type: "integer" } }),
);

function randomSchemas(ofObjects: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  return fc.letrec<{ schema: unknown }>((tie) => {
    const sub = tie("schema");
    const count = fc.option(fc.nat(3), { nil: undefined });
    const bound = fc.option(fc.constantFrom(-12, -0.5, 0, 1, 2.5, 100), { nil: undefined });
    const constant = fc.constantFrom(null, true, 0, 1, 10, 2.5, "", "a", "ab", "😀");
    return {
      schema: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.record({ type: fc.constantFrom("null", "boolean", "integer", "number") }),
        fc.record({ enum: fc.uniqueArray(constant, { minLength: 1, maxLength: 4 }) }),
        fc.record({ type: fc.constant("string"), minLength: count, maxLength: count }),
        fc.record({
          type: fc.constant("string"),
          pattern: fc.constantFrom("a", "^b*$", "^(a|bc)+$", "é"),
          maxLength: count,
        }),
        fc.record({ type: fc.constant("string"), format: fc.constantFrom("date", "uuid", "ipv4", "time", "duration") }),
        fc.record({ type: fc.constantFrom("integer", "number"), minimum: bound, exclusiveMaximum: bound }),
        fc.record({ type: fc.constant("array"), items: sub, minItems: count, maxItems: count }),
        fc.record({
          type: fc.constant("array"),
          prefixItems: fc.array(sub, { minLength: 1, maxLength: 3 }),
          items: sub,
          minItems: count,
        }),
        fc
          .tuple(fc.dictionary(fc.constantFrom("a", "b", "ab", "😀"), sub, { maxKeys: 4 }), fc.nat(15), ofObjects)
          .map(([properties, bits, of]) => ({
            type: "object",
            properties: { ...properties },
            required: Object.keys(properties).filter((_, i) => (bits >> i) % 2 === 1),
            ...of,
          })),
        fc.record({ anyOf: fc.array(sub, { minLength: 1, maxLength: 3 }) }),
        fc.constant({ type: "array", items: { $ref: "#" } }),
      ),
    };
  }).schema;
}
const withoutUndefined = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));

describe("a plain schema", () => {
  test.for(CHOSEN)("has the masks of the full compiler: %s", ([, schema, options]) => {
    const pair = maskersOf(schema, options)!;
    let masks = 0;
    fc.assert(
      fc.property(picks, (all) => void (masks += masksAlong(pair, all))),
      { numRuns: samples(60) },
    );
    expect(masks).toBeGreaterThanOrEqual(samples(60));
  });

  test("random closed schemas have the masks of the full compiler", { timeout: 240_000 }, () => {
    let masks = 0;
    fc.assert(
      fc.property(closed.map(withoutUndefined), fc.array(picks, { minLength: 3, maxLength: 3 }), (schema, texts) => {
        const pair = maskersOf(schema);
        if (pair !== undefined) for (const text of texts) masks += masksAlong(pair, text);
      }),
      { numRuns: samples(600) },
    );
    expect(masks).toBeGreaterThan(samples(3_000));
  });

  test.for(OPEN)("has the masks of the full compiler's grammar: %s", ([, schema, options = {}]) => {
    const pair = maskersOf(schema, options, written)!;
    let masks = 0;
    fc.assert(
      fc.property(picks, (all) => void (masks += masksAlong(pair, all))),
      { numRuns: samples(60) },
    );
    expect(masks).toBeGreaterThanOrEqual(samples(60));
  });

  test("random schemas have the masks of the full compiler's grammar", { timeout: 240_000 }, () => {
    let masks = 0;
    fc.assert(
      fc.property(open.map(withoutUndefined), fc.array(picks, { minLength: 3, maxLength: 3 }), (schema, texts) => {
        const pair = maskersOf(schema, {}, written);
        if (pair !== undefined) for (const text of texts) masks += masksAlong(pair, text);
      }),
      { numRuns: samples(300) },
    );
    expect(masks).toBeGreaterThan(samples(1_500));
  });
});
