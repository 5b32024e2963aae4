// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword here.
// Compiled languages against the slow validator, over random schemas: they take the JSON text of an instance exactly when it is valid,
// the documented order of keys aside; what is written by them is valid; and whatever has been written, the cost leads to an end.
import { createEngine } from "@espalier/automata";
import {
  type CompiledSchema,
  compileSchema,
  type MemberOrder,
  SchemaError,
  type SchemaOptions,
} from "@espalier/json-schema";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { loadDocument } from "../src/document/document.js";
import type { JsonValue, Subschema } from "../src/document/subschema.js";
import { accepts, randomText } from "./languages.js";
import { type RandomSchema, randomSchema, randomValue, reordered } from "./random-schemas.js";
import { validates } from "./reference-validator.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20261121);
const engine = createEngine();

const compile = (schema: unknown, options: SchemaOptions = {}) =>
  compileSchema(schema, { engine, whitespace: { kind: "compact" }, ...options }).language;

type Written = (value: JsonValue) => string;
type Style = "compact" | "pretty" | "flexible";
const compact: Written = (value) => JSON.stringify(value);
const pretty: Written = (value) => JSON.stringify(value, null, 2);
const CASES: readonly (readonly [kind: Style, order: MemberOrder, written: Written])[] = [
  ["compact", "declared", compact],
  ["pretty", "declared", pretty],
  ["flexible", "declared", (value) => JSON.stringify(value, null, 1)],
  ["compact", "any", compact],
  ["pretty", "any", pretty],
];

interface Case {
  readonly root: Subschema;
  /** `undefined` when the schema is refused. */
  readonly compiled: CompiledSchema | undefined;
  readonly unsatisfiable: boolean;
}

/** Compiles; errors that are none of a schema go through. */
function read(schema: RandomSchema, kind: Style, order: MemberOrder): Case {
  const { root } = loadDocument(schema);
  try {
    return { root, compiled: compileSchema(schema, { engine, whitespace: { kind }, order }), unsatisfiable: false };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return { root, compiled: undefined, unsatisfiable: error.code === "unsatisfiable-schema" };
  }
}

describe.each(CASES)("random schemas, %s, in %s order", (kind, order, written) => {
  it("take what is valid and nothing else", { timeout: 120_000 }, () => {
    const counts = { schemas: 0, refused: 0, valid: 0, invalid: 0 };
    fc.assert(
      fc.property(randomSchema, fc.array(randomValue, { minLength: 20, maxLength: 20 }), (schema, values) => {
        const { root, compiled, unsatisfiable } = read(schema, kind, order);
        counts.schemas++;
        if (compiled === undefined && !unsatisfiable) counts.refused++;
        for (const value of values) {
          const valid = validates(root, value);
          if (unsatisfiable) expect(valid, JSON.stringify(value)).toBe(false);
          if (compiled === undefined) continue;
          counts[valid ? "valid" : "invalid"]++;
          const { language } = compiled;
          const helped = order === "declared" && valid && takesReordered(language, value, written);
          const taken = accepts(language, written(value)) || helped;
          expect(taken, JSON.stringify(value)).toBe(valid);
        }
      }),
      { seed, numRuns: samples(400) },
    );
    expect(counts.refused / counts.schemas).toBeLessThan(0.1);
    expect(counts.valid).toBeGreaterThan(samples(1_000));
    expect(counts.invalid).toBeGreaterThan(samples(1_000));
  });

  it("write what is valid, wherever writing begins", { timeout: 120_000 }, () => {
    let drawn = 0;
    fc.assert(
      fc.property(
        randomSchema,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
        (schema, dice) => {
          const { root, compiled } = read(schema, kind, order);
          if (compiled === undefined) return;
          let thrown = 0;
          const random = (): number => (dice.length === 0 ? 0 : dice[thrown++ % dice.length]!);
          for (const steps of [0, 3, 12, 30]) {
            const text = randomText(compiled.language, random, steps);
            const value = JSON.parse(text) as JsonValue;
            // Doubles hold 15 digits: what has more may be read as what is excluded.
            if (/[\d.]{15}|\d[eE]/u.test(text)) continue;
            expect(validates(root, value), text).toBe(true);
            drawn++;
          }
        },
      ),
      { seed, numRuns: samples(150) },
    );
    expect(drawn).toBeGreaterThan(samples(100));
  });
});

/** Subschemas of `leaf` put together by `not`, `anyOf`, `allOf`, `oneOf` and `if`, up to four deep. */
function combinations(leaf: fc.Arbitrary<RandomSchema>): fc.Arbitrary<RandomSchema> {
  return fc.letrec<{ combined: RandomSchema }>((tie) => {
    const some = fc.array(tie("combined"), { minLength: 1, maxLength: 3 });
    return {
      combined: fc.oneof(
        { maxDepth: 4 },
        leaf,
        tie("combined").map((not) => ({ not })),
        some.map((anyOf) => ({ anyOf })),
        some.map((allOf) => ({ allOf })),
        some.map((oneOf) => ({ oneOf })),
        fc
          .tuple(tie("combined"), tie("combined"), tie("combined"))
          .map(
            (parts): RandomSchema =>
              Object.fromEntries(["if", "then", "else"].map((keyword, i) => [keyword, parts[i]])),
          ),
      ),
    };
  }).combined;
}

const letters = ["a", "b", "c"];
const three = ["", ...letters].flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
const strings = ["", ...letters, ...three, "aabb", "abab", "ccab", "aaaaabc", "é", "aéb", "a\nb", "\u0001ab"];
const stringKeywords = fc.oneof(
  fc.constantFrom("ab", "^a", "b$", "^[ab]*$", "a.b", "c", "^.{2,4}$").map((pattern) => ({ pattern })),
  fc.constantFrom({ minLength: 2 }, { maxLength: 3 }, { enum: ["ab", "abc", "c"] }, { const: "aab" }),
);

const bounds = fc.constantFrom(-20, -2.5, -1, 0, 0.05, 1, 7, 10, 33.3, 100);
const numbers = [
  -300, -84, -33, -20, -14, -7, -2.5, -1, 0, 0.01, 0.05, 0.5, 1, 2, 2.5, 4, 7, 8, 10, 10.5, 12, 14, 28, 33, 33.3, 33.31,
  84, 100, 132, 231, 1_000, 12_345.67,
];
const numberKeywords = fc.oneof(
  fc.constantFrom(1, 2, 4, 7, 33, 100, 0.5, 0.01).map((multipleOf) => ({ multipleOf })),
  fc
    .tuple(fc.constantFrom("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), bounds)
    .map(([keyword, bound]): RandomSchema => ({ [keyword]: bound })),
  fc.constant({ type: "integer" }),
  fc.constantFrom({ enum: [1, 2.5, 14] }, { const: 10 }, { const: 0 }),
);

describe.each([
  ["string", "patterns, lengths and constants", stringKeywords, strings],
  ["number", "multiples, ranges, integers and constants", numberKeywords, numbers],
] as const)("combinators of a %s: %s", (type, _, leaf, values) => {
  it("mean what the validator says", { timeout: 120_000 }, () => {
    let compiled = 0;
    fc.assert(
      fc.property(combinations(leaf), fc.infiniteStream(fc.nat(99)), (schema, dice) => {
        const random = (): number => (dice.next().value as number) / 100;
        const typed: RandomSchema = { type, allOf: [schema] };
        const { root, compiled: its, unsatisfiable } = read(typed, "compact", "declared");
        expect(its !== undefined || unsatisfiable).toBe(true);
        if (its !== undefined) compiled++;
        for (const value of values) {
          const taken = its !== undefined && accepts(its.language, compact(value));
          expect([value, taken]).toEqual([value, validates(root, value)]);
        }
        for (const steps of its === undefined ? [] : [0, 2, 8]) {
          const text = randomText(its!.language, random, steps);
          // Doubles hold 15 digits: what has more may be read as what is excluded.
          if (!/[\d.]{15}|\d[eE]/u.test(text)) expect(validates(root, JSON.parse(text) as JsonValue), text).toBe(true);
        }
      }),
      { seed, numRuns: samples(300) },
    );
    expect(compiled).toBeGreaterThan(samples(200));
  });
});

const divisible = (multipleOf: number): RandomSchema => ({ multipleOf });

it.each([
  {
    oneOf: [{ minimum: 10 }, { anyOf: [{ if: { multipleOf: 2 }, then: { multipleOf: 2 }, else: { minimum: 10 } }] }],
    if: { multipleOf: 7 },
    then: { minimum: 10 },
    else: { multipleOf: 33 },
  },
  {
    allOf: [
      {
        oneOf: [
          { minimum: 10 },
          { anyOf: [{ if: { multipleOf: 2 }, then: { multipleOf: 2 }, else: { minimum: 10 } }, { multipleOf: 4 }] },
        ],
      },
      { if: { multipleOf: 7 }, then: { minimum: 10 }, else: { multipleOf: 33 } },
    ],
  },
  { oneOf: [{ not: { oneOf: [{ type: "integer" }, { multipleOf: 7 }] } }, { type: "integer" }, { maximum: 331.79 }] },
  // Within a range there is less to tell apart than 1,061,106 remainders; and what is denied need not be asked together.
  {
    exclusiveMinimum: -300,
    exclusiveMaximum: 0,
    anyOf: [{ not: { anyOf: [{ multipleOf: 3 }, { multipleOf: 2 }] } }, ...[101, 102, 103].map(divisible)],
  },
  { not: { anyOf: [2, 6.5, 5, 7, 11, 37].map(divisible) } },
])("numbers of which much is asked at once are written: %j", (schema) => {
  const typed = { type: "number", ...schema } as RandomSchema;
  const { root, compiled } = read(typed, "compact", "declared");
  for (let value = -2_000; value < 2_000; value += 1) {
    const [whole, part] = [value, value / 8];
    expect([whole, accepts(compiled!.language, compact(whole))]).toEqual([whole, validates(root, whole)]);
    expect([part, accepts(compiled!.language, compact(part))]).toEqual([part, validates(root, part)]);
  }
});

function takesReordered(language: CompiledSchema["language"], value: JsonValue, written: Written): boolean {
  for (const other of reordered(value)) if (accepts(language, written(other))) return true;
  return false;
}

describe.each(["declared", "any"] as const)("cost, in %s order", (order) => {
  const kinds = ["compact", "pretty", "flexible"] as const;
  it.each([
    [{ type: "object", minProperties: 3 }],
    [{ type: "object", minProperties: 3, patternProperties: { "^(a|bbbb|cc)$": true }, additionalProperties: false }],
    [{ type: "array", uniqueItems: true, minItems: 3, items: { enum: ["a", "bbbbbbb", null, 12345678901] } }],
    [{ type: "array", uniqueItems: true, minItems: 12, items: { type: "integer", minimum: 5 } }],
    [{ type: "array", uniqueItems: true, minItems: 3, items: { type: "string", pattern: "^x?y?$" } }],
    [
      {
        type: "object",
        required: ["a"],
        properties: { a: { anyOf: [{ type: "array", minItems: 2 }, { $ref: "#" }] } },
      },
    ],
    [{ type: "array", minItems: 2, items: { type: "array", minItems: 1, items: { enum: ["abc", [[]]] } } }],
    [{ not: { additionalProperties: { type: "integer" } }, type: "object" }],
    [
      {
        type: "object",
        minProperties: 3,
        properties: { long: { const: "as it gets" }, b: {}, c: {} },
        required: ["c"],
      },
    ],
    [{ type: "object", minProperties: 1, properties: { long: { type: "string" } } }],
  ])("of %j leads to the end", (schema) => {
    const document = loadDocument(schema);
    for (const kind of kinds) {
      const { language } = compileSchema(schema, { engine, whitespace: { kind }, order });
      let state = 1;
      const random = (): number => {
        state = (state * 16_807) % 2_147_483_647;
        return state / 2_147_483_647;
      };
      for (let run = 0; run < 20; run++) {
        const text = randomText(language, random, run);
        expect(validates(document.root, JSON.parse(text) as JsonValue), text).toBe(true);
      }
    }
  });

  it("is the length of the shortest text, with line breaks where the style has them", () => {
    const schema = {
      type: "object",
      required: ["a"],
      properties: { a: { type: "array", minItems: 2, items: { const: {} } } },
    };
    for (const [kind, written] of [["compact", compact] as const, ["pretty", pretty] as const]) {
      const language = compile(schema, { whitespace: { kind }, order });
      expect(language.cost(language.start)).toBe(written({ a: [{}, {}] }).length);
    }
  });
});

describe("objects", () => {
  it("settle what is wanted however many free names there are", () => {
    const language = compile({ type: "object", not: { additionalProperties: { type: "integer" } } });
    const many = Array.from({ length: 64 }, (_, i) => `"k${i}":1`).join();
    expect(accepts(language, `{${many},"z":"a"}`)).toBe(true);
    expect(accepts(language, `{${many}}`)).toBe(false);
  });

  it("whose few possible names are counted take them in their order", () => {
    const language = compile({ type: "object", minProperties: 2, propertyNames: { enum: ["b", "a"] } });
    expect(accepts(language, '{"b":1,"a":2}')).toBe(true);
    expect(accepts(language, '{"b":1}')).toBe(false);
    expect(accepts(language, '{"b":1,"c":2}')).toBe(false);
  });
});

describe("numbers", () => {
  it("that are integers may have an exponent", () => {
    const language = compile({ type: "integer" });
    expect([accepts(language, "15"), accepts(language, "1.5e1"), accepts(language, "1.5e0")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(accepts(language, "1.0")).toBe(true);
    expect(accepts(compile({ type: "integer", minimum: 1e40 }), "1e41")).toBe(true);
  });
});

test("the cost of counted free names", () => {
  const language = compile({ type: "object", patternProperties: { "^b$": {} }, minProperties: 1 });
  expect(language.cost!(language.start)).toBe('{"":0}'.length);
});
