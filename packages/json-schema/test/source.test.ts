// A schema as a grammar of its own: the same texts as `compileSchema` takes, but for names that repeat; and what it refuses.
import { compileSchema, SchemaError, type SchemaOptions, schemaSource } from "@espalier/json-schema";
import { createLanguage, type Language, type LanguageState, type SyntaxSource } from "@espalier/syntax";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const seed = Number(process.env.ESPALIER_SEED ?? 20261121);

const person = {
  type: "object",
  properties: { name: { type: "string", maxLength: 5 }, age: { type: "integer", minimum: 0, maximum: 130 } },
  required: ["name"],
  additionalProperties: false,
};
const tree = {
  $ref: "#/$defs/tree",
  $defs: {
    tree: {
      type: "object",
      properties: { value: { type: "number" }, kids: { type: "array", items: { $ref: "#/$defs/tree" } } },
      required: ["value"],
      additionalProperties: false,
    },
  },
};

/** Schemas whose texts have no names that may repeat, with values to try. */
const exact: readonly (readonly [name: string, schema: unknown, values: readonly unknown[]])[] = [
  ["scalars", { type: ["integer", "null", "boolean"] }, [0, -12, 1.5, null, true, "true", [], {}]],
  ["strings", { type: "string", pattern: "^a+b", minLength: 3 }, ["aab", "abc", "ab", "xaab", 'aab"\n', 3]],
  [
    "enum",
    { enum: ["a", "ab", 1, 12, null, [1], { a: 1 }] },
    ["a", "ab", "abc", 1, 12, 2, null, [1], [], { a: 1 }, {}],
  ],
  [
    "object",
    person,
    [
      { name: "Ada" },
      { name: "Ada", age: 36 },
      { age: 36, name: "Ada" },
      { age: 1 },
      { name: "Ada", x: 1 },
      { name: 1 },
    ],
  ],
  [
    "list",
    { type: "array", items: person, maxItems: 2 },
    [[], [{ name: "a" }], [{ name: "a" }, { name: "b", age: 1 }], [1]],
  ],
  ["numbers", { type: "array", items: { type: "number" } }, [[], [1], [1, -2.5e3, 0.1], [[1]], ["1"], 1]],
  [
    "tuple",
    { prefixItems: [{ const: 1 }, { type: "string" }], items: false, type: "array" },
    [[], [1], [1, "x"], [1, 2], [1, "x", 3]],
  ],
  [
    "tree",
    tree,
    [{ value: 1 }, { value: 1, kids: [] }, { value: 1, kids: [{ value: 2, kids: [{ value: 3 }] }] }, { kids: [] }],
  ],
  [
    "alternatives",
    {
      oneOf: [
        {
          type: "object",
          properties: { kind: { const: "a" }, x: { type: "integer" } },
          required: ["kind", "x"],
          additionalProperties: false,
        },
        {
          type: "object",
          properties: { kind: { const: "b" }, y: { type: "string" } },
          required: ["kind"],
          additionalProperties: false,
        },
      ],
    },
    [{ kind: "a", x: 1 }, { kind: "a" }, { kind: "b" }, { kind: "b", y: "x" }, { kind: "b", x: 1 }, { kind: "c" }],
  ],
  [
    "counted",
    {
      type: "object",
      properties: { a: true, b: true, c: true },
      minProperties: 2,
      maxProperties: 2,
      additionalProperties: false,
    },
    [{}, { a: 1 }, { a: 1, b: 2 }, { b: [], c: null }, { a: 1, b: 2, c: 3 }],
  ],
  [
    "dependent",
    { type: "object", properties: { a: true, b: true }, dependentRequired: { a: ["b"] }, additionalProperties: false },
    [{}, { a: 1 }, { b: 1 }, { a: 1, b: 2 }],
  ],
  [
    "contains",
    { type: "array", items: { type: "integer" }, contains: { minimum: 5 }, maxContains: 2 },
    [[], [1], [5], [1, 9, 7], [5, 6, 7], ["5"]],
  ],
  [
    "one that may be anything",
    { type: "array", uniqueItems: true, maxItems: 1, items: { type: "string" } },
    [[], ["a"], [1], ["a", "b"]],
  ],
];

const styles: readonly SchemaOptions[] = [
  {},
  { whitespace: { kind: "compact" } },
  { whitespace: { kind: "flexible", limit: 2 }, escapes: "ascii" },
];

/** Texts near `values`: their spellings, and those with a byte missing, doubled or changed. */
function textsOf(values: readonly unknown[]): string[] {
  const written = values.flatMap((value) => [JSON.stringify(value), JSON.stringify(value, null, 2)]);
  const spelt = [
    ...written,
    ...written.map((text) => ` ${text} `),
    ...written.map((text) => text.replaceAll(",", " ,  ")),
  ];
  const alphabet = '{}[],:"0 a1.';
  return [...new Set(spelt)].flatMap((text, i) => {
    const at = (i * 7) % (text.length + 1);
    const other = alphabet[i % alphabet.length]!;
    return [
      text,
      text.slice(0, at) + text.slice(at + 1),
      text.slice(0, at) + other + text.slice(at),
      `${text}${other}`,
    ];
  });
}

const encoder = new TextEncoder();

function verdict(language: Language, text: string): "accepted" | "incomplete" | "dead" {
  let state: LanguageState | undefined = language.start;
  for (const byte of encoder.encode(text)) if (state !== undefined) state = language.step(state, byte);
  return state === undefined ? "dead" : language.accepts(state) ? "accepted" : "incomplete";
}

/** A text: bytes as `choices` (from 0 to 1) say, ASCII only, then by falling cost. */
function randomText(language: Language, choices: readonly number[]): string {
  let state: LanguageState = language.start;
  let text = "";
  const write = (byte: number, next: LanguageState): void => {
    text += String.fromCharCode(byte);
    state = next;
  };
  for (const choice of choices) {
    const ways: (readonly [number, LanguageState])[] = [];
    for (const byte of [9, 10, 13, ...Array.from({ length: 95 }, (_, i) => 32 + i)]) {
      const next = language.step(state, byte);
      if (next !== undefined) ways.push([byte, next]);
    }
    const way = ways[Math.floor(choice * ways.length)];
    if (way !== undefined) write(...way);
  }
  while (!language.accepts(state)) {
    const cost = language.cost(state);
    for (let byte = 0; byte < 127; byte++) {
      const next = language.step(state, byte);
      if (next === undefined || language.cost(next) >= cost) continue;
      write(byte, next);
      break;
    }
    if (language.cost(state) >= cost) throw new Error(`no byte brings cost ${cost} down after ${text}`);
  }
  return text;
}

const choices = fc.array(fc.double({ min: 0, max: 0.99, noNaN: true }), { minLength: 25, maxLength: 25 });

describe.each(exact)("%s", (_, schema, values) => {
  test.each(styles)("the same texts as alone: %j", (options) => {
    const alone = compileSchema(schema, options).language;
    const written = createLanguage(schemaSource(schema, options));
    const verdicts = new Set<string>();
    for (const text of textsOf(values)) {
      for (let end = text.length; end > 0; end = end > 1 && end === text.length ? end >> 1 : 0) {
        const expected = verdict(alone, text.slice(0, end));
        verdicts.add(expected);
        expect(`${text.slice(0, end)} ${verdict(written, text.slice(0, end))}`).toBe(
          `${text.slice(0, end)} ${expected}`,
        );
      }
    }
    expect([...verdicts].sort()).toEqual(["accepted", "dead", "incomplete"]);
    expect(written.cost(written.start)).toBe(alone.cost(alone.start));
  });

  test("what either writes, the other takes", () => {
    const options: SchemaOptions = { whitespace: { kind: "flexible", limit: 3 } };
    const alone = compileSchema(schema, options).language;
    const written = createLanguage(schemaSource(schema, options));
    fc.assert(
      fc.property(choices, fc.boolean(), (made, fromAlone) => {
        const text = randomText(fromAlone ? alone : written, made);
        expect(`${text} ${verdict(fromAlone ? written : alone, text)}`).toBe(`${text} accepted`);
      }),
      { numRuns: 12, seed },
    );
  });
});

describe("names that are declared nowhere", () => {
  const open: readonly unknown[] = [
    {},
    { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
    { type: "object", additionalProperties: { type: "integer" }, minProperties: 1, maxProperties: 2 },
    { type: "object", patternProperties: { "^x": { type: "string" } }, propertyNames: { maxLength: 2 } },
    {
      type: "object",
      properties: { a: true, b: true },
      required: ["a", "b"],
      minProperties: 3,
      additionalProperties: { type: "null" },
    },
  ];

  test.each(open)("%j: texts without doubles as alone, and every text has a valid value", (schema) => {
    const alone = compileSchema(schema).language;
    const written = createLanguage(schemaSource(schema));
    for (const value of [
      {},
      { a: 1 },
      { a: "x" },
      { b: 1, c: 2 },
      { x: "y" },
      { a: 1, b: 2, c: null },
      { xyz: "a" },
      [1],
    ]) {
      const text = JSON.stringify(value);
      expect(`${text} ${verdict(written, text)}`).toBe(`${text} ${verdict(alone, text)}`);
    }
    const valid = new Ajv2020({ strict: false }).compile(schema as object);
    fc.assert(
      fc.property(choices, (made) => {
        const text = randomText(written, made);
        expect(`${text} ${valid(JSON.parse(text))}`).toBe(`${text} true`);
      }),
      { numRuns: 25, seed },
    );
  });

  test("may repeat, where readers keep the last", () => {
    const schema = { type: "object", properties: { a: true }, additionalProperties: { type: "integer" } };
    const language = createLanguage(schemaSource(schema));
    expect(verdict(language, '{"x": 1, "x": 2}')).toBe("accepted");
    expect(verdict(compileSchema(schema).language, '{"x": 1, "x": 2}')).toBe("dead");
    expect(verdict(language, '{"a": 1, "a": 2}')).toBe("dead");
  });
});

describe("refused", () => {
  const refusal = (schema: unknown, options: SchemaOptions = {}): unknown => {
    // What is refused here is fine alone.
    expect(compileSchema(schema, options).language).toBeDefined();
    try {
      return schemaSource(schema, options);
    } catch (error) {
      return error instanceof SchemaError ? [error.code, ...error.issues.map(({ pointer }) => pointer)] : error;
    }
  };

  test.each([
    [
      { properties: { a: { type: "array", items: { type: "string" }, uniqueItems: true } } },
      "#/properties/a/uniqueItems",
    ],
    [{ type: "object", minProperties: 2 }, "#/minProperties"],
    [{ type: "array", items: { allOf: [{ type: "object" }, { minProperties: 2 }] } }, "#/items"],
    [{ type: "object", not: { additionalProperties: { type: "string" } } }, "#"],
  ])("%j needs memory", (schema, pointer) => {
    expect(refusal(schema)).toEqual(["unsupported-schema", pointer]);
  });

  test("what has too many states", () => {
    expect(refusal({ type: "array", maxItems: 1e6, items: true })).toEqual(["schema-limit", "#"]);
    expect(refusal(person, { limits: { states: 3 } })).toEqual(["schema-limit", "#"]);
    expect(refusal(tree, { whitespace: { kind: "pretty" } })).toEqual(["schema-limit", "#"]);
  });

  test("what `compileSchema` refuses", () => {
    expect(() => schemaSource({ type: "strng" })).toThrow(SchemaError);
    expect(() => schemaSource(false)).toThrow(/no value satisfies/);
  });
});

test("whitespace that indents", () => {
  const options: SchemaOptions = { whitespace: { kind: "pretty" } };
  const language = createLanguage(schemaSource({ type: "array", items: person }, options));
  expect(verdict(language, JSON.stringify([{ name: "Ada", age: 36 }], null, 2))).toBe("accepted");
  expect(verdict(language, '[{"name": "Ada"}]')).toBe("dead");
});

test("terminals and rules have names of their own, and notices come along", () => {
  const source = schemaSource({ properties: { a: {}, b: { format: "colour" } }, items: { type: "number" } });
  for (const names of [source.terminals.map(({ name }) => name), source.grammar.rules.map(({ name }) => name)])
    expect(new Set(names).size).toBe(names.length);
  expect(source.notices).toMatchObject([{ code: "unknown-format", pointer: "#/properties/b/format" }]);
});

test("loops are loops: a list takes as many rule states however long it is", () => {
  const { grammar }: SyntaxSource = schemaSource({ type: "array", items: { type: "integer" } });
  expect(grammar.rules.length).toBeLessThan(5);
  const language = createLanguage(schemaSource({ type: "array", items: { type: "integer" } }));
  expect(verdict(language, JSON.stringify(Array.from({ length: 20_000 }, (_, i) => i)))).toBe("accepted");
});
