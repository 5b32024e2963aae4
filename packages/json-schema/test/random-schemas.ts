// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword here.
// Small random schemas over all keywords of 2020-12, and small values in which most of what the keywords speak of turns up.
import fc from "fast-check";
import type { JsonValue } from "../src/document/subschema.js";

export type RandomSchema = boolean | { readonly [keyword: string]: unknown };

const name = fc.constantFrom("a", "b", "c", "ab");
const scalar = fc.constantFrom<JsonValue>(
  null,
  true,
  false,
  0,
  1,
  2,
  2.5,
  -3,
  10,
  "",
  "a",
  "b",
  "ab",
  "bb",
  "\u{1F600}",
);

/** Values that the schemas of {@link randomSchema} have opinions on. */
export const randomValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }).map(plain),
  ),
})).value;

/** Dictionaries with the prototype that parsed objects have. */
function plain<T>(object: T): T {
  return JSON.parse(JSON.stringify(object)) as T;
}

const count = fc.integer({ min: 0, max: 3 });
const bound = fc.constantFrom(-3, -0.5, 0, 1, 2, 2.5, 3);

/** Schemas of 2020-12 that refer to themselves here and there. */
export const randomSchema: fc.Arbitrary<RandomSchema> = (() => {
  const { schema } = fc.letrec<{ schema: RandomSchema }>((tie) => {
    const sub = tie("schema");
    const list = fc.array(sub, { minLength: 1, maxLength: 3 });
    const map = fc.dictionary(name, sub, { maxKeys: 3 });
    const names = fc.uniqueArray(name, { maxLength: 3 });
    const keywords: Record<string, fc.Arbitrary<unknown>> = {
      type: fc.uniqueArray(fc.constantFrom("null", "boolean", "object", "array", "number", "integer", "string"), {
        minLength: 1,
        maxLength: 3,
      }),
      const: randomValue,
      enum: fc.uniqueArray(randomValue, { minLength: 1, maxLength: 3 }),
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: bound,
      exclusiveMaximum: bound,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: count,
      maxLength: count,
      pattern: fc.constantFrom("a", "^b", "^.$", "^(?!ab)", "b$"),
      properties: map,
      patternProperties: fc.dictionary(fc.constantFrom("a", "^[bc]$", "b"), sub, { maxKeys: 2 }),
      additionalProperties: sub,
      propertyNames: sub,
      required: names,
      minProperties: count,
      maxProperties: count,
      dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }),
      dependentSchemas: map,
      prefixItems: list,
      items: sub,
      minItems: count,
      maxItems: count,
      uniqueItems: fc.constant(true),
      contains: sub,
      minContains: count,
      maxContains: count,
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: sub,
      if: sub,
      then: sub,
      else: sub,
      unevaluatedProperties: sub,
      unevaluatedItems: sub,
    };
    // A reference below an item or a property cannot be endless; one in place might be.
    const reference = fc.constantFrom(
      { items: { $ref: "#/$defs/d" } },
      { additionalProperties: { $ref: "#" } },
      { properties: { a: { $ref: "#/$defs/d" }, b: { $ref: "#" } } },
      { type: ["array", "string"], items: { $ref: "#" }, maxItems: 2 },
    );
    const picked = fc
      .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: 4 })
      .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, keywords[key]!]))));
    const typed = fc
      .tuple(fc.constantFrom("object", "array", "string", "number", "integer"), picked)
      .map(([type, others]) => ({ ...others, type }));
    return {
      schema: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.boolean(),
        { weight: 4, arbitrary: picked },
        { weight: 4, arbitrary: typed },
        reference,
      ),
    };
  });
  return fc
    .tuple(schema, schema)
    .map(([root, d]) => plain({ ...(typeof root === "boolean" ? { allOf: [root] } : root), $defs: { d } }));
})();

/** The value with the keys of its objects in every order: one order for all of its objects first, then each its own, up to `most`. */
export function* reordered(value: JsonValue, most = 5_000): Generator<JsonValue> {
  for (const order of permutations(["a", "b", "c", "ab"])) yield inOrder(value, order);
  let given = 0;
  for (const one of orders(value)) {
    yield one;
    if (++given >= most) return;
  }
}

function inOrder(value: JsonValue, order: readonly string[]): JsonValue {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => inOrder(item as JsonValue, order));
  const object = value as { readonly [key: string]: JsonValue };
  const keys = order.filter((key) => Object.hasOwn(object, key));
  return Object.fromEntries(keys.map((key) => [key, inOrder(object[key]!, order)]));
}

function* orders(value: JsonValue): Generator<JsonValue> {
  if (value === null || typeof value !== "object") {
    yield value;
  } else if (Array.isArray(value)) {
    for (const items of choices(value as readonly JsonValue[])) yield items;
  } else {
    const object = value as { readonly [key: string]: JsonValue };
    for (const keys of permutations(Object.keys(object))) {
      for (const values of choices(keys.map((key) => object[key]!))) {
        yield Object.fromEntries(keys.map((key, i) => [key, values[i]!]));
      }
    }
  }
}

function* choices(values: readonly JsonValue[]): Generator<readonly JsonValue[]> {
  const [first, ...rest] = values;
  if (first === undefined) yield [];
  else for (const one of orders(first)) for (const others of choices(rest)) yield [one, ...others];
}

function* permutations(keys: readonly string[]): Generator<readonly string[]> {
  if (keys.length === 0) yield [];
  for (const key of keys) {
    for (const rest of permutations(keys.filter((other) => other !== key))) yield [key, ...rest];
  }
}
