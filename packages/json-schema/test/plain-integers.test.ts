// `integers: "plain"`: what must be an integer is written as digits alone, and no value is lost by that.

import { compileSchema } from "@espalier/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { accepts, randomText } from "./languages.js";

const PLAIN = /^-?\d+$/u;
const SPELLINGS = ["", ".0", ".00", ".000", "e0", "E+0", "e1", "e-0", ".5", ".0e0"];

/** Keywords that hold of integers only: bounds, divisors, and what is denied. */
const integerSchemas = fc
  .record({
    low: fc.option(fc.integer({ min: -300, max: 300 })),
    high: fc.option(fc.integer({ min: -300, max: 300 })),
    divisors: fc.array(fc.constantFrom(2, 3, 5, 10, 0.5), { maxLength: 2 }),
    denied: fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 2 }),
  })
  .map(({ low, high, divisors, denied }) => ({
    type: "integer",
    ...(low === null ? {} : { minimum: low }),
    ...(high === null ? {} : { maximum: high }),
    allOf: [
      true,
      ...divisors.map((multipleOf) => ({ multipleOf })),
      ...denied.map((value) => ({ not: { const: value } })),
    ],
  }));

function compiled(schema: unknown, integers: "plain" | "any") {
  try {
    return compileSchema(schema, { integers }).language;
  } catch (error) {
    if ((error as { code?: string }).code === "unsatisfiable-schema") return undefined;
    throw error;
  }
}

describe("integers written plainly", () => {
  test("of all spellings of an integer, exactly the plain one", () => {
    fc.assert(
      fc.property(
        integerSchemas,
        fc.integer({ min: -310, max: 310 }),
        fc.constantFrom(...SPELLINGS),
        (schema, value, end) => {
          const plain = compiled(schema, "plain");
          const any = compiled(schema, "any");
          expect(plain === undefined).toBe(any === undefined);
          if (plain === undefined || any === undefined) return;
          const text = `${value}${end}`;
          expect(accepts(plain, text), text).toBe(accepts(any, text) && PLAIN.test(text));
        },
      ),
      { numRuns: samples(300) },
    );
  });

  test("whatever can begin can be finished", () => {
    fc.assert(
      fc.property(integerSchemas, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (schema, stream) => {
        const language = compiled(schema, "plain");
        if (language === undefined) return;
        const text = randomText(language, () => stream.next().value, 6);
        expect(text.trim()).toMatch(PLAIN);
      }),
      { numRuns: samples(100) },
    );
  });

  test.each([
    ["an integer", { type: "integer" }, ["1", "-7", "0"], ["1.0", "1e0", "1."]],
    ["constants", { enum: [1, 2.5, 1e25] }, ["1", "2.5", "2.50"], ["1.0", "1e0"]],
    ["a number", { type: "number" }, ["1", "1.0", "1e0", "2.5"], []],
    ["draft 4", { $schema: "http://json-schema.org/draft-04/schema#", type: "integer" }, ["1"], ["1.0"]],
    ["an integer or a text", { anyOf: [{ type: "integer" }, { type: "string" }] }, ["1", '"1.0"'], ["1.0"]],
    ["one of two ranges", { type: "integer", anyOf: [{ maximum: 3 }, { minimum: 9 }] }, ["3", "9"], ["3.0", "4"]],
    ["a long way from zero", { type: "integer", minimum: 1e50 }, ["1e50", "2e+50"], ["1.0"]],
    [
      "a long way from zero, but for one",
      { type: "integer", minimum: 1e50, not: { const: 2e50 } },
      ["1e50"],
      ["2e50", "1.0"],
    ],
  ])("%s", (_, schema, good, bad) => {
    const { language } = compileSchema(schema, { integers: "plain" });
    for (const text of good) expect(accepts(language, text), text).toBe(true);
    for (const text of bad) expect(accepts(language, text), text).toBe(false);
  });

  test("all spellings unless it is said", () => {
    const { language } = compileSchema({ type: "integer" });
    expect(accepts(language, "1.0")).toBe(true);
  });
});
