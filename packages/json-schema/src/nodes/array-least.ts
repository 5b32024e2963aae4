// The least cost of finishing an array: items up to the minimum, and items that fulfil the `contains` conditions.

import { burn } from "@espalier/monitor";
import type { Counted } from "./array-cases.js";
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
 * cannot be finished. With conditions, it visits each place that {@link mostPlaces} counts at most once.
 */
export function leastItems(plan: ArrayPlan, place: ItemPlace, costs: Valuation, memo: Memo): number {
  if (mayClose(plan, place)) return 0;
  if (plan.counted.length === 0) return leastUncounted(plan, place.count, costs, memo);
  const pending = [place];
  for (let at: ItemPlace | undefined = place; at !== undefined; at = pending.at(-1)) {
    const key = keyOf(plan, at);
    if (!memo.has(key)) {
      const before = pending.length;
      let least = Number.POSITIVE_INFINITY;
      for (const [item, next] of usefulItems(plan, at, costs)) {
        const rest = mayClose(plan, next) ? 0 : memo.get(keyOf(plan, next));
        if (rest === undefined) pending.push(next);
        else least = Math.min(least, item + rest);
      }
      if (pending.length > before) continue;
      burn("schema", PLACE_FUEL);
      memo.set(key, least);
    }
    pending.pop();
  }
  return memo.get(keyOf(plan, place))!;
}

/** Units of fuel for one place, which takes some microseconds. */
const PLACE_FUEL = 64;

/** Returns how many more items each condition needs. */
const owed = ({ counted }: ArrayPlan, { hits }: ItemPlace): number[] =>
  counted.map(({ minimum }, c) => Math.max(0, minimum - hits[c]!));

/**
 * Returns the cost of each next item that the least completion may begin with, and the place after it. From the prefix on,
 * items may be exchanged: those that a condition needs come first, then those that only the minimum needs.
 */
function usefulItems(plan: ArrayPlan, place: ItemPlace, costs: Valuation): (readonly [number, ItemPlace])[] {
  if (place.count >= plan.maximum) return [];
  const needs = place.count < plan.prefix ? [] : owed(plan, place);
  const isOwed = needs.some((need) => need > 0);
  const found: [number, ItemPlace][] = [];
  for (const variant of plan.variants(place.count)) {
    if (isOwed && !needs.some((need, c) => need > 0 && ((variant.counts >> c) & 1) === 1)) continue;
    const value = costs.value(variant.node);
    const next = value === Number.POSITIVE_INFINITY ? undefined : afterItem(plan, place, variant);
    if (next !== undefined) found.push([costs.comma() + value, next]);
  }
  // With one condition, the cheapest item that may come is the best to fill up with.
  if (place.count < plan.prefix || isOwed || plan.counted.length > 1) return found;
  return found.sort((a, b) => a[0] - b[0]).slice(0, 1);
}

/** Returns a key that places have in common if the same completions are least for both. */
function keyOf(plan: ArrayPlan, place: ItemPlace): string {
  const needs = owed(plan, place);
  const alike = Math.max(plan.prefix, plan.minimum);
  const most = needs.reduce((sum, need) => sum + need, Math.max(0, alike - place.count));
  // A maximum that is farther than the most items that may be useful is as none.
  const count = plan.maximum - place.count >= most ? Math.min(place.count, alike) : place.count;
  const hits = plan.counted.map(({ minimum, maximum }, c) =>
    maximum - place.hits[c]! >= most ? Math.min(place.hits[c]!, minimum) : place.hits[c]!,
  );
  return `${count} ${hits.join()}`;
}

/** Returns a bound of the number of places that {@link leastItems} visits from the start of an array. */
export function mostPlaces(
  conditions: readonly Counted[],
  { prefix, minimum, maximum }: { readonly prefix: number; readonly minimum: number; readonly maximum: number },
): number {
  const filled = prefix + minimum;
  const useful = conditions.reduce((sum, each) => sum + each.minimum, filled);
  const hits = conditions.reduce((all, each) => all * (1 + (each.maximum < useful ? each.maximum : each.minimum)), 1);
  if (conditions.length < 2) return hits * (1 + prefix) + minimum;
  return hits * (1 + (maximum < useful ? useful : filled));
}

function leastUncounted(plan: ArrayPlan, count: number, costs: Valuation, memo: Memo): number {
  if (plan.minimum > plan.maximum) return Number.POSITIVE_INFINITY;
  if (plan.unique !== undefined) {
    const [{ node }] = plan.variants(0) as [ItemVariant];
    const first = count === 0 ? costs.comma() + Math.max(costs.value(node), costs.firstDifferentItem(plan)) : 0;
    return first + (plan.minimum - Math.max(1, count)) * (costs.comma() + costs.differentItem(plan));
  }
  const item = (position: number): number =>
    costs.comma() + Math.min(...plan.variants(position).map(({ node }) => costs.value(node)));
  const different = Math.min(plan.minimum, plan.prefix);
  const alike = plan.minimum - Math.max(count, different);
  const rest = alike > 0 ? alike * item(Math.max(count, different)) : 0;
  if (count >= different) return rest;
  // One sum from the end serves all positions of the prefix.
  const known = memo.get(String(count));
  if (known !== undefined) return known;
  let total = rest;
  for (let position = different - 1; position >= 0; position--) {
    total += item(position);
    memo.set(String(position), total);
  }
  return memo.get(String(count))!;
}
