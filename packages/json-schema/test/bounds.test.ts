// How many undeclared names and different items there may be: limits of the caller, not of the language.

import { compileSchema, type SchemaOptions } from "@espalier/json-schema";
import { createFuel, FuelError } from "@espalier/monitor";
import { describe, expect, test } from "vitest";
import { sampled } from "../../../test/support/samples.js";
import { accepts, randomText } from "./languages.js";

const object = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i])));
const array = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, i) => i));

function isAccepted(schema: unknown, text: string, limits: NonNullable<SchemaOptions["limits"]> = {}): boolean {
  return accepts(compileSchema(schema, { limits }).language, text);
}

test("undeclared names", () => {
  const schemas = [
    { type: "object" },
    { type: "object", properties: { n0: { type: "integer" } }, additionalProperties: { type: "integer" } },
    { type: "object", patternProperties: { "^n": true }, additionalProperties: false, maxProperties: 300 },
  ];
  for (const schema of schemas) {
    expect(isAccepted(schema, object(65))).toBe(true);
    expect(isAccepted(schema, object(200))).toBe(true);
    expect(isAccepted(schema, object(7), { freeNames: 5 })).toBe(false);
    expect(isAccepted(schema, object(5), { freeNames: 5 })).toBe(true);
  }
  expect(isAccepted(schemas[2], object(301))).toBe(false);
  expect(isAccepted({ type: "object", minProperties: 7 }, object(7), { freeNames: 5 })).toBe(true);
});

test("undeclared names without a limit", () => {
  for (const schema of sampled<object>([
    { type: "object" },
    { type: "object", properties: { n0: { type: "integer" } }, required: ["n0"] },
    { type: "object", patternProperties: { "^n": { type: "integer" } }, additionalProperties: false },
    { type: "object", minProperties: 3 },
    { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: { type: "integer" } },
    { type: "object", propertyNames: { not: { pattern: "z" } } },
    { type: "object", propertyNames: { pattern: "^[a-z][0-9]{1,20}$" } },
    { type: "object", patternProperties: { ".*": { type: "integer" } }, additionalProperties: { type: "string" } },
    { type: "object", patternProperties: { "^m$": false }, additionalProperties: { type: "integer" } },
    { type: "object", patternProperties: { "^.+$": { type: "integer" } }, additionalProperties: { type: "string" } },
  ])) {
    const { language, notices } = compileSchema(schema);
    expect(notices).toEqual([]);
    for (const count of [1001, 2500]) {
      expect(accepts(language, object(count))).toBe(true);
      expect(accepts(language, object(count).replace(/"n12":/u, '"n11":'))).toBe(false);
    }
    expect(accepts(compileSchema(schema, { order: "any" }).language, object(1500))).toBe(true);
  }
});

test("a bound on names is a notice where an object could pass it", () => {
  const codes = (schema: object, limits = {}): string[] =>
    compileSchema(schema, { limits }).notices.map(({ code }) => code);
  const integers = { type: "object", additionalProperties: { type: "integer" }, maxProperties: 4 };
  const names = (pattern: string): object => ({ patternProperties: { [pattern]: true }, additionalProperties: false });
  for (const [schema, count] of [
    [{ type: "object", maxProperties: 5000 }, 1000],
    [{ type: "object", ...names("^n[0-9]{1,4}$") }, 1000],
  ] as const) {
    expect(codes(schema)).toEqual(["bounded-names"]);
    expect(isAccepted(schema, object(count))).toBe(true);
    expect(isAccepted(schema, object(count + 1))).toBe(false);
    expect(isAccepted(schema, object(count + 1), { freeNames: 2000 })).toBe(true);
  }
  expect(codes({ type: "object" }, { freeNames: 5 })).toEqual(["bounded-names"]);
  expect(codes({ ...integers, maxProperties: 5 }, { freeNames: 5 })).toEqual([]);
  expect(codes({ type: "object", maxProperties: 500 })).toEqual([]);
  expect(codes({ type: "object", ...names("^n[0-9]{1,2}$") })).toEqual([]);
  expect(codes({ type: "object", properties: { a: integers }, additionalProperties: false }, { freeNames: 5 })).toEqual(
    [],
  );
});

test("different items", () => {
  const schema = { type: "array", items: { type: "integer" }, uniqueItems: true };
  expect(isAccepted(schema, array(40), { uniqueItems: 40 })).toBe(true);
  expect(isAccepted(schema, array(41), { uniqueItems: 40 })).toBe(false);
  expect(isAccepted({ ...schema, minItems: 45 }, array(45), { uniqueItems: 40 })).toBe(true);
  const texts = { type: "array", items: { type: "string" }, uniqueItems: true };
  const words = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, i) => `word ${i}`));
  expect(isAccepted(texts, words(256))).toBe(true);
  expect(isAccepted(texts, words(257))).toBe(false);
  expect(isAccepted(texts, words(300), { uniqueItems: 300 })).toBe(true);
});

test("a number is refused in each of its spellings, whatever came between", () => {
  const { language } = compileSchema({ type: "array", items: { type: "number" }, uniqueItems: true });
  const before = Array.from({ length: 40 }, (_, i) => i / 2);
  const text = (last: string): string => `${JSON.stringify(before).slice(0, -1)},${last}]`;
  for (const again of ["0", "-0", "0.0", "3", "3.0", "3e0", "30e-1", "0.5", "5e-1", "19.50", "1.95e1"]) {
    expect(accepts(language, text(again)), again).toBe(false);
  }
  for (const other of ["20", "-3", "0.25", "3.1", "195", "19.75", "20.0"]) {
    expect(accepts(language, text(other)), other).toBe(true);
  }
});

test("a bound on items is a notice where an array could pass it", () => {
  const codes = (schema: object, limits = {}): string[] =>
    compileSchema(schema, { limits }).notices.map(({ code }) => code);
  const schema = { type: "array", items: { type: "string" }, uniqueItems: true };
  expect(codes(schema)).toEqual(["bounded-items"]);
  expect(codes({ ...schema, maxItems: 20 })).toEqual([]);
  expect(codes({ ...schema, maxItems: 20 }, { uniqueItems: 10 })).toEqual(["bounded-items"]);
  expect(codes({ ...schema, items: { enum: ["a", "b", "c"] } })).toEqual([]);
  expect(codes({ type: "array", items: { type: "string" } })).toEqual([]);
  expect(compileSchema(schema, { notices: "refuse" }).notices).toHaveLength(1);
});

test("the cost of different items counts numbers as they are written there, without an exponent", () => {
  for (const schema of [
    { type: "array", uniqueItems: true, minItems: 1, items: { type: "integer", minimum: 2 ** 53 - 1 } },
    { type: "array", uniqueItems: true, minItems: 2, items: { type: "number", minimum: 100_000 } },
    { type: "array", uniqueItems: true, minItems: 1, items: { type: ["number", "null"], minimum: 1_000_000 } },
  ]) {
    const { language } = compileSchema(schema, { whitespace: { kind: "compact" } });
    // Goes down to the end, or throws.
    expect(JSON.parse(randomText(language, () => 0.5, 0))).toHaveLength(schema.minItems);
  }
  const { language } = compileSchema(
    { type: "array", uniqueItems: true, minItems: 1, items: { type: "integer", minimum: 100_000 } },
    { whitespace: { kind: "compact" } },
  );
  expect(language.cost(language.start)).toBe("[100000]".length);
});

test("combining numbers that divide takes fuel, so that a small schema cannot take long", () => {
  const primes = [499, 491, 487, 479];
  const multiples = primes.map((multipleOf, at) => [
    `p${at}`,
    { type: "integer", allOf: [{ multipleOf }, { multipleOf: primes[(at + 1) % primes.length] }] },
  ]);
  const schema = { type: "object", properties: Object.fromEntries(multiples) };
  expect(() => compileSchema(schema)).toThrow(expect.objectContaining({ name: "SchemaError", code: "schema-limit" }));
  const fuel = createFuel(1000);
  expect(() => fuel.run(() => compileSchema(schema))).toThrow(FuelError);
  expect(fuel.spent()).toBeLessThan(1100);
});

describe("schemas that refer to each other in cycles of coprime lengths", () => {
  /** Objects or arrays in each other. All pairs of definitions have to hold together. */
  const cycles = (lengths: readonly number[], inner: (next: object) => object): object => {
    const name = (length: number, i: number): string => `r${length}_${i % length}`;
    const definitions = lengths.flatMap((length) =>
      Array.from({ length }, (_, i) => [name(length, i), inner({ $ref: `#/$defs/${name(length, i + 1)}` })]),
    );
    return {
      allOf: lengths.map((length) => ({ $ref: `#/$defs/${name(length, 0)}` })),
      $defs: Object.fromEntries(definitions),
    };
  };

  test.each<[string, (next: object) => object]>([
    ["declared properties", (next) => ({ type: "object", properties: { x: next } })],
    ["undeclared properties", (next) => ({ type: "object", additionalProperties: next })],
    ["patterns of names", (next) => ({ type: "object", patternProperties: { "^x": next } })],
    ["items", (next) => ({ type: "array", items: next })],
  ])("take fuel for each plan: %s", (_, inner) => {
    expect(compileSchema(cycles([7, 5], inner)).language.start).toBeDefined();
    const fuel = createFuel(Number.POSITIVE_INFINITY);
    fuel.run(() => compileSchema(cycles([31, 29], inner)));
    expect(fuel.spent()).toBeGreaterThan(31 * 29 * 700);
    const little = { limits: { fuel: 500_000 } };
    const full = expect.objectContaining({ name: "SchemaError", code: "schema-limit" });
    expect(() => compileSchema(cycles([31, 29], inner), little)).toThrow(full);
  });
});

test("the cost of a value costs no work for what it need not contain", () => {
  const ranges = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [
      `k${i}`,
      { type: "number", minimum: -(i + 0.5), maximum: 10 ** i, multipleOf: 0.5 },
    ]),
  );
  const costOf = (schema: object): readonly [cost: number, units: number] => {
    const { language } = compileSchema({ type: "object", properties: ranges, additionalProperties: false, ...schema });
    const fuel = createFuel(Number.POSITIVE_INFINITY);
    return [fuel.run(() => language.cost(language.start)), fuel.spent()];
  };
  const [nothing, units] = costOf({});
  expect(nothing).toBe("{}".length);
  expect(units).toBeLessThan(200);
  const [one, more] = costOf({ required: ["k7"] });
  expect(one).toBe('{"k7":0}'.length);
  expect(more).toBeGreaterThan(units);
  // The names that are cheapest to add are not the last ones.
  expect(costOf({ minProperties: 12 })[0]).toBe(
    JSON.stringify(Object.fromEntries([..."0123456789"].map((i) => [`k${i}`, 0]))).length + 2 * ',"k10":0'.length,
  );
});

test("the cost of a constant with many members is one sum", () => {
  const value = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]));
  const { language } = compileSchema({ const: value }, { whitespace: { kind: "compact" }, integers: "plain" });
  expect(language.cost(language.start)).toBe(JSON.stringify(value).length);
});
