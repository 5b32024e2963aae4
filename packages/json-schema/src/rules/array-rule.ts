// The rule of an array: an automaton over its brackets, commas and items whose states are made as they are reached, the twin of
// object-rule.ts. A state knows how many items there are, as far as that matters, how many have counted for each condition, and
// which have been used where they have to differ.

import type { RuleEdges } from "@espalier/earley";
import type { ArrayPlan, ItemVariant } from "../nodes/plan.js";
import { afterItem, type ItemPlace, leastItems, mayClose } from "./array-least.js";
import { type EdgeList, END, edgeList, type Memos, type RuleMaker, ruleEdges } from "./rule-maker.js";
import { uniqueItems } from "./unique-items.js";

interface Stand extends ItemPlace {
  /** A set of items (used-names.ts); empty where they need not differ. */
  readonly used: number;
}

/** @returns the start state. */
export function arrayRule(make: RuleMaker, plan: ArrayPlan, rule: number, depth: number): number {
  const { terminals } = make;
  const memos: Memos = { bytes: new Map(), possible: new Map() };
  const states = new Map<string, number>();
  const begin: Stand = { count: 0, hits: plan.counted.map(() => 0), used: 0 };
  const values = make.usedNames();
  const unique = plan.unique === undefined ? undefined : uniqueItems(make, plan, make.escapes);

  const least = (place: Stand): number => leastItems(plan, place, make.bytes, memos.bytes);
  const mayFinish = (place: Stand): boolean =>
    leastItems(plan, place, make.possible, memos.possible) !== Number.POSITIVE_INFINITY;

  const end = make.state(
    rule,
    () => END,
    () => 0,
  );

  function state(kind: string, place: Stand, edges: () => RuleEdges, cost: () => number): number {
    const id = `${kind} ${place.count} ${place.hits.join()} ${place.used}`;
    let known = states.get(id);
    if (known === undefined) {
      known = make.state(rule, edges, cost);
      states.set(id, known);
    }
    return known;
  }

  /** The variants of the next item behind which the array can be finished, with the places they lead to. */
  function next(place: Stand): readonly (readonly [ItemVariant, Stand])[] {
    if (place.count >= plan.maximum || unique?.another(values.names(place.used), values.size(place.used)) === false)
      return [];
    const list: (readonly [ItemVariant, Stand])[] = [];
    for (const variant of plan.variants(place.count)) {
      const reached = afterItem(plan, place, variant);
      if (reached === undefined || !make.inhabited(variant.node)) continue;
      const stand = { ...reached, used: place.used };
      if (mayFinish(stand)) list.push([variant, stand]);
    }
    return list;
  }

  function addItem(edges: EdgeList, place: Stand): void {
    if (unique !== undefined) {
      const [[, reached] = []] = next(place);
      if (reached === undefined) return;
      const used = values.names(place.used);
      unique.add(edges, used, values.size(place.used) > used.size, (value) =>
        afterwards({ ...reached, used: values.with(place.used, value) }),
      );
      return;
    }
    // What counts for more goes first: where two lead over the same thing, it is better in every way.
    for (const [variant, reached] of [...next(place)].sort(([a], [b]) => b.counts - a.counts)) {
      make.value(edges, variant.node, afterwards(reached), depth + 1);
    }
  }

  function leastItem(place: Stand): number {
    let best = Number.POSITIVE_INFINITY;
    for (const [variant, reached] of next(place)) {
      const value =
        unique === undefined || place.used === values.none
          ? make.bytes.value(variant.node)
          : unique.least(values.names(place.used));
      best = Math.min(best, value + least(reached) + make.bytes.close);
    }
    return best;
  }

  const open = (place: Stand): number =>
    state(
      "open",
      place,
      () => {
        const edges = edgeList();
        if (mayClose(plan, place)) edges.terminals.set(terminals.closeEmpty("]"), end);
        const first = terminals.first(depth);
        if (first < 0) addItem(edges, place);
        else if (next(place).length > 0) edges.terminals.set(first, item(place));
        return ruleEdges(edges, false);
      },
      () => (mayClose(plan, place) ? 1 : make.bytes.comma - 1 + leastItem(place)),
    );

  const item = (place: Stand): number =>
    state(
      "item",
      place,
      () => {
        const edges = edgeList();
        addItem(edges, place);
        return ruleEdges(edges, false);
      },
      () => leastItem(place),
    );

  const afterwards = (place: Stand): number =>
    state(
      "after",
      place,
      () => {
        const edges = edgeList();
        if (mayClose(plan, place)) edges.terminals.set(terminals.close("]", depth), end);
        if (next(place).length > 0) edges.terminals.set(terminals.comma(depth), item(place));
        return ruleEdges(edges, false);
      },
      () => make.bytes.close + least(place),
    );

  return make.state(
    rule,
    () => {
      const edges = edgeList();
      edges.terminals.set(terminals.open("["), open(begin));
      return ruleEdges(edges, false);
    },
    () => 1 + (mayClose(plan, begin) ? 1 : make.bytes.comma - 1 + leastItem(begin)),
  );
}
