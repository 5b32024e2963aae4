// The types of products say whether a budget is kept.

import { type Budgeted, type Monitor, monitorOf, product, strings } from "@espalier/monitor";
import { expect, expectTypeOf, test } from "vitest";

const own = monitorOf({ start: 0, step: (count: number) => (count < 4 ? count + 1 : undefined), accepts: () => true });

test("a product of a monitor of one's own keeps one only where a cost is given", () => {
  const without = product(strings(["ab"]), own);
  expectTypeOf(without.cost).toEqualTypeOf<Monitor<(typeof without)["start"]>["cost"]>();
  expectTypeOf(without).not.toMatchTypeOf<Budgeted<(typeof without)["start"]>>();
  expect(without.cost).toBe(undefined);

  const searched = product(strings(["ab"]), own, { cost: "search" });
  expectTypeOf(searched.cost).toBeFunction();
  expect(searched.cost(searched.start)).toBe(2);

  const given = product(strings(["ab"]), own, { cost: (a, b) => (typeof a === "number" && b < 4 ? 2 : 0) });
  expectTypeOf(given.cost).toBeFunction();
  expect(given.cost(given.start)).toBe(2);

  // @ts-expect-error: a product without a cost is no monitor that keeps a budget
  const budgeted: Budgeted<unknown> = without;
  expect(budgeted).toBe(without);
});
