// The least cost of finishing an array: items up to the minimum, and items that fulfil the `contains` conditions.

import type { ArrayPlan, ItemVariant } from "./plan.js";
import type { Memo, Valuation } from "./valuation.js";

/** The state of an array between two items. */
export interface ItemPlace {
  /** The number of items so far, capped at the largest count that matters. */
  readonly count: number;
  /** For each condition, the number of items that satisfied it, capped at the largest count that matters. */
  readonly hits: readonly number[];
}

export function beginOf(plan: ArrayPlan): ItemPlace {
  return { count: 0, hits: plan.counted.map(() => 0) };
}

/** Returns the largest item count to distinguish: without a maximum, all later items are alike. */
function itemCap(plan: ArrayPlan): number {
  return plan.maximum === Number.POSITIVE_INFINITY ? Math.max(plan.prefix, plan.minimum) : plan.maximum;
}

/** Returns the state after one more item; `undefined` if a condition then has too many items. */
export function afterItem(plan: ArrayPlan, place: ItemPlace, variant: ItemVariant): ItemPlace | undefined {
  const hits: number[] = [];
  for (let c = 0; c < plan.counted.length; c++) {
    const { minimum, maximum } = plan.counted[c]!;
    const hit = place.hits[c]! + ((variant.counts >> c) & 1);
    if (hit > maximum) return undefined;
    hits.push(maximum === Number.POSITIVE_INFINITY ? Math.min(hit, minimum) : hit);
  }
  return { count: Math.min(place.count + 1, itemCap(plan)), hits };
}

export function mayClose(plan: ArrayPlan, { count, hits }: ItemPlace): boolean {
  return count >= plan.minimum && plan.counted.every(({ minimum }, c) => hits[c]! >= minimum);
}

/**
 * Returns the least cost of the remaining items, each with a comma before it; 0 if the array may end, `Infinity` if it
 * cannot be finished. The recursion is bounded, because array-plan.ts limits the number of conditions.
 */
export function leastItems(plan: ArrayPlan, place: ItemPlace, costs: Valuation, memo: Memo): number {
  if (mayClose(plan, place)) return 0;
  if (plan.counted.length === 0) return leastUncounted(plan, place.count, costs);
  const key = `${place.count} ${place.hits.join()}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  memo.set(key, Number.POSITIVE_INFINITY);
  let least = Number.POSITIVE_INFINITY;
  if (place.count < plan.maximum) {
    for (const variant of plan.variants(place.count)) {
      const value = costs.value(variant.node);
      if (value === Number.POSITIVE_INFINITY) continue;
      const next = afterItem(plan, place, variant);
      if (next === undefined || (next.count === place.count && next.hits.join() === place.hits.join())) continue;
      least = Math.min(least, costs.comma() + value + leastItems(plan, next, costs, memo));
    }
  }
  memo.set(key, least);
  return least;
}

function leastUncounted(plan: ArrayPlan, count: number, costs: Valuation): number {
  if (plan.minimum > plan.maximum) return Number.POSITIVE_INFINITY;
  let total = 0;
  if (plan.unique !== undefined) {
    const [{ node }] = plan.variants(0) as [ItemVariant];
    const first = count === 0 ? costs.comma() + Math.max(costs.value(node), costs.firstDifferentItem(plan)) : 0;
    return first + (plan.minimum - Math.max(1, count)) * (costs.comma() + costs.differentItem(plan));
  }
  const item = (position: number): number =>
    costs.comma() + Math.min(...plan.variants(position).map(({ node }) => costs.value(node)));
  let position = count;
  for (; position < plan.minimum && position < plan.prefix; position++) total += item(position);
  const alike = plan.minimum - position;
  return alike > 0 ? total + alike * item(position) : total;
}
