// The rule of an array: a lazily built automaton over its brackets, commas and items, analogous to object-rule.ts. A
// state holds the number of items as far as it matters, the number of items that satisfied each condition, and, if
// items must differ, the items used so far.

import { afterItem, type ItemPlace, leastItems, mayClose } from "../nodes/array-least.js";
import type { ArrayPlan, ItemVariant } from "../nodes/plan.js";
import type { Memo } from "../nodes/valuation.js";
import { type EdgeList, ENDING, type RuleMaker, type StateKind } from "./rule-maker.js";
import { uniqueItems } from "./unique-items.js";

interface Stand extends ItemPlace {
  /** A set of items (used-names.ts); empty if items need not differ. */
  readonly used: number;
}

const NO_MEMO: Memo = new Map();

/** The kinds of states, as they appear in the states' keys. */
const OPEN = 0;
const ITEM = 1;
const AFTER = 2;

/** @returns the start state. */
export function arrayRule(make: RuleMaker, plan: ArrayPlan, rule: number, depth: number): number {
  const { terminals } = make;
  // Nothing is cached if all items are alike.
  const memo = (): Memo => (plan.counted.length === 0 && plan.prefix === 0 ? NO_MEMO : new Map());
  const [inBytes, finishing] = [memo(), memo()];
  const states = new Map<number | string, number>();
  const begin: Stand = { count: 0, hits: plan.counted.map(() => 0), used: 0 };
  const values = make.usedNames;
  const unique = plan.unique === undefined ? undefined : uniqueItems(make, plan);

  const least = (place: Stand): number => leastItems(plan, place, make.bytes, inBytes);
  const mayFinish = (place: Stand): boolean =>
    leastItems(plan, place, make.possible, finishing) !== Number.POSITIVE_INFINITY;

  const end = make.state(rule, ENDING, undefined);

  function state(code: number, kind: StateKind<Stand>, place: Stand): number {
    const { count, hits, used } = place;
    const id = hits.length === 0 && used === 0 ? 4 * count + code : `${code} ${count} ${hits.join()} ${used}`;
    let known = states.get(id);
    if (known === undefined) {
      known = make.state(rule, kind, place);
      states.set(id, known);
    }
    return known;
  }

  /**
   * Returns the variants of the next item after which the array can be finished, each with the state that it leads to.
   */
  function next(place: Stand): readonly (readonly [ItemVariant, Stand])[] {
    if (place.count >= plan.maximum || unique?.another(place.used) === false) return [];
    const list: (readonly [ItemVariant, Stand])[] = [];
    for (const variant of plan.variants(place.count)) {
      const reached = afterItem(plan, place, variant);
      if (reached === undefined || !make.inhabited(variant.node)) continue;
      const stand = { ...reached, used: place.used };
      if (mayFinish(stand)) list.push([variant, stand]);
    }
    return list;
  }

  function addItem(place: Stand, edges: EdgeList): void {
    if (unique !== undefined) {
      const [[, reached] = []] = next(place);
      if (reached === undefined) return;
      unique.add(edges, place.used, (value) => afterwards({ ...reached, used: values.with(place.used, value) }));
      return;
    }
    const list = next(place);
    // A variant says which conditions (such as `contains`) the next item satisfies. Variants that satisfy more
    // conditions come first: if two variants match the same text, the variant with more conditions is at least as good
    // in every respect.
    for (const [variant, reached] of list.length < 2 ? list : [...list].sort(([a], [b]) => b.counts - a.counts)) {
      make.value(edges, variant.node, afterwards(reached), depth + 1);
    }
  }

  const leastOf = ({ node }: ItemVariant): number => make.bytes.value(node);
  const leastItem = (place: Stand): number =>
    costOfItem(place, unique === undefined ? leastOf : () => unique.least(place.used));

  /** Returns the least cost from a next item on, given the cost of the item. */
  function costOfItem(place: Stand, value: (variant: ItemVariant) => number): number {
    let best = Number.POSITIVE_INFINITY;
    for (const [variant, reached] of next(place))
      best = Math.min(best, value(variant) + least(reached) + make.bytes.close());
    return best;
  }

  const open: StateKind<Stand> = {
    edges(place, edges) {
      if (mayClose(plan, place)) edges.terminals.push(terminals.closeEmpty("]"), end);
      const first = terminals.first(depth);
      if (first < 0) addItem(place, edges);
      else if (next(place).length > 0) edges.terminals.push(first, state(ITEM, item, place));
    },
    cost: (place) => (mayClose(plan, place) ? 1 : make.bytes.comma() - 1 + leastItem(place)),
  };

  const item: StateKind<Stand> = {
    edges: addItem,
    cost: leastItem,
    mostCost: (place) => costOfItem(place, unique === undefined ? leastOf : () => unique.longest(place.used)),
  };

  const after: StateKind<Stand> = {
    edges(place, edges) {
      if (mayClose(plan, place)) edges.terminals.push(terminals.close("]", depth), end);
      if (next(place).length > 0) edges.terminals.push(terminals.comma(depth), state(ITEM, item, place));
    },
    cost: (place) => make.bytes.close() + least(place),
  };

  function afterwards(place: Stand): number {
    return state(AFTER, after, place);
  }

  const start: StateKind<Stand> = {
    edges: (place, edges) => edges.terminals.push(terminals.open("["), state(OPEN, open, place)),
    cost: (place) => 1 + open.cost(place),
  };
  return make.state(rule, start, begin);
}
