// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword here.
// Random schemas with the constants that break readers (names of prototypes, empty and astral names, doubles at the end of the integers), and
// instances made of a schema's own constants: lengths, counts and numbers at its bounds and next to them.
import fc from "fast-check";
import type { RandomSchema } from "../../packages/json-schema/test/random-schemas.js";
import { randomSchema } from "../../packages/json-schema/test/random-schemas.js";

const NAMES = [
  "a",
  "ab",
  "",
  "é",
  "😀",
  "a/b",
  "~0",
  "__proto__",
  "constructor",
  "toString",
  "length",
  "0",
  '"',
  "\\",
  "\n",
  "$ref",
];
const STRINGS = ["", "a", "ab", "aab", "é", "😀", "a😀", '"', "\\u0041", "\u0000", "\u007f", "null", "1"];
const NUMBERS = [
  0,
  1,
  -1,
  2,
  3,
  5,
  7,
  10,
  0.5,
  -0.25,
  100,
  1e5,
  1e15,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  1e21,
  1e-7,
  5e-324,
];
const PATTERNS = [
  "a",
  "^a",
  "b$",
  "^.$",
  "^[^a]*$",
  "^(a|ab)*$",
  "^.{2,3}$",
  "^\\S+$",
  "é",
  "^(?!a)",
  "[a-c]{2}",
  "^$",
  "^[😀-😂]$",
  "\\\\",
];

const name = fc.constantFrom(...NAMES);
const number = fc.constantFrom(...NUMBERS);
const string = fc.constantFrom(...STRINGS);
const count = fc.integer({ min: 0, max: 4 });

/** Like {@link randomSchema}, with odd names, odd numbers and longer lists. */
const oddSchema: fc.Arbitrary<RandomSchema> = (() => {
  const { schema } = fc.letrec<{ schema: RandomSchema; value: unknown }>((tie) => {
    const sub = tie("schema");
    const list = fc.array(sub, { minLength: 1, maxLength: 3 });
    const map = entries(name, sub, 4);
    const names = fc.uniqueArray(name, { maxLength: 4 });
    const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
      const: tie("value"),
      enum: fc.array(tie("value"), { minLength: 1, maxLength: 5 }),
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(1, 2, 3, 0.5, 7),
      minLength: count,
      maxLength: count,
      pattern: fc.constantFrom(...PATTERNS),
      properties: map,
      patternProperties: entries(fc.constantFrom(...PATTERNS), sub, 2),
      additionalProperties: sub,
      propertyNames: sub,
      required: names,
      minProperties: count,
      maxProperties: count,
      dependentRequired: entries(name, names, 2),
      dependentSchemas: entries(name, sub, 2),
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
    const typed = (type: string | undefined, own: readonly string[]): fc.Arbitrary<RandomSchema> =>
      fc.uniqueArray(fc.constantFrom(...own), { maxLength: 4 }).chain((keys) =>
        fc.record(Object.fromEntries(keys.map((key) => [key, keywords[key]!]))).map((made) => ({
          ...made,
          ...(type === undefined ? {} : { type }),
        })),
      );
    const having = (...parts: readonly string[]): readonly string[] =>
      Object.keys(keywords).filter((key) => parts.some((part) => key.toLowerCase().includes(part)));
    const combining = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "enum", "const"];
    return {
      value: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        fc.oneof(string, number, fc.constantFrom(null, true, false)),
        fc.array(tie("value"), { maxLength: 2 }),
        entries(name, tie("value"), 2),
      ),
      schema: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.boolean(),
        typed("object", [...having("propert", "required", "dependent"), ...combining]),
        typed("array", [...having("item", "contains"), ...combining]),
        typed(
          "string",
          [...having("length", "pattern"), ...combining].filter((key) => key !== "patternProperties"),
        ),
        typed("number", [...having("minimum", "maximum", "multiple"), "not", "anyOf"]),
        typed("integer", [...having("minimum", "maximum", "multiple"), "not", "anyOf"]),
        typed(undefined, Object.keys(keywords)),
        fc.constantFrom(
          { $ref: "#/$defs/d" },
          { items: { $ref: "#" } },
          { additionalProperties: { $ref: "#/$defs/d" } },
        ),
      ),
    };
  });
  return fc
    .tuple(schema, schema)
    .map(([root, d]) => plain({ ...(typeof root === "boolean" ? { allOf: [root] } : root), $defs: { d } }));
})();

/** Random schemas of 2020-12, without formats. */
export const schemas: fc.Arbitrary<RandomSchema> = fc.oneof(oddSchema, randomSchema);

/** Objects of own entries, `__proto__` among the names. */
function entries<T>(
  names: fc.Arbitrary<string>,
  values: fc.Arbitrary<T>,
  most: number,
): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(names, values), { maxLength: most, selector: ([each]) => each })
    .map((pairs) => Object.fromEntries(pairs));
}

/** Objects with the prototype that parsed objects have. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Values near the edges of a schema, made of its own names, strings and numbers. */
export function instancesNear(schema: RandomSchema): fc.Arbitrary<unknown> {
  const found = {
    names: new Set<string>(["a", "b", "ab"]),
    strings: new Set<string>(["", "a"]),
    numbers: new Set([0, 1]),
  };
  collect(schema, found);
  const strings = [...found.strings].slice(0, 40);
  const numbers = [...found.numbers].flatMap((each) => [each, each + 1, each - 1, each + 0.5, 2 * each]);
  const lengths = [...new Set([...found.numbers].flatMap((each) => [each - 1, each, each + 1]))].filter(
    (each) => Number.isInteger(each) && each >= 0 && each <= 6,
  );
  const scalar = fc.oneof(
    fc.constantFrom(null, true, false),
    fc.constantFrom(...numbers.filter(Number.isFinite)),
    fc.constantFrom(...strings),
    fc.constantFrom(...strings.flatMap((each) => [`${each}a`, `b${each}`, each.slice(1)]).filter(isWellFormed)),
    fc
      .tuple(fc.constantFrom(...lengths), fc.constantFrom("a", "b", "é", "😀"))
      .map(([length, each]) => each.repeat(length)),
  );
  const key = fc.constantFrom(...[...found.names, ...strings].slice(0, 40));
  const constants = [...constantsOf(schema)].slice(0, 20);
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      scalar,
      ...(constants.length === 0 ? [] : [fc.constantFrom(...constants)]),
      fc.constantFrom(...lengths).chain((length) => fc.array(tie("value"), { minLength: length, maxLength: length })),
      fc.tuple(fc.constantFrom(...lengths), tie("value")).map(([length, each]) => Array.from({ length }, () => each)),
      fc
        .constantFrom(...lengths)
        .chain((length) =>
          fc.uniqueArray(fc.tuple(key, tie("value")), { maxLength: length, selector: ([each]) => each }),
        )
        .map((pairs) => Object.fromEntries(pairs)),
    ),
  })).value;
}

interface Found {
  readonly names: Set<string>;
  readonly strings: Set<string>;
  readonly numbers: Set<number>;
}

function collect(schema: unknown, found: Found): void {
  if (typeof schema === "string" && isWellFormed(schema)) found.strings.add(schema);
  if (typeof schema === "number") found.numbers.add(schema);
  if (typeof schema !== "object" || schema === null) return;
  for (const [name, value] of Object.entries(schema)) {
    if (!Array.isArray(schema)) found.names.add(name);
    if (name === "required" && Array.isArray(value)) for (const each of value) found.names.add(String(each));
    collect(value, found);
  }
}

function* constantsOf(schema: unknown): Generator<unknown> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [name, value] of Object.entries(schema)) {
    if (name === "const") yield value;
    if (name === "enum" && Array.isArray(value)) yield* value;
    yield* constantsOf(value);
  }
}

const isWellFormed = (text: string): boolean => Buffer.from(text, "utf8").toString("utf8") === text;
