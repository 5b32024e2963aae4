// Closed schemas: what they refuse, what they keep, and (judged by Ajv) that they never accept more than the open ones.

import { readSchema } from "@espalier/json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

type Json = Record<string, unknown>;
const closed = (schema: object): Json => readSchema(schema as Json, { objects: "closed" }).schema as Json;
const codes = (schema: object): string[] =>
  readSchema(schema as Json, { objects: "closed" }).notices.map(({ code, pointer }) => `${code} ${pointer}`);

function judge(schema: object): (value: unknown) => boolean {
  return new Ajv2020({ strict: false, logger: false, meta: false, validateSchema: false }).compile(schema);
}

const object = (properties: object, ...required: string[]): Json => ({ type: "object", properties, required });
const text = { type: "string" };

describe("closed", () => {
  test.each<[string, object, unknown[], unknown[]]>([
    ["an object", object({ a: text }), [{}, { a: "" }], [{ b: 1 }]],
    ["an object within", object({ a: object({ b: text }) }), [{ a: { b: "" } }], [{ a: { c: 1 } }]],
    [
      "in arrays",
      { items: object({ a: text }), prefixItems: [object({ b: text })] },
      [[{ b: "" }, { a: "" }]],
      [[{ a: "" }], [{}, { b: "" }]],
    ],
    [
      "branches of anyOf",
      { anyOf: [object({ a: text }), object({ b: text })] },
      [{ a: "" }, { b: "" }],
      [{ a: "", b: "" }],
    ],
    [
      "branches of a discriminated oneOf",
      { oneOf: [object({ k: { const: 1 }, a: text }, "k"), object({ k: { const: 2 }, b: text }, "k")] },
      [{ k: 1, a: "" }, { k: 2 }],
      [
        { k: 1, b: "" },
        { k: 2, c: 1 },
      ],
    ],
    ["all of allOf together", { allOf: [object({ a: text }), object({ b: text })] }, [{ a: "", b: "" }], [{ c: 1 }]],
    [
      "with siblings",
      { ...object({ a: text }), anyOf: [object({ b: text }, "b"), { required: ["a"] }] },
      [{ a: "", b: "" }, { a: "" }],
      [{ a: "", c: 1 }],
    ],
    ["a definition", { $ref: "#/$defs/D", $defs: { D: object({ a: text }) } }, [{ a: "" }], [{ b: 1 }]],
    [
      "a recursive definition",
      { $ref: "#/$defs/D", $defs: { D: object({ a: { $ref: "#/$defs/D" } }) } },
      [{ a: { a: {} } }],
      [{ a: { b: 1 } }],
    ],
    [
      "a definition used alone and with others",
      {
        ...object({ x: { $ref: "#/$defs/D" }, y: { allOf: [{ $ref: "#/$defs/D" }, object({ b: text })] } }),
        $defs: { D: object({ a: text }) },
      },
      [{ x: { a: "" }, y: { a: "", b: "" } }],
      [{ x: { b: "" } }, { y: { c: "" } }],
    ],
    [
      "by anchor and by address",
      {
        ...object({ x: { $ref: "#D" }, y: { $ref: "u:e" } }),
        $defs: { D: { $anchor: "D", ...object({ a: text }) }, E: { $id: "u:e", ...object({ a: text }) } },
      },
      [{ x: { a: "" } }],
      [{ x: { b: 1 } }, { y: { b: 1 } }],
    ],
    [
      "a record of objects",
      { patternProperties: { "^.*$": object({ a: text }) } },
      [{ k: { a: "" } }],
      [{ k: { b: 1 } }],
    ],
    [
      "the values of a record",
      { type: "object", additionalProperties: object({ a: text }) },
      [{ k: { a: "" } }],
      [{ k: { b: 1 } }],
    ],
  ])("%s", (_, schema, accepts, refuses) => {
    const valid = judge(closed(schema));
    const before = judge(schema);
    for (const value of accepts) expect([value, before(value), valid(value)]).toEqual([value, true, true]);
    for (const value of refuses) expect([value, before(value), valid(value)]).toEqual([value, true, false]);
  });

  test.each<[string, object, unknown[]]>([
    ["what says so itself", { ...object({ a: text }), additionalProperties: { type: "number" } }, [{ b: 1 }]],
    ["what declares nothing", { type: "object" }, [{ b: 1 }]],
    ["what is below not", { not: { not: object({ a: text }) } }, [{ b: 1 }]],
    ["a contains", { contains: object({ a: text }, "a"), maxContains: 1 }, [[{ a: "", b: 1 }]]],
    [
      "what two describe",
      { allOf: [object({ x: object({ a: text }) }), object({ x: object({ b: text }) })] },
      [{ x: { a: "", b: "" } }],
    ],
  ])("leaves open %s", (_, schema, accepts) => {
    const valid = judge(closed(schema));
    for (const value of accepts) expect(valid(value)).toBe(true);
  });

  test("an oneOf that does not tell its branches apart stays exact", () => {
    const schema = { oneOf: [object({ a: text }, "a"), object({ b: text }, "b")] };
    const valid = judge(closed(schema));
    expect([valid({ a: "" }), valid({ a: "", b: "" }), valid({ a: "", c: 1 })]).toEqual([true, false, false]);
  });

  test("a property named __proto__", () => {
    const copy = closed(object(JSON.parse('{"__proto__": {"properties": {"a": true}}}') as object));
    expect(JSON.stringify(copy.properties)).toBe(
      '{"__proto__":{"properties":{"a":true},"additionalProperties":false}}',
    );
    expect(Object.getPrototypeOf(copy.properties)).toBe(Object.prototype);
  });

  test("what cannot be closed is said", () => {
    expect(codes(object({ "a/b": { properties: { a: {} }, required: ["b"] } }))).toEqual([
      "left-open #/properties/a~1b",
    ]);
    const old = {
      $schema: "http://json-schema.org/draft-07/schema#",
      allOf: [object({ a: text }), object({ b: text })],
    };
    expect(codes(old)).toEqual(["left-open #"]);
    expect(closed(old)).toEqual(old);
  });

  test("the schema given is not changed, and cyclic objects end", () => {
    const schema: Json = object({ a: object({ b: text }) });
    const before = JSON.stringify(schema);
    closed(schema);
    expect(JSON.stringify(schema)).toBe(before);
    const tree: Json = { type: "object", properties: {} };
    (tree.properties as Json).child = tree;
    const copy = closed(tree);
    expect((copy.properties as Json).child).toBe(copy);
    expect(copy.additionalProperties).toBe(false);
  });

  test("large and deep schemas take linear time", () => {
    let deep: Json = object({ a: text });
    for (let n = 0; n < 20_000; n++) deep = n % 2 === 0 ? { anyOf: [deep] } : { properties: { a: deep } };
    expect(closed(deep)).toBeTypeOf("object");
    let all: Json = object({ a: text });
    for (let n = 0; n < 20_000; n++) all = { allOf: [all, {}] };
    expect(codes(all)).toEqual(["left-open #"]);
    const many = {
      properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`p${n}`, { $ref: "#/$defs/D" }])),
      $defs: { D: object({ a: text }) },
    };
    expect((closed(many).$defs as Json).D).toEqual({ ...object({ a: text }), additionalProperties: false });
  });
});

const names = fc.constantFrom("a", "b", "c");
const { value: instances } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(1, 2, "x", null),
    tie("object"),
    fc.array(tie("value"), { maxLength: 2 }),
  ),
  object: fc.dictionary(names, tie("value"), { maxKeys: 3 }),
}));
const map = (each: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.dictionary(names, each, { maxKeys: 2 });
const { schema: schemas } = fc.letrec((tie) => {
  const list = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    properties: map(tie("schema")),
    patternProperties: fc.dictionary(fc.constantFrom("a|b", "c"), tie("schema"), { maxKeys: 2 }),
    additionalProperties: tie("schema"),
    required: fc.uniqueArray(names, { maxLength: 1 }),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: tie("schema"),
    if: tie("schema"),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: tie("schema"),
    items: tie("schema"),
    contains: tie("schema"),
    maxContains: fc.constant(1),
    dependentSchemas: map(tie("schema")),
    $ref: fc.constantFrom("#/$defs/D", "#/$defs/E"),
  };
  const some = fc.uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthIdentifier: "schema" },
      fc.constantFrom<unknown>(true, { type: "object" }, { const: 1 }, { $ref: "#/$defs/D" }, { $ref: "#" }),
      tie("object"),
      tie("object"),
      tie("tagged"),
    ),
    object: some.chain((keys) =>
      fc.record(Object.fromEntries(["properties", ...keys].map((key) => [key, keywords[key]!]))),
    ),
    tagged: fc.tuple(tie("schema"), tie("schema")).map(([first, second]) => ({
      oneOf: [object({ a: { const: 1 }, b: first }, "a"), object({ a: { const: 2 }, c: second }, "a")],
    })),
  };
});

test("whatever a closed schema accepts, the open one does", () => {
  let refused = 0;
  const documents = fc.record({ root: schemas, D: schemas, E: schemas });
  fc.assert(
    fc.property(documents, fc.array(instances, { minLength: 20, maxLength: 40 }), ({ root, D, E }, values) => {
      const schema = { ...(typeof root === "object" ? root : {}), $defs: { D, E } };
      let open: (value: unknown) => boolean;
      let shut: typeof open;
      try {
        open = judge(schema);
        shut = judge(closed(schema));
      } catch (error) {
        // Ajv gives up on some circles of references.
        expect(String(error)).toMatch(/stack|resolve/);
        return;
      }
      for (const value of values) {
        let judged: boolean[];
        try {
          judged = [open(value), shut(value)];
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          continue;
        }
        if (judged[0] === true && judged[1] === false) refused++;
        if (judged[0] === false) expect(judged[1]).toBe(false);
      }
    }),
    { numRuns: samples(200) },
  );
  expect(refused).toBeGreaterThan(0);
});
