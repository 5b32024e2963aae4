// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword here.
// Random schemas and values, judged by Ajv: an outside opinion on the reader and the slow validator together.
//
// Left out is what Ajv 8 gets wrong: `unevaluated*` beside combinators (it counts what failing branches looked at), `contains` beside a list
// of items, names such as `__proto__` and `toString`. The test suite judges these.

import type { Draft } from "@espalier/json-schema";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../../test/support/samples.js";
import { loadDocument } from "../../src/document/document.js";
import type { JsonValue } from "../../src/document/subschema.js";
import { validates } from "../reference-validator.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20261121);

type Schema = boolean | { readonly [keyword: string]: unknown };

const name = fc.constantFrom("a", "b", "c", "ab");
const scalar = fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2.5, -3, "", "a", "bb", "\u{1F600}");
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }).map(plain),
  ),
}));

/** Dictionaries with the prototype that parsed objects have. */
function plain<T>(object: Record<string, T>): Record<string, T> {
  return JSON.parse(JSON.stringify(object)) as Record<string, T>;
}

const count = fc.integer({ min: 0, max: 3 });

/** Schemas of the draft, with references to one definition. */
function schemas(draft: Draft): fc.Arbitrary<Schema> {
  const later = draft === "2019-09" || draft === "2020-12";
  const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
    const sub = tie("schema");
    const list = fc.array(sub, { minLength: 1, maxLength: 3 });
    const map = fc.dictionary(name, sub, { maxKeys: 3 });
    const names = fc.uniqueArray(name, { maxLength: 3 });
    const keywords: Record<string, fc.Arbitrary<unknown>> = {
      type: fc.uniqueArray(fc.constantFrom("null", "boolean", "object", "array", "number", "integer", "string"), {
        minLength: 1,
        maxLength: 3,
      }),
      const: value,
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
      minimum: fc.integer({ min: -3, max: 3 }),
      exclusiveMaximum: fc.integer({ min: -3, max: 3 }),
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: count,
      maxLength: count,
      pattern: fc.constantFrom("a", "^b", "^.$"),
      properties: map,
      patternProperties: fc.dictionary(fc.constantFrom("a", "^[bc]$"), sub, { maxKeys: 2 }),
      additionalProperties: sub,
      propertyNames: sub,
      required: names,
      minProperties: count,
      maxProperties: count,
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
      contains: sub,
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: sub,
      if: sub,
      then: sub,
      else: sub,
    };
    if (draft === "2020-12") Object.assign(keywords, { prefixItems: list, items: sub });
    else Object.assign(keywords, { items: fc.oneof(sub, list), additionalItems: sub });
    if (later) {
      Object.assign(keywords, { dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }), dependentSchemas: map });
      Object.assign(keywords, {
        minContains: count,
        maxContains: count,
      });
    } else Object.assign(keywords, { dependencies: fc.dictionary(name, fc.oneof(sub, names), { maxKeys: 2 }) });
    // A reference below an item or a property cannot be endless; one in place might be.
    const reference = fc.constantFrom({ items: { $ref: "#/definitions/d" } }, { additionalProperties: { $ref: "#" } });
    const few = fc.uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: 4 });
    const picked = few
      .chain((names) => fc.record(Object.fromEntries(names.map((key) => [key, keywords[key]!]))))
      .map(({ contains, ...others }) =>
        contains === undefined || Array.isArray(others.items) || "prefixItems" in others
          ? others
          : { ...others, contains },
      );
    return {
      schema: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.boolean(),
        { weight: 6, arbitrary: picked },
        reference,
      ),
    };
  });
  return fc
    .tuple(schema, schema)
    .map(([root, d]) => plain({ ...(typeof root === "boolean" ? { allOf: [root] } : root), definitions: { d } }));
}

const options = { strict: false, validateFormats: false, ownProperties: true, logger: false } as const;
const judges: readonly (readonly [Draft, () => Ajv])[] = [
  ["draft-07", () => new Ajv(options)],
  ["2019-09", () => new Ajv2019(options)],
  ["2020-12", () => new Ajv2020(options)],
];

/** Ajv's verdict; `undefined` where its generated code fails (the bookkeeping for `unevaluatedProperties` beside a recursion). */
function verdictOf(judge: (data: unknown) => unknown, instance: JsonValue): boolean | undefined {
  try {
    return judge(instance) === true;
  } catch (cause) {
    if (cause instanceof TypeError) return undefined;
    throw cause;
  }
}

for (const [draft, create] of judges) {
  test(`${draft}: agrees with Ajv`, () => {
    const ajv = create();
    const verdicts = { true: 0, false: 0 };
    const law = fc.property(schemas(draft), fc.array(value, { minLength: 1, maxLength: 8 }), (schema, values) => {
      const judge = ajv.compile(schema as object);
      const { root } = loadDocument(schema, { draft, formats: "annotate" });
      for (const instance of values) {
        const expected = verdictOf(judge, instance);
        if (expected === undefined) continue;
        verdicts[`${expected}`]++;
        expect(validates(root, instance)).toBe(expected);
      }
    });
    fc.assert(law, { seed, numRuns: samples(150) });
    expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(samples(100));
  });
}
