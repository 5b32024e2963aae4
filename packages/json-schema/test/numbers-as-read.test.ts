// Numbers as JSON.parse reads them: the judge is ajv, applied to what a reader makes of each text that the language accepts.

import { compileSchema } from "@espalier/json-schema";
import { run, verdict } from "@espalier/monitor";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";

const ajv = new Ajv2020({ strict: false, strictNumbers: true });

function isAccepted(schema: unknown, text: string): boolean {
  return verdict(compileSchema(schema).language, text).kind === "accepted";
}

describe("texts are accepted for the double that they are read as", () => {
  const wrong: readonly (readonly [schema: object, text: string])[] = [
    [{ exclusiveMaximum: 1 }, "0.99999999999999999999"],
    [{ exclusiveMinimum: 5 }, "5.0000000000000000000001"],
    [{ exclusiveMinimum: 0 }, `0.${"0".repeat(400)}1`],
    [{ not: { type: "integer" } }, "9007199254740993.5"],
    [{ not: { const: 1 } }, "0.99999999999999999999"],
    [{ not: { enum: [1, 2, 0.5] } }, "0.49999999999999999999"],
    [{ not: { multipleOf: 2 } }, "9007199254740993"],
    [{ not: { maximum: 1 } }, "1.00000000000000000001"],
    [{ multipleOf: 3 }, "9007199254740993"],
    [{ type: "number" }, "1e309"],
    [{ type: "number" }, `1${"0".repeat(309)}`],
    [{ type: "integer", not: { minimum: 9007199254740992 } }, "9007199254740991.9"],
  ];
  for (const [schema, text] of wrong) {
    test(`${JSON.stringify(schema)} refuses ${text.slice(0, 30)}`, () => {
      expect(ajv.validate({ type: "number", ...schema }, JSON.parse(text))).toBe(false);
      expect(isAccepted(schema, text)).toBe(false);
    });
  }

  const right: readonly (readonly [schema: object, text: string])[] = [
    [{ type: "number" }, "1".repeat(41)],
    [{ type: "number" }, `0.${"3".repeat(60)}`],
    [{ type: "number" }, `-${"9".repeat(308)}.5`],
    [{ type: "number" }, "1e-400"],
    [{ type: "number" }, "0e0"],
    [{ type: "integer" }, "1e5"],
    [{ type: "integer" }, "1.5e1"],
    [{ type: "integer" }, "10e2"],
    [{ type: "integer" }, "1.7976931348623157e+308"],
    [{ type: "integer" }, "1.2345678901234567e+16"],
    [{ type: "integer" }, "9".repeat(50)],
    [{ type: "integer", minimum: 5 }, "1e5"],
    [{ multipleOf: 5 }, "1e5"],
    [{ multipleOf: 5 }, "1.5e1"],
    [{ multipleOf: 2 }, "9007199254740990"],
    [{ type: "number", minimum: 1e50, multipleOf: 5 }, "1e50"],
    [{ type: "number", minimum: 1e50, multipleOf: 5 }, `1${"0".repeat(50)}`],
    [{ maximum: 1 }, "1.00000000000000000001"],
    [{ minimum: 1, maximum: 1 }, "0.99999999999999999999"],
    [{ minimum: 1 }, "1.000000000000000111022302462515654042363166809082031250"],
    [{ minimum: 0 }, "1e-400"],
    [{ not: { type: "integer" } }, "0.30000000000000004"],
    [{ not: { type: "integer" } }, "1.2345678901234567e-8"],
    [{ not: { const: 1 } }, "0.30000000000000004"],
  ];
  for (const [schema, text] of right) {
    test(`${JSON.stringify(schema)} accepts ${text.slice(0, 30)}`, () => {
      // ajv divides doubles, and takes 2e+49 for no integer.
      if (!("multipleOf" in schema)) expect(ajv.validate({ type: "number", ...schema }, JSON.parse(text))).toBe(true);
      expect(isAccepted(schema, text)).toBe(true);
    });
  }

  test("multiples of a fraction, by the decimals that are written for doubles", () => {
    for (const [multipleOf, text] of [
      [2e-8, "1e-7"],
      [2e-8, "6e-8"],
      [0.1, "0.3"],
      [0.05, "1.5e-1"],
      [1e-7, "1e-7"],
      [1e-7, "1.2e-6"],
    ] as const) {
      expect([multipleOf, text, isAccepted({ multipleOf }, text)]).toEqual([multipleOf, text, true]);
    }
    for (const [multipleOf, text] of [
      [2e-8, "5e-8"],
      [0.1, "0.30000000000000004"],
      [0.05, "1.4e-1"],
      [1e-7, "1.25e-7"],
    ] as const) {
      expect([multipleOf, text, isAccepted({ multipleOf }, text)]).toEqual([multipleOf, text, false]);
    }
  });
});

test("integers keep to inclusive bounds as they are written, too, since many readers keep all their digits", () => {
  const schema = { type: "integer", minimum: 0, maximum: 9223372036854776000 };
  expect(isAccepted(schema, "9223372036854776000")).toBe(true);
  expect(isAccepted(schema, "9.223372036854776e18")).toBe(true);
  expect(isAccepted(schema, "9223372036854776001")).toBe(false);
  expect(isAccepted(schema, "9.223372036854776001e18")).toBe(false);
});

test("a schema of which no text is decided is not called unsatisfiable", () => {
  const low = 9007199254740994;
  const schema = { type: "number", exclusiveMinimum: low, exclusiveMaximum: low + 4, multipleOf: 2 };
  expect(() => compileSchema(schema)).toThrow("nothing can be written: numbers with more than 15 significant digits");
  expect(() => compileSchema({ type: "number", minimum: 2, maximum: 1 })).toThrow("no value satisfies this schema");
});

test("neither is one of the largest numbers, which plain texts of 308 digits do not reach", () => {
  const schema = { type: "number", minimum: Number.MAX_VALUE, multipleOf: 5 };
  expect(() => compileSchema(schema)).toThrow("nothing can be written: numbers with more than 15 significant digits");
});

test("options of oneOf that share only numbers without a text are not disjoint", () => {
  const largest = Number.MAX_VALUE;
  for (const multipleOf of [0.25, 5]) {
    const schema = { type: "number", oneOf: [{ multipleOf }, { minimum: largest }] };
    expect(isAccepted(schema, String(largest)), "a multiple of both").toBe(false);
    expect(isAccepted(schema, "15"), "a multiple below the bound").toBe(true);
  }
  // These two are: no multiple of 5 lies between 1 and 3.
  const disjoint = { type: "number", oneOf: [{ multipleOf: 5 }, { minimum: 1, maximum: 3 }] };
  for (const text of ["2", "1.5", "10"]) expect(isAccepted(disjoint, text), text).toBe(true);
});

test("between two neighbours among the subnormal doubles there is no number", () => {
  for (const [low, high] of [
    [0, 5e-324],
    [-5e-324, 0],
    [5e-324, 1e-323],
    [1e-310, 1e-310 + 5e-324],
  ]) {
    const below = { type: "number", exclusiveMaximum: high };
    expect(() => compileSchema({ ...below, exclusiveMinimum: low })).toThrow("no value satisfies this schema");
    expect(isAccepted({ ...below, minimum: low }, String(low))).toBe(true);
  }
});

test("what narrows numbers so that not all their texts are decided is a notice", () => {
  const codes = (schema: object): string[] => compileSchema(schema).notices.map(({ code }) => code);
  for (const schema of [
    { type: "number" },
    { type: "integer", minimum: 1, maximum: 65535 },
    { enum: [1, 2.5] },
    { type: "number", multipleOf: 0.01 },
    { type: "number", exclusiveMinimum: 0, not: { const: 1 } },
  ]) {
    expect(codes(schema)).toEqual([]);
  }
  expect(codes({ type: "number", multipleOf: 5 })).toEqual(["partial-numbers"]);
  expect(codes({ properties: { a: { not: { type: "integer" } } } })).toEqual(["partial-numbers"]);
  expect(compileSchema({ type: "number", multipleOf: 5 }, { notices: "refuse" }).notices).toHaveLength(1);
});

test("numbers among items that have to differ are a notice, since they are refused with an exponent", () => {
  const unique = (items: object): object => ({
    properties: { a: { type: "array", uniqueItems: true, maxItems: 9, items } },
  });
  const noticesOf = (schema: object) => compileSchema(schema).notices.map(({ code, pointer }) => [code, pointer]);
  for (const items of [{ type: "number" }, { type: ["string", "integer"] }, { enum: [100, "a"] }]) {
    expect(noticesOf(unique(items))).toEqual([["plain-items", "#/properties/a/uniqueItems"]]);
    expect(isAccepted(unique(items), '{"a":[100]}')).toBe(true);
    expect(isAccepted(unique(items), '{"a":[1e2]}')).toBe(false);
  }
  for (const items of [{ type: "string" }, { enum: [true, null] }]) expect(noticesOf(unique(items))).toEqual([]);
  expect(noticesOf({ type: "array", items: { type: "number" } })).toEqual([]);
  expect(noticesOf({ type: "array", uniqueItems: true, maxItems: 1, items: { type: "number" } })).toEqual([]);
});

test("decimals as they are written, by choice", () => {
  const { language } = compileSchema(
    { type: "number", exclusiveMaximum: 1, multipleOf: 1e-20 },
    { numbers: "decimals" },
  );
  expect(verdict(language, "0.99999999999999999999").kind).toBe("accepted");
  expect(verdict(language, "0.999999999999999999999").kind).toBe("dead");
  expect(verdict(language, "1.0").kind).not.toBe("accepted");
  const odd = compileSchema({ type: "integer", not: { multipleOf: 2 } }, { numbers: "decimals" });
  expect(verdict(odd.language, "9007199254740993").kind).toBe("accepted");
  expect(odd.notices).toEqual([]);
});

test("what a live text begins can be finished", () => {
  for (const schema of [{ type: "integer" }, { multipleOf: 5 }, { not: { multipleOf: 2 } }, { exclusiveMinimum: 0 }]) {
    const { language } = compileSchema({ type: "number", ...schema });
    for (const text of ["1.5", "-", "0.000", "1.5e", "12"]) {
      const state = run(language, text);
      if (state !== undefined) expect(language.cost(state)).toBeLessThan(400);
    }
  }
});
