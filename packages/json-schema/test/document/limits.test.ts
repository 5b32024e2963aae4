// Large, deep and hostile schemas: read, or refused with the limit's name; nothing else, and no stack overflow.

import { SchemaError } from "@espalier/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../../test/support/samples.js";
import { loadDocument } from "../../src/document/document.js";
import { refusal } from "./reading.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20261121);

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let schema: unknown = { type: "null" };
  for (let level = 0; level < depth; level++) schema = wrap(schema);
  return schema;
}

describe("nesting", () => {
  const wraps: Readonly<Record<string, (inner: unknown) => unknown>> = {
    properties: (inner) => ({ properties: { a: inner } }),
    items: (inner) => ({ items: inner }),
    allOf: (inner) => ({ allOf: [inner] }),
    not: (inner) => ({ not: inner }),
  };
  for (const [name, wrap] of Object.entries(wraps)) {
    test(name, () => {
      expect(loadDocument(nested(900, wrap)).subschemas).toHaveLength(901);
      for (const depth of [1_001, 10_000]) {
        const error = refusal(nested(depth, wrap));
        expect(error.code).toBe("schema-limit");
        expect(error.issues[0]!.hint).toContain("this limit is fixed");
      }
    });
  }

  test("the limit can be raised as far as one likes", () => {
    const { subschemas } = loadDocument(nested(100_000, wraps.items!), { limits: { depth: 1e9 } });
    expect(subschemas[100_000]!.pointer.length).toBe("#".length + 100_000 * "/items".length);
  });

  test("identifiers are found however deep they are", () => {
    const deep = nested(100_000, wraps.items!) as object;
    expect(() => loadDocument({ $ref: "urn:a", $defs: { deep, a: { $id: "urn:a" } } })).not.toThrow();
  });

  test("constants", () => {
    const deep = nested(100_000, (inner) => [inner]);
    for (const limits of [undefined, { depth: 1e9 }]) {
      expect(refusal({ const: deep }, { limits }).issues).toMatchObject([{ code: "bad-value", pointer: "#/const" }]);
    }
    expect(() => loadDocument({ const: nested(900, (inner) => [inner]) })).not.toThrow();
  });

  test("references in a long chain", () => {
    const $defs: Record<string, unknown> = { d0: { type: "null" } };
    for (let at = 1; at < 50_000; at++) $defs[`d${at}`] = { $ref: `#/$defs/d${at - 1}` };
    expect(loadDocument({ $ref: "#/$defs/d49999", $defs }).subschemas).toHaveLength(50_001);
    $defs.d0 = { $ref: "#/$defs/d49999" };
    expect(refusal({ $ref: "#/$defs/d49999", $defs }).issues).toMatchObject([{ code: "endless-reference" }]);
  });
});

describe("size", () => {
  test("an enum of 100,000 values, a required of 100,000 names", () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `value ${index}`);
    const { root } = loadDocument({ enum: names, required: names });
    expect(root.keywords).toMatchObject({ enum: { length: 100_000 }, required: { length: 100_000 } });
  });

  test("5 MB of properties", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`property ${index}`, { type: "string", title: "a property" }]),
    );
    expect(JSON.stringify(properties).length).toBeGreaterThan(5e6);
    expect(loadDocument({ properties }).subschemas).toHaveLength(100_001);
  });

  test("a hundred thousand references that lead nowhere, among many names like theirs", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`a definition with a long name, ${index}`, {}]),
    );
    const items = Array.from({ length: 100_000 }, (_, index) => ({
      $ref: `#/$defs/a definition with a wrong name, ${index}`,
    }));
    expect(refusal({ prefixItems: items, $defs }).issues).toHaveLength(101);
  });

  test("fifty thousand loops through one subschema", () => {
    const $defs: Record<string, unknown> = {};
    for (let at = 0; at < 50_000; at++) $defs[`d${at}`] = { allOf: [{ $ref: "#" }, { $ref: `#/$defs/d${at + 1}` }] };
    $defs.d50000 = true;
    expect(refusal({ $ref: "#/$defs/d0", $defs }).issues).toHaveLength(100);
  });

  test("each limit", () => {
    const three = { allOf: [{}, {}], enum: [1, [2, 3]] };
    expect(() => loadDocument(three, { limits: { subschemas: 3, values: 5, depth: 2 } })).not.toThrow();
    expect(refusal(three, { limits: { subschemas: 2 } }).issues[0]!.message).toContain("2 subschemas");
    expect(refusal(three, { limits: { values: 4 } }).issues[0]!.message).toContain("4 values");
    const chain = (uri: string): unknown => ({ $ref: `urn:${Number(uri.slice(4)) + 1}` });
    const error = refusal({ $ref: "urn:0" }, { resolve: chain, limits: { documents: 10 } });
    expect(error.code).toBe("schema-limit");
    expect(error.issues[0]!.message).toContain("10 documents");
  });

  test("maxLength: 1e9 and maxItems: 1e6 are mere numbers here", () => {
    expect(loadDocument({ maxLength: 1e9, maxItems: 1e6 }).root.keywords).toMatchObject({
      maxLength: 1e9,
      maxItems: 1e6,
    });
  });
});

test("whatever it is given, it reads it or refuses it", () => {
  const keywords = [
    ..."$id id $schema $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $defs definitions type const enum".split(
      " ",
    ),
    ..."minimum exclusiveMinimum minLength pattern format properties patternProperties additionalProperties propertyNames".split(
      " ",
    ),
    ..."required dependencies dependentRequired dependentSchemas prefixItems items additionalItems contains minContains".split(
      " ",
    ),
    ..."uniqueItems allOf anyOf oneOf not if then else unevaluatedProperties __proto__ constructor nullable".split(" "),
  ];
  const { schema } = fc.letrec<{ schema: unknown; value: unknown }>((tie) => ({
    schema: fc.dictionary(fc.constantFrom(...keywords), tie("value"), { maxKeys: 4 }),
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<unknown>(
        null,
        true,
        false,
        0,
        -1,
        1.5,
        Number.NaN,
        1n,
        undefined,
        "",
        "a",
        "#",
        "#/$defs/a",
        "#a",
        "a",
        "a#a",
        "string",
      ),
      fc.constantFrom<unknown>(
        "http://json-schema.org/draft-04/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "urn:a:b",
      ),
      tie("schema"),
      tie("schema"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "$id", "__proto__"), tie("schema"), { maxKeys: 2 }),
    ),
  }));
  let readable = 0;
  fc.assert(
    fc.property(schema, (anything) => {
      try {
        const { subschemas, notices } = loadDocument(anything);
        notices();
        expect(subschemas.every(({ id }, at) => id === at)).toBe(true);
        readable++;
      } catch (cause) {
        if (!(cause instanceof SchemaError)) throw cause;
        expect(cause.issues.length).toBeGreaterThan(0);
        for (const { pointer, message, hint } of cause.issues)
          expect(pointer !== "" && message !== "" && hint !== "").toBe(true);
      }
    }),
    { seed, numRuns: samples(2_000) },
  );
  expect(readable).toBeGreaterThan(100);
});
