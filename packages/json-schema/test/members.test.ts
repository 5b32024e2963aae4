// Objects whose members come in either order: which of them are accepted, and the costs, each of which is one more than
// the least cost after one more byte.

import { compileSchema } from "@espalier/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { accepts } from "./languages.js";

/** Schemas of values, with a value of each. */
const VALUES = new Map<unknown, unknown>([
  [true, 1],
  [{ type: "integer" }, 2],
  [{ const: "abc" }, "abc"],
  [{ minimum: 1000 }, 1000],
  [false, undefined],
]);
const values = fc.constantFrom(...VALUES.keys());
const names = ["a", "bb", "ccc", "d"];
const schemas = fc
  .record({
    properties: fc.tuple(values, values, values, values),
    required: fc.subarray(names),
    minimum: fc.nat({ max: 5 }),
    more: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
    additional: fc.oneof(fc.constant(false), values),
    needs: fc.option(fc.dictionary(fc.constantFrom(...names), fc.subarray(names), { maxKeys: 3 }), {
      nil: undefined,
      freq: 2,
    }),
  })
  .map(({ properties, required, minimum, more, additional, needs }) => ({
    type: "object",
    properties: Object.fromEntries(names.map((name, at) => [name, properties[at]])),
    required,
    minProperties: minimum,
    ...(more !== undefined && { maxProperties: minimum + more }),
    additionalProperties: additional,
    ...(needs !== undefined && { dependentRequired: needs }),
  }));

/** Its objects have the members `a`, `ccc` and `d`. */
const NEEDED = {
  type: "object",
  properties: { a: true, bb: false, ccc: true, d: true },
  required: [],
  minProperties: 3,
  additionalProperties: false,
  dependentRequired: { a: ["ccc"] },
};

const ORDERS = ["any", "declared"] as const;

test.each(ORDERS)("%s: an object is accepted if it has enough members, and all that it needs", (order) => {
  const verdicts = new Set<boolean>();
  fc.assert(
    fc.property(schemas, fc.shuffledSubarray(names), (schema, chosen) => {
      const written = order === "any" ? chosen : names.filter((name) => chosen.includes(name));
      let language: ReturnType<typeof compileSchema>["language"] | undefined;
      try {
        ({ language } = compileSchema(schema, { order }));
      } catch (error) {
        expect(error).toMatchObject({ name: "SchemaError" });
        // A maximum beside names that need each other is refused.
        if (!String(error).includes("no value satisfies")) return;
      }
      const count = written.length;
      const { properties, required, minProperties, maxProperties = count, dependentRequired = {} } = schema;
      const has = (name: string): boolean => written.includes(name);
      const isValid =
        minProperties <= count &&
        count <= maxProperties &&
        required.every(has) &&
        written.every((name) => properties[name] !== false && (dependentRequired[name] ?? []).every(has));
      const text = JSON.stringify(Object.fromEntries(written.map((name) => [name, VALUES.get(properties[name]) ?? 0])));
      expect(language !== undefined && accepts(language, text)).toBe(isValid);
      verdicts.add(isValid);
    }),
    { numRuns: samples(2000), examples: [[NEEDED, ["ccc", "a", "d"]]] },
  );
  expect(verdicts.size).toBe(2);
});

test.each(ORDERS)("%s: costs are the least, along random texts", (order) => {
  let steps = 0;
  fc.assert(
    fc.property(schemas, fc.array(fc.nat(), { minLength: 20, maxLength: 40 }), (schema, choices) => {
      let language: ReturnType<typeof compileSchema>["language"];
      try {
        ({ language } = compileSchema(schema, { order, whitespace: { kind: "compact" } }));
      } catch (error) {
        expect(error).toMatchObject({ name: "SchemaError" });
        return;
      }
      const needs = order === "any" && schema.dependentRequired !== undefined;
      const isExact = schema.additionalProperties === false && !needs;
      let state = language.start;
      for (const choice of choices) {
        const next = Array.from({ length: 256 }, (_, byte) => language.step(state, byte)).filter(
          (each) => each !== undefined,
        );
        const least = Math.min(...next.map((each) => language.cost(each)));
        // Undeclared names after the first, and names that need others, have upper bounds of costs.
        if (language.accepts(state)) expect(language.cost(state)).toBe(0);
        else if (isExact) expect(language.cost(state)).toBe(1 + least);
        else expect(language.cost(state)).toBeGreaterThan(least);
        steps++;
        if (next.length === 0) break;
        // Mostly on the way to the end, so that members come to an end.
        const nearest = next.filter((each) => language.cost(each) === least);
        const among = choice % 3 === 0 ? next : nearest;
        state = among[choice % among.length]!;
      }
    }),
    { numRuns: samples(1000) },
  );
  expect(steps).toBeGreaterThan(500);
});

test("many names that depend on others", () => {
  const schema = (pairs: number, minProperties = 0) => ({
    properties: Object.fromEntries(Array.from({ length: 2 * pairs }, (_, at) => [`k${at}`, {}])),
    dependentRequired: Object.fromEntries(
      Array.from({ length: pairs }, (_, at) => [`k${at}`, [`k${2 * pairs - 1 - at}`]]),
    ),
    minProperties,
  });
  const { language } = compileSchema({ type: "object", ...schema(15) });
  expect(language.cost(language.start)).toBe(2);
  expect(accepts(language, '{"k0": 1, "k5": 2, "k24": 3, "k29": 4}')).toBe(true);
  expect(accepts(language, '{"k0": 1, "k5": 2, "k29": 4}')).toBe(false);
  expect(() => compileSchema(schema(15, 20))).toThrow("some of which depend on others");
});

test.each(ORDERS)("%s: a minimum of a thousand million members", (order) => {
  const { language } = compileSchema({ type: "object", properties: { a: true }, minProperties: 1e9 }, { order });
  expect(language.cost(language.start)).toBeGreaterThan(1e9);
  expect(accepts(language, '{"a": 1}')).toBe(false);
});
