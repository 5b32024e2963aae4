// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword here.
// Schemas that multiply: deep nesting, references in circles, combinators whose cases multiply, counts, huge enumerations, overlapping patterns,
// orders, names that objects of JavaScript have already.
import { type HostileInput, nested, ofSchema, upTo } from "../hostile-input.js";

const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length", "0", "", "then"];
const digits = (size: number): string => JSON.stringify(upTo(size));
const objectOf = (names: readonly string[]): string =>
  `{${names.map((name, i) => `${JSON.stringify(name)}:${i}`).join(",")}}`;
const words = (size: number): readonly string[] => upTo(size).map((i) => `name${i}`);

/** Choices of two, all of which hold: 2^size cases. */
const choices = (size: number, keyword: "anyOf" | "oneOf"): object => ({
  allOf: upTo(size).map((i) => ({
    [keyword]: [{ required: [`a${i}`] }, { required: [`b${i}`] }],
  })),
});

const DEEP: readonly HostileInput[] = [
  ofSchema(
    "items within items, ten thousand deep",
    () => nested<object>(10_000, {}, (items) => ({ items })),
    "[[[]]]",
    "accepted refused",
  ),
  ofSchema(
    "properties within properties, five thousand deep",
    () => nested<object>(5_000, {}, (a) => ({ properties: { a } })),
    '{"a":{}}',
    "accepted refused",
  ),
  ofSchema(
    "`not` two thousand deep",
    () => nested<object>(2_000, { type: "string" }, (not) => ({ not })),
    '""',
    "accepted refused",
  ),
  ofSchema(
    "`allOf` five thousand deep",
    () => nested<object>(5_000, { type: "null" }, (part) => ({ allOf: [part] })),
    "null",
    "accepted refused",
  ),
  ofSchema(
    "`anyOf` of two, fifty deep",
    () => nested<object>(50, { type: "null" }, (part) => ({ anyOf: [part, { items: part }] })),
    "null",
    "accepted refused",
  ),
  ofSchema(
    "`if` three hundred deep",
    () => nested<object>(300, { type: "null" }, (part, i) => ({ if: { const: i }, else: part })),
    "null",
    "accepted refused",
  ),
  ofSchema(
    "a constant ten thousand deep",
    () => ({ const: nested<unknown>(10_000, 1, (inner) => [inner]) }),
    "[[[",
    "incomplete refused",
  ),
  ofSchema(
    "a schema a hundred thousand deep",
    () => nested<object>(100_000, {}, (not) => ({ not })),
    "1",
    "accepted refused",
  ),
];

const CIRCLES: readonly HostileInput[] = [
  ofSchema("a reference to itself", () => ({ $ref: "#" }), "1", "refused accepted"),
  ofSchema(
    "two references in a circle",
    () => ({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }),
    "1",
    "refused accepted",
  ),
  ofSchema("a circle through `allOf`", () => ({ allOf: [{ $ref: "#" }], type: "null" }), "null", "refused accepted"),
  ofSchema("a circle through `not`", () => ({ not: { $ref: "#" } }), "null", "refused"),
  ofSchema(
    "a circle through `anyOf`",
    () => ({ anyOf: [{ $ref: "#" }, { type: "null" }] }),
    "null",
    "refused accepted",
  ),
  ofSchema("a circle through `if`", () => ({ if: { $ref: "#" }, then: { type: "null" } }), "null", "refused accepted"),
  ofSchema(
    "an object that needs itself",
    () => ({ type: "object", properties: { a: { $ref: "#" } }, required: ["a"] }),
    '{"a":',
    "refused",
  ),
  ofSchema(
    "arrays that need themselves",
    () => ({ type: "array", items: { $ref: "#" }, minItems: 1 }),
    "[[",
    "refused",
  ),
  ofSchema(
    "references in a row of two thousand",
    () => ({
      $ref: "#/$defs/0",
      $defs: Object.fromEntries(
        upTo(2_000).map((i) => [i, i < 1_999 ? { $ref: `#/$defs/${i + 1}` } : { type: "null" }]),
      ),
    }),
    "null",
    "accepted refused",
  ),
  ofSchema(
    "dynamic references in a circle",
    () => ({
      $id: "https://x.example/a",
      $dynamicAnchor: "n",
      type: ["object", "null"],
      additionalProperties: { $dynamicRef: "#n" },
    }),
    '{"a":{"b":null}}',
    "accepted",
  ),
  ofSchema(
    "definitions that each hold all others",
    () => ({
      $ref: "#/$defs/0",
      $defs: Object.fromEntries(
        upTo(60).map((i) => [
          i,
          {
            properties: Object.fromEntries(upTo(60).map((j) => [`p${j}`, { $ref: `#/$defs/${j}` }])),
            not: { required: [`q${i}`] },
          },
        ]),
      ),
    }),
    '{"p3":{"p4":{}}}',
    "accepted refused",
  ),
  ofSchema(
    "definitions under `allOf` of each other",
    () => ({
      $ref: "#/$defs/0",
      $defs: Object.fromEntries(
        upTo(16).map((i) => [
          i,
          {
            properties: {
              a: { allOf: [{ $ref: `#/$defs/${(i + 1) % 16}` }, { $ref: `#/$defs/${(3 * i + 2) % 16}` }] },
            },
          },
        ]),
      ),
    }),
    '{"a":{"a":{"a":{}}}}',
    "accepted refused",
  ),
  ofSchema(
    "a pointer through a name of slashes",
    () => ({ $ref: "#/$defs/a~1b%25", $defs: { "a/b%": { type: "null" } } }),
    "null",
    "accepted",
  ),
  ofSchema("a reference into a prototype", () => ({ $ref: "#/$defs/constructor" }), "null", "refused"),
  ofSchema(
    "a reference to a name of a hundred thousand letters",
    () => ({ $ref: `#/$defs/${"a".repeat(100_000)}` }),
    "null",
    "refused",
  ),
];

const MANY: readonly HostileInput[] = [
  ofSchema("twenty choices of two at once", () => choices(20, "anyOf"), "{}", "incomplete refused dead"),
  ofSchema("twelve exclusive choices at once", () => choices(12, "oneOf"), "{}", "dead incomplete refused"),
  ofSchema(
    "a hundred overlapping ways of `oneOf`",
    () => ({ oneOf: upTo(100).map((i) => ({ type: "integer", minimum: i, maximum: i + 1 })) }),
    "0",
    "accepted refused",
  ),
  ofSchema(
    "forty patterns that all hold",
    () => ({ type: "string", allOf: upTo(40).map((i) => ({ pattern: `[a-z]{${i}}` })) }),
    `"${"a".repeat(60)}"`,
    "accepted refused",
  ),
  ofSchema(
    "twenty patterns of names that overlap",
    () => ({
      patternProperties: Object.fromEntries(
        upTo(20).map((i) => [`a{${i}}`, { type: i % 2 === 0 ? "integer" : "number" }]),
      ),
    }),
    '{"aaa":1}',
    "accepted refused",
  ),
  ofSchema(
    "two hundred patterns of names",
    () => ({
      type: "object",
      patternProperties: Object.fromEntries(upTo(200).map((i) => [`^k${i}`, { const: i }])),
      additionalProperties: false,
    }),
    '{"k7x":7}',
    "accepted refused",
  ),
  ofSchema(
    "an enumeration of a hundred thousand texts",
    () => ({ enum: upTo(100_000).map((i) => `value ${i}`) }),
    '"value 99999"',
    "accepted refused",
  ),
  ofSchema(
    "an enumeration of fifty thousand numbers",
    () => ({ enum: upTo(50_000).map((i) => i * 7 + 0.5) }),
    "349993.5",
    "accepted refused",
  ),
  ofSchema(
    "an enumeration of five thousand objects",
    () => ({ enum: upTo(5_000).map((i) => ({ id: i, name: `n${i}` })) }),
    '{"id":4999,"name":"n4999"}',
    "accepted refused",
  ),
  ofSchema(
    "what is none of ten thousand texts",
    () => ({ type: "string", not: { enum: words(10_000) } }),
    '"name9999"',
    "dead incomplete refused",
  ),
  ofSchema(
    "twenty thousand properties",
    () => ({ properties: Object.fromEntries(words(20_000).map((name) => [name, { type: "integer" }])) }),
    '{"name19999":1}',
    "accepted refused",
  ),
  ofSchema(
    "ten thousand required names",
    () => ({ type: "object", required: words(10_000) }),
    '{"name0":1',
    "incomplete refused",
  ),
  ofSchema(
    "a thousand required names in any order",
    () => ({
      type: "object",
      required: words(1_000),
      properties: Object.fromEntries(words(1_000).map((name) => [name, {}])),
      additionalProperties: false,
    }),
    objectOf([...words(1_000)].reverse()),
    "accepted refused",
    "any",
  ),
  ofSchema(
    "names that need each other in a circle",
    () => ({
      type: "object",
      dependentRequired: Object.fromEntries(upTo(40).map((i) => [`n${i}`, [`n${(i + 1) % 40}`]])),
    }),
    '{"n0":1}',
    "incomplete dead refused",
    "any",
  ),
  ofSchema(
    "names that need schemas in a circle",
    () => ({
      type: "object",
      dependentSchemas: Object.fromEntries(upTo(12).map((i) => [`n${i}`, { required: [`n${(i + 1) % 12}`] }])),
    }),
    '{"n0":1}',
    "incomplete dead refused",
    "any",
  ),
  ofSchema(
    "unevaluated properties under many ways",
    () => ({
      anyOf: upTo(12).map((i) => ({ properties: { [`p${i}`]: { const: i } }, required: [`p${i}`] })),
      unevaluatedProperties: false,
    }),
    '{"p3":3}',
    "accepted refused",
    "any",
  ),
];

const COUNTS: readonly HostileInput[] = [
  ofSchema(
    "two hundred different integers",
    () => ({ type: "array", items: { type: "integer" }, uniqueItems: true }),
    digits(200),
    "accepted refused",
  ),
  ofSchema(
    "different texts, one of them twice",
    () => ({ type: "array", items: { type: "string" }, uniqueItems: true }),
    '["a","b","\\u0061"]',
    "dead",
  ),
  ofSchema(
    "all twenty of twenty",
    () => ({ type: "array", items: { enum: upTo(20) }, uniqueItems: true, minItems: 20 }),
    digits(20),
    "accepted refused",
  ),
  ofSchema(
    "twenty-one of twenty",
    () => ({ type: "array", items: { enum: upTo(20) }, uniqueItems: true, minItems: 21 }),
    "[",
    "refused",
  ),
  ofSchema(
    "different objects",
    () => ({ type: "array", items: { type: "object" }, uniqueItems: true }),
    '[{"a":1,"b":2},{"b":2,"a":1}]',
    "dead refused",
  ),
  ofSchema(
    "different numbers that read alike",
    () => ({ type: "array", items: { type: "number" }, uniqueItems: true }),
    "[1, 1.0]",
    "dead",
  ),
  ofSchema(
    "a text of a billion characters",
    () => ({ type: "string", minLength: 1_000_000_000 }),
    '"abc',
    "incomplete refused",
  ),
  ofSchema(
    "up to a billion characters",
    () => ({ type: "string", maxLength: 1_000_000_000 }),
    '"abc"',
    "accepted refused",
  ),
  ofSchema("a million items", () => ({ type: "array", minItems: 1_000_000 }), "[1,2", "incomplete refused"),
  ofSchema(
    "up to a million properties",
    () => ({ type: "object", maxProperties: 1_000_000 }),
    '{"a":1}',
    "accepted refused",
  ),
  ofSchema(
    "ten thousand properties at least",
    () => ({ type: "object", minProperties: 10_000 }),
    '{"a":1',
    "incomplete refused",
  ),
  ofSchema(
    "a thousand of what is contained",
    () => ({ type: "array", contains: { const: 1 }, minContains: 1_000, maxContains: 2_000 }),
    "[1,2,1",
    "incomplete refused",
  ),
  ofSchema("counts beyond the integers", () => ({ type: "array", maxItems: 1e300 }), "[1]", "accepted refused"),
  ofSchema("five hundred undeclared names", () => ({ type: "object" }), objectOf(words(500)), "accepted refused"),
  ofSchema(
    "a pattern of counts in counts",
    () => ({ type: "string", pattern: "^((([a-z]{1,30}-){1,30}){1,30})$" }),
    '"a-b-',
    "incomplete refused",
  ),
  ofSchema(
    "lengths around a pattern",
    () => ({ type: "string", pattern: "^(ab|a|b)*$", minLength: 500, maxLength: 501 }),
    `"${"ab".repeat(250)}"`,
    "accepted refused",
  ),
  ofSchema("a tiny divisor", () => ({ type: "number", multipleOf: 1e-300 }), "1", "accepted refused"),
  ofSchema(
    "two large divisors",
    () => ({ type: "integer", allOf: [{ multipleOf: 991 }, { multipleOf: 997 }] }),
    "988027",
    "accepted refused",
  ),
  ofSchema(
    "a divisor of the size of doubles",
    () => ({ type: "number", multipleOf: 1.7976931348623157e308 }),
    "0",
    "accepted refused",
  ),
  ofSchema(
    "bounds at the end of the doubles",
    () => ({ type: "number", exclusiveMinimum: 1.7976931348623157e308 }),
    "1",
    "refused dead",
  ),
];

const NAMED: readonly HostileInput[] = [
  ...NAMES.map((name) =>
    ofSchema(
      `the property ${JSON.stringify(name)}`,
      () =>
        JSON.parse(
          `{"type":"object","properties":{${JSON.stringify(name)}:{"const":0}},"required":[${JSON.stringify(name)}],"additionalProperties":false}`,
        ),
      objectOf([name]),
      "accepted",
    ),
  ),
  ofSchema("free names of prototypes", () => ({ type: "object" }), objectOf(NAMES), "accepted"),
  ofSchema("a free name twice", () => ({ type: "object" }), '{"__proto__":1,"__proto__":2}', "dead"),
  ofSchema("a name twice, once escaped", () => ({ type: "object" }), '{"a":1,"\\u0061":2}', "dead"),
  ofSchema(
    "a declared name twice, once escaped",
    () => ({ type: "object", properties: { a: {} } }),
    '{"a":1,"\\u0061":2}',
    "dead",
  ),
  ofSchema("an astral name twice, once escaped", () => ({ type: "object" }), '{"😀":1,"\\ud83d\\ude00":2}', "dead"),
  ofSchema("a constant that is a lone surrogate", () => ({ const: "\ud800" }), '"\\ud800"', "refused"),
  ofSchema("an enumeration with a lone surrogate", () => ({ enum: ["\udfff", "a"] }), '"a"', "accepted"),
  ofSchema(
    "a declared name that is a lone surrogate",
    () => ({ properties: { "\ud800": { const: 1 } } }),
    "{}",
    "accepted refused",
  ),
  ofSchema(
    "an unknown keyword of a hundred thousand letters",
    () => ({ ["a".repeat(100_000)]: 1 }),
    "1",
    "accepted refused",
  ),
  ofSchema("an unknown type of a hundred thousand letters", () => ({ type: "a".repeat(100_000) }), "1", "refused"),
  ofSchema(
    "an open pattern of a hundred thousand letters",
    () => ({ pattern: `(${"a".repeat(100_000)}` }),
    "1",
    "refused",
  ),
  ofSchema(
    "keywords of the wrong kind",
    () => ({ properties: 5, items: "x", required: {}, minimum: "1", pattern: 7 }),
    "1",
    "refused",
  ),
  ofSchema("a schema that is a date", () => new Date(0), "1", "refused accepted"),
];

export const HOSTILE_SCHEMAS: readonly HostileInput[] = [...DEEP, ...CIRCLES, ...MANY, ...COUNTS, ...NAMED];
