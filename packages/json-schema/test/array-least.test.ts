// The least cost of finishing an array with counted items, against a search over all numbers of items.

import { compileSchema, SchemaError } from "@espalier/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { afterItem, beginOf, type ItemPlace, leastItems, mayClose, mostPlaces } from "../src/nodes/array-least.js";
import type { ArrayPlan, ItemVariant } from "../src/nodes/plan.js";
import type { Valuation } from "../src/nodes/valuation.js";
import { accepts } from "./languages.js";

/** The costs of the items at each position, by the conditions that they satisfy; positions after the last are alike. */
type Costs = readonly (readonly number[])[];
type Condition = Pick<ArrayPlan["counted"][number], "minimum" | "maximum">;

function planOf(conditions: readonly Condition[], costs: Costs, minimum: number, maximum: number): ArrayPlan {
  const variants = costs.map((list) => list.map((cost, counts) => ({ node: cost, counts }) as unknown as ItemVariant));
  const prefix = costs.length - 1;
  return {
    ...({ counted: conditions, prefix, minimum, maximum } as unknown as ArrayPlan),
    variants: (position) => variants[Math.min(position, prefix)]!,
  };
}

const valuation = { value: (node: unknown) => node as number, comma: () => 1 } as unknown as Valuation;
const MOST = 14;

/** The least cost with at most {@link MOST} items in all. */
function naive(plan: ArrayPlan, place: ItemPlace, items: number, known: Map<string, number>): number {
  const key = `${items} ${place.count} ${place.hits.join()}`;
  const ready = known.get(key);
  if (ready !== undefined) return ready;
  let least = mayClose(plan, place) ? 0 : Number.POSITIVE_INFINITY;
  if (items < Math.min(plan.maximum, MOST)) {
    for (const variant of plan.variants(items)) {
      const next = afterItem(plan, place, variant);
      if (next === undefined) continue;
      least = Math.min(least, 1 + valuation.value(variant.node) + naive(plan, next, items + 1, known));
    }
  }
  known.set(key, least);
  return least;
}

const condition: fc.Arbitrary<Condition> = fc
  .record({ minimum: fc.nat({ max: 3 }), more: fc.oneof(fc.nat({ max: 3 }), fc.constant(Number.POSITIVE_INFINITY)) })
  .map(({ minimum, more }) => ({ minimum, maximum: minimum + more }));
const cost = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.constant(Number.POSITIVE_INFINITY));
const plans = fc
  .record({
    conditions: fc.array(condition, { maxLength: 3 }),
    prefix: fc.nat({ max: 2 }),
    minimum: fc.nat({ max: 4 }),
    more: fc.oneof(fc.nat({ max: 4 }), fc.constant(Number.POSITIVE_INFINITY)),
  })
  .chain(({ conditions, prefix, minimum, more }) =>
    fc
      .array(fc.array(cost, { minLength: 2 ** conditions.length, maxLength: 2 ** conditions.length }), {
        minLength: prefix + 1,
        maxLength: prefix + 1,
      })
      .map((costs) => planOf(conditions, costs, minimum, minimum + more)),
  );

describe("the least cost of finishing an array", () => {
  test("is that of a search over all items, from every place", () => {
    fc.assert(
      fc.property(plans, fc.array(fc.nat(), { maxLength: 6 }), (plan, choices) => {
        let place = beginOf(plan);
        const memo = new Map<string, number>();
        const known = new Map<string, number>();
        for (let items = 0; ; items++) {
          expect(leastItems(plan, place, valuation, memo)).toBe(naive(plan, place, items, known));
          if (items >= choices.length || items >= plan.maximum) break;
          const all = plan.variants(items);
          const next = afterItem(plan, place, all[choices[items]! % all.length]!);
          if (next === undefined) break;
          place = next;
        }
        const { counted, prefix, minimum, maximum } = plan;
        const start = new Map<string, number>();
        leastItems(plan, beginOf(plan), valuation, start);
        expect(start.size).toBeLessThanOrEqual(mostPlaces(counted, { prefix, minimum, maximum }));
      }),
      { numRuns: samples(2000) },
    );
  });

  test("of a long tuple asks each item for its cost once", () => {
    let asked = 0;
    const value = (node: unknown): number => {
      asked++;
      return node as number;
    };
    const counting = { ...valuation, value } as unknown as Valuation;
    const plan = planOf([], [...Array.from({ length: 3000 }, () => [2]), [5]], 3001, 3001);
    const memo = new Map<string, number>();
    for (let count = 0; count <= 3000; count++)
      expect(leastItems(plan, { count, hits: [] }, counting, memo)).toBe(3 * (3000 - count) + 6);
    // The item after the tuple is alike for all places.
    expect(asked).toBeLessThan(3000 + 2 * 3001);
  });

  test("needs no deep recursion", () => {
    const one = { contains: { const: 1 } };
    const cases: readonly (readonly [object, number])[] = [
      [{ ...one, maxItems: 100_000 }, 3],
      [{ ...one, minContains: 2, maxItems: 3000 }, 5],
      [{ ...one, minContains: 1000, maxItems: 3000 }, 2001],
      [{ ...one, minContains: 2, maxContains: 50_000, minItems: 20_000, maxItems: 90_000 }, 40_001],
      [{ ...one, minContains: 50_000 }, 100_001],
    ];
    for (const [schema, cost] of cases) {
      const { language } = compileSchema({ type: "array", ...schema });
      expect([schema, language.cost(language.start)]).toEqual([schema, cost]);
      expect(accepts(language, "[2, 1]")).toBe(cost === 3);
    }
  });

  test("refuses conditions that would need too many numbers at once", () => {
    const contains = (minContains: number): object => ({
      type: "array",
      allOf: [1, 2, 3, 4].map((value) => ({ contains: { const: value }, minContains, maxContains: 3 * minContains })),
    });
    expect(() => compileSchema(contains(300))).toThrow(SchemaError);
    const { language } = compileSchema(contains(8));
    expect(language.cost(language.start)).toBe(65);
  });
});
