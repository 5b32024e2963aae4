// Computes the least cost of finishing an object. Each declared name, in order, is used or skipped. Then undeclared
// names are added until `minProperties` and all open obligations (conditions that some property must satisfy) are met.
// This is a dynamic program over the states of the object's rule (object-rule.ts).

import { onceFor } from "../text/recall.js";
import type { DeclaredName, FreeNames, ObjectPlan, Variant } from "./plan.js";
import type { Memo, Valuation } from "./valuation.js";

/** The state of an object between two members. */
export interface Place {
  /** Declared names before this position have been passed. */
  readonly at: number;
  /** The number of members so far, capped at the largest count that matters. */
  readonly count: number;
  /** The present names among those that need others or are needed: bits by {@link Needs}. */
  readonly seen: number;
  /** The obligations that are fulfilled: bits. */
  readonly settled: number;
}

export const BEGIN: Place = { at: 0, count: 0, seen: 0, settled: 0 };

/** The names that need others or are needed, numbered. */
export interface Needs {
  /** Returns the bit of a position, 0 for most positions. */
  bit(position: number): number;
  /** Returns whether the name at `position` must be present, given the names that are. */
  demanded(position: number, seen: number): boolean;
  /** Returns whether the name at `position` may be taken: what it needs is present or can still come. */
  permitted(position: number, seen: number): boolean;
  /** Returns the bits of the names before `position` on which names from there on depend. */
  relevant(position: number): number;
}

/** The largest number of names in dependencies that fit into bits. */
export const MAX_DEPENDENT = 30;

const NO_NEEDS: Needs = {
  bit: () => 0,
  demanded: () => false,
  permitted: () => true,
  relevant: () => 0,
};

/** Returns whether a name needs itself, through others. */
export function needEachOther(declared: readonly DeclaredName[]): boolean {
  return declared.some(({ needs }, position) => {
    const all = new Set(needs);
    for (const each of all) for (const other of declared[each]!.needs) all.add(other);
    return all.has(position);
  });
}

/** @returns undefined if more than {@link MAX_DEPENDENT} names take part in dependencies. */
export function needsOf(declared: readonly DeclaredName[]): Needs | undefined {
  if (declared.every(({ needs }) => needs.length === 0)) return NO_NEEDS;
  const bits = new Map<number, number>();
  declared.forEach(({ needs }, i) => {
    for (const position of needs.length === 0 ? [] : [i, ...needs]) {
      if (!bits.has(position)) bits.set(position, bits.size);
    }
  });
  if (bits.size > MAX_DEPENDENT) return undefined;
  const bit = (position: number): number => {
    const number = bits.get(position);
    return number === undefined ? 0 : 1 << number;
  };
  const neededBy = new Map<number, number>();
  declared.forEach(({ needs }, i) => {
    for (const position of needs) neededBy.set(position, (neededBy.get(position) ?? 0) | bit(i));
  });
  const relevant = new Int32Array(declared.length + 1);
  declared.forEach(({ needs }, i) => {
    for (const other of needs) {
      const [first, last] = i < other ? [i, other] : [other, i];
      for (let at = first + 1; at <= last; at++) relevant[at] = relevant[at]! | bit(first);
    }
  });
  return {
    bit,
    demanded: (position, seen) => ((neededBy.get(position) ?? 0) & seen) !== 0,
    permitted: (position, seen) =>
      declared[position]!.needs.every((other) => other >= position || (bit(other) & seen) !== 0),
    relevant: (position) => relevant[position]!,
  };
}

/** The number of declared names that one recursion may pass. */
const STRIDE = 500;

/** The most places (by position, count and the names on which others depend) of an object with counted or dependent names. */
const MAX_PLACES = 250_000;

/** Returns whether there are few enough places, by count and by the names on which others depend, to examine all. */
export function isAffordable(plan: ObjectPlan): boolean {
  if (plan.plain()) return true;
  const declared = plan.declared();
  const counts = Math.max(1, Math.min(countCap(plan), declared.length));
  const needs = needsOf(declared) ?? NO_NEEDS;
  return declared.reduce((sum, _, at) => sum + counts * 2 ** bitsIn(needs.relevant(at)), 0) <= MAX_PLACES;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** Returns the largest member count to distinguish. */
export function countCap(plan: ObjectPlan): number {
  const maximum = plan.maximum();
  return maximum === Number.POSITIVE_INFINITY ? plan.minimum : maximum;
}

/** Returns the state after one more member. */
export function after(plan: ObjectPlan, needs: Needs, place: Place, position: number, variant: Variant): Place {
  const free = position >= plan.declared().length;
  return {
    at: free ? plan.declared().length : position + 1,
    count: Math.min(place.count + 1, countCap(plan)),
    seen: free ? 0 : (place.seen | needs.bit(position)) & needs.relevant(position + 1),
    settled: place.settled | variant.settles,
  };
}

/** Returns, by position, the obligations that the names from there on can fulfil, undeclared names included. */
const settleableFrom = onceFor((plan: ObjectPlan): Int32Array => {
  const declared = plan.declared();
  const masks = new Int32Array(declared.length + 1);
  let mask = 0;
  for (const { variants } of plan.free()) for (const { settles } of variants) mask |= settles;
  masks[declared.length] = mask;
  for (let at = declared.length - 1; at >= 0; at--) {
    for (const { settles } of declared[at]!.variants) mask |= settles;
    masks[at] = mask;
  }
  return masks;
}, new WeakMap());

/**
 * Returns the least cost of the remaining members, each with a comma before it; 0 if the object may end, `Infinity` if
 * it cannot be finished.
 */
export function leastMembers(plan: ObjectPlan, needs: Needs, place: Place, costs: Valuation, memo: Memo): number {
  // An *obligation* is a condition that some property must satisfy. If no remaining name can satisfy an open
  // obligation, the object cannot be finished. This check comes first, because the search may have to try many
  // combinations of obligations for each name.
  if (plan.wanted > 0 && (place.settled | settleableFrom(plan)[place.at]!) !== 2 ** plan.wanted - 1)
    return Number.POSITIVE_INFINITY;
  const seen = place.seen & needs.relevant(place.at);
  const key = `${place.at} ${place.count} ${seen} ${place.settled}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const declared = plan.declared();
  // States are evaluated from the last one backwards, so that a long list of names does not cause a deep recursion.
  if (memo.size === 0 && place.at < declared.length - STRIDE) {
    for (let at = declared.length - STRIDE; at > place.at; at -= STRIDE)
      leastMembers(plan, needs, { ...place, at }, costs, memo);
  }
  let least: number;
  if (place.at === declared.length) {
    least = leastFree(plan, place, costs);
  } else {
    const name = declared[place.at]!;
    const must = name.required || needs.demanded(place.at, place.seen);
    least = must ? Number.POSITIVE_INFINITY : leastMembers(plan, needs, { ...place, at: place.at + 1 }, costs, memo);
    if (place.count < plan.maximum() && needs.permitted(place.at, place.seen)) {
      for (const variant of name.variants) {
        const rest = leastMembers(plan, needs, after(plan, needs, place, place.at, variant), costs, memo);
        // A name that can be skipped at no more cost needs neither the length of its key nor the cost of its value.
        if (costs.comma() + rest >= least) continue;
        least = Math.min(least, costs.comma() + costs.key(name.name) + costs.value(variant.node) + rest);
      }
    }
  }
  memo.set(key, least);
  return least;
}

/** Undeclared names fulfil what they can, and the cheapest ones fill up the count. */
function leastFree(plan: ObjectPlan, place: Place, costs: Valuation): number {
  const all = 2 ** plan.wanted - 1;
  if (place.count >= plan.minimum && place.settled === all) return 0;
  const membersWith = (key: (names: FreeNames) => number) =>
    plan.free().flatMap((names) =>
      (names.possible() ? names.variants : []).map(({ node, settles }) => ({
        settles,
        cost: costs.comma() + key(names) + costs.value(node),
      })),
    );
  const cheapestOf = (some: readonly { readonly cost: number }[]) => Math.min(...some.map(({ cost }) => cost));
  const members = membersWith(costs.freeKey);
  const cheapest = cheapestOf(members);
  if (plan.wanted === 0 && place.count === 0) {
    if (plan.maximum() < plan.minimum) return Number.POSITIVE_INFINITY;
    const more = plan.minimum - 1;
    return cheapestOf(membersWith(costs.firstFreeKey)) + (more === 0 ? 0 : more * cheapest);
  }
  // Dijkstra's algorithm over sets of fulfilled obligations: each member on a path adds one to the count.
  let best = Number.POSITIVE_INFINITY;
  let frontier = new Map<number, number>([[place.settled, 0]]);
  for (let taken = 0; frontier.size > 0 && taken <= plan.wanted; taken++) {
    const finished = frontier.get(all);
    if (finished !== undefined && place.count + taken <= plan.maximum()) {
      const short = Math.max(0, plan.minimum - place.count - taken);
      best = Math.min(best, finished + (short === 0 ? 0 : short * cheapest));
    }
    const next = new Map<number, number>();
    for (const [settled, cost] of frontier) {
      for (const member of members) {
        const reached = settled | member.settles;
        if (reached === settled) continue;
        const total = cost + member.cost;
        if (total < (next.get(reached) ?? Number.POSITIVE_INFINITY)) next.set(reached, total);
      }
    }
    frontier = next;
  }
  return best;
}
