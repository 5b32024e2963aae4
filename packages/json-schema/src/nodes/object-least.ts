// The least that finishes an object: over the declared names in order, each taken or left, then free names for what is still to be
// counted or settled. A dynamic program over the states that an object's rule can be in (object-rule.ts).

import type { DeclaredName, ObjectPlan, Variant } from "./plan.js";
import type { Memo, Valuation } from "./valuation.js";

/** Where an object stands between two members. */
export interface Place {
  /** Declared names before this position are behind. */
  readonly at: number;
  /** Members so far, no further than matters. */
  readonly count: number;
  /** Which of the names that need others, or are needed, are present: bits by {@link Needs}. */
  readonly seen: number;
  /** Which wishes are settled: bits. */
  readonly settled: number;
}

export const BEGIN: Place = { at: 0, count: 0, seen: 0, settled: 0 };

/** Names that need others or are needed, numbered. */
export interface Needs {
  /** The bit of a position, 0 for most. */
  bit(position: number): number;
  /** Whether the name at `position` must be present, given what is. */
  demanded(position: number, seen: number): boolean;
  /** Whether the name at `position` may be taken: what it needs is present or still to come. */
  permitted(position: number, seen: number): boolean;
}

/** More names than this take part in dependencies: too many for bits. */
export const MAX_DEPENDENT = 30;

const NO_NEEDS: Needs = {
  bit: () => 0,
  demanded: () => false,
  permitted: () => true,
};

/** @returns undefined when more than {@link MAX_DEPENDENT} names take part. */
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
  return {
    bit,
    demanded: (position, seen) => ((neededBy.get(position) ?? 0) & seen) !== 0,
    permitted: (position, seen) =>
      declared[position]!.needs.every((other) => other >= position || (bit(other) & seen) !== 0),
  };
}

/** Declared names looked at within each other. */
const STRIDE = 500;

/** Declared names times counts. */
const MAX_PLACES = 250_000;

/** Whether there are not too many places to look at them all. */
export function isAffordable(plan: ObjectPlan): boolean {
  const names = plan.declared().length;
  return plan.plain() || names * Math.min(countCap(plan), names) <= MAX_PLACES;
}

/** How far members are counted. */
export function countCap(plan: ObjectPlan): number {
  const maximum = plan.maximum();
  return maximum === Number.POSITIVE_INFINITY ? plan.minimum : maximum;
}

/** The place after one more member. */
export function after(plan: ObjectPlan, needs: Needs, place: Place, position: number, variant: Variant): Place {
  const free = position >= plan.declared().length;
  return {
    at: free ? plan.declared().length : position + 1,
    count: Math.min(place.count + 1, countCap(plan)),
    seen: free ? place.seen : place.seen | needs.bit(position),
    settled: place.settled | variant.settles,
  };
}

const settleable = new WeakMap<ObjectPlan, Int32Array>();

/** By position: the wishes that the names from there on, free ones included, can settle. */
function settleableFrom(plan: ObjectPlan): Int32Array {
  let masks = settleable.get(plan);
  if (masks === undefined) {
    const declared = plan.declared();
    masks = new Int32Array(declared.length + 1);
    let mask = 0;
    for (const { variants } of plan.free()) for (const { settles } of variants) mask |= settles;
    masks[declared.length] = mask;
    for (let at = declared.length - 1; at >= 0; at--) {
      for (const { settles } of declared[at]!.variants) mask |= settles;
      masks[at] = mask;
    }
    settleable.set(plan, masks);
  }
  return masks;
}

/**
 * The least cost of the members still to come, each with a comma before it; 0 where the object may end, `Infinity` where it
 * cannot be finished.
 */
export function leastMembers(plan: ObjectPlan, needs: Needs, place: Place, costs: Valuation, memo: Memo): number {
  // If no remaining name can settle an open wish, the object cannot be finished. A name may have a variant for each set of wishes, so this
  // check comes before the search.
  if (plan.wanted > 0 && (place.settled | settleableFrom(plan)[place.at]!) !== 2 ** plan.wanted - 1)
    return Number.POSITIVE_INFINITY;
  const key = `${place.at} ${place.count} ${place.seen} ${place.settled}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const declared = plan.declared();
  // Places are looked at from the last on, so that long lists do not nest as deep as they are long.
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
        const value = costs.value(variant.node);
        if (value === Number.POSITIVE_INFINITY) continue;
        const rest = leastMembers(plan, needs, after(plan, needs, place, place.at, variant), costs, memo);
        least = Math.min(least, costs.comma() + costs.key(name.name) + value + rest);
      }
    }
  }
  memo.set(key, least);
  return least;
}

/** Free names settle what they can, the cheapest fill up the count. */
function leastFree(plan: ObjectPlan, place: Place, costs: Valuation): number {
  const all = 2 ** plan.wanted - 1;
  if (place.count >= plan.minimum && place.settled === all) return 0;
  const members = plan.free().flatMap((names) =>
    (names.possible() ? names.variants : []).map(({ node, settles }) => ({
      settles,
      cost: costs.comma() + costs.freeKey(names) + costs.value(node),
    })),
  );
  const cheapest = Math.min(Number.POSITIVE_INFINITY, ...members.map(({ cost }) => cost));
  if (plan.wanted === 0 && place.count === 0) {
    const first = plan
      .free()
      .flatMap((names) =>
        (names.possible() ? names.variants : []).map(
          ({ node }) => costs.comma() + costs.firstFreeKey(names) + costs.value(node),
        ),
      );
    const more = plan.minimum - 1;
    return plan.maximum() < plan.minimum
      ? Number.POSITIVE_INFINITY
      : Math.min(Number.POSITIVE_INFINITY, ...first) + (more === 0 ? 0 : more * cheapest);
  }
  // Dijkstra over sets of settled wishes: each member of a way is one more in the count.
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
