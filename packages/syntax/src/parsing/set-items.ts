// What is known of the items of an Earley set whose text is unknown: those that it *certainly* contains, or all that it
// *possibly* contains. They are followed from lexeme to lexeme beside a rule that is followed exactly. Predicted items
// are left out, as in the chart.
//
// An item is a rule state and the set where its rule began, of which this is known:
//
// - OWN: the set where the rule that is followed began;
// - OUTER: the set where the rule began that called it (if both began at one set: the nearest that began before);
// - OTHER: any set.
//
// Rules that began at one set end together: if the rule that is followed ends, what called it there goes on, and so does
// what called any other rule that began there and ends. The *base* of a rule are the items of the set where it began.
// They are OUTER or OTHER, and the rules that they predict are OWN.

import type { RuleAutomata } from "@espalier/earley";
import { predictedBy } from "./sure-states.js";

/** Items, ascending; each is 3 · rule state + kind. */
export type Items = readonly number[];

export const OWN = 0;
export const OUTER = 1;
export const OTHER = 2;

export const itemOf = (state: number, kind: number): number => 3 * state + kind;
export const stateOf = (item: number): number => Math.floor(item / 3);
export const kindOf = (item: number): number => item % 3;

/** The items at a place of a rule. */
export interface Known {
  /** All items, with that of the rule itself. */
  readonly items: Items;
  /** The same if the rule ends here: what goes on after its caller is left out, since only the caller knows it. */
  readonly ending: Items;
  /** Whether the rule begins here. */
  readonly fresh: boolean;
  /** The items where the rule began. */
  readonly base: Items;
}

export interface SetItems {
  /** Returns the states in which the rules begin that `items` predict. */
  predicted(items: Items): readonly number[];
  /** Returns the items where a rule begins whose base is `base`. */
  begin(base: Items): Known;
  /** Returns the base of the rules that a rule calls at a place. */
  baseOf(caller: Known): Items;
  /**
   * Returns the items after a lexeme that each of `terminals` matches. The rule that is followed is then in state
   * `target`; −1 if it ignores the lexeme, which it does only if it began before.
   */
  after(place: Known, terminals: readonly number[], target: number): Known;
  /** Returns the items in `caller` after a rule that it called has ended with `items` (`ending`); it is then in `target`. */
  returned(caller: Known, items: Items, target: number): Known;
}

/** @param skip the ignored terminals. */
export function createSetItems(rules: RuleAutomata, skip: readonly number[], which: "certain" | "possible"): SetItems {
  const hasEdges = (q: number): boolean =>
    rules.terminalEdges[q]! < rules.terminalEdges[q + 1]! || rules.callEdges[q]! < rules.callEdges[q + 1]!;
  const predictions = new Map<string, readonly number[]>();
  function predicted(items: Items): readonly number[] {
    const key = items.join();
    let known = predictions.get(key);
    if (known === undefined) predictions.set(key, (known = [...predictedBy(rules, items.map(stateOf))]));
    return known;
  }

  function eachTarget(q: number, terminals: readonly number[], visit: (target: number) => void): void {
    for (let e = rules.terminalEdges[q]!; e < rules.terminalEdges[q + 1]!; e++)
      if (terminals.includes(rules.terminalLabel[e]!)) visit(rules.terminalTarget[e]!);
  }

  function eachReturn(q: number, rule: number, visit: (target: number) => void): void {
    for (let e = rules.callEdges[q]!; e < rules.callEdges[q + 1]!; e++)
      if (rules.callLabel[e] === rule) visit(rules.callTarget[e]!);
  }

  /**
   * Returns all items of a set, with what goes on because rules end.
   *
   * @param items items whose rules may end here.
   * @param settled other items; if their rules end, what goes on then is among the items.
   * @param followed the kinds, other than OWN, of the items after which everything possible is added.
   */
  function complete(
    items: Iterable<number>,
    settled: Iterable<number>,
    base: Items,
    followed: readonly number[],
  ): Items {
    const all = new Set(items);
    const starts = predicted(base);
    for (const item of all) {
      const [state, kind] = [stateOf(item), kindOf(item)];
      if (rules.final[state] === 0) continue;
      const rule = rules.ruleOf[state]!;
      if (kind === OWN) {
        for (const caller of base) eachReturn(stateOf(caller), rule, (q) => all.add(itemOf(q, kindOf(caller))));
        for (const start of starts) eachReturn(start, rule, (q) => all.add(itemOf(q, OWN)));
      } else if (which === "possible" && followed.includes(kind)) {
        for (let e = 0; e < rules.callLabel.length; e++)
          if (rules.callLabel[e] === rule) all.add(itemOf(rules.callTarget[e]!, OTHER));
      }
    }
    for (const item of settled) all.add(item);
    // A caller may end where the rule does that it called.
    const kept = [...all].filter((item) => hasEdges(stateOf(item)) || kindOf(item) === OUTER).sort((a, b) => a - b);
    // Of what is certain, the nearest set is enough.
    return which === "possible" ? kept : kept.filter((item, i) => i === 0 || stateOf(kept[i - 1]!) !== stateOf(item));
  }

  function placeWith(items: ReadonlySet<number>, settled: ReadonlySet<number>, base: Items): Known {
    const all = complete(items, settled, base, [OUTER, OTHER]);
    return {
      items: all,
      ending: which === "certain" ? all : complete(items, settled, base, [OTHER]),
      fresh: false,
      base,
    };
  }

  return {
    predicted,
    begin(base) {
      const items = complete([], [...predicted(base).map((q) => itemOf(q, OWN)), ...base], [], [OTHER]);
      return { items, ending: items, fresh: true, base };
    },
    baseOf({ items, fresh, base }) {
      if (fresh) return base;
      const seen = items.map((item) => itemOf(stateOf(item), kindOf(item) === OWN ? OUTER : OTHER));
      return [...new Set(seen)].sort((a, b) => a - b);
    },
    after({ items, fresh, base }, terminals, target) {
      const next = new Set<number>();
      const settled = new Set<number>();
      const ignored = terminals.some((t) => skip.includes(t));
      // The rules that begin at this set (those of `items` included, if the rule that is followed begins here).
      const starts = fresh ? [] : predicted(items);
      const begun = new Set<number>();
      for (const start of starts) eachTarget(start, terminals, (q) => begun.add(q));
      for (const item of items) {
        const kind = kindOf(item);
        eachTarget(stateOf(item), terminals, (q) => next.add(itemOf(q, kind)));
        // What begins at this set begins again at the next, where the base is as well.
        if (ignored && !(fresh && kind === OWN)) settled.add(item);
      }
      // No rule derives the empty text, so one that began here and may end has read the lexeme alone.
      for (const state of begun) {
        settled.add(itemOf(state, OTHER));
        if (rules.final[state] === 0) continue;
        const rule = rules.ruleOf[state]!;
        for (const item of items) eachReturn(stateOf(item), rule, (q) => next.add(itemOf(q, kindOf(item))));
        for (const start of starts) eachReturn(start, rule, (q) => begun.add(q));
      }
      if (target >= 0) next.add(itemOf(target, OWN));
      return placeWith(next, settled, base);
    },
    returned({ fresh, base }, items, target) {
      const next = new Set([itemOf(target, OWN)]);
      const settled = new Set<number>();
      for (const item of items) {
        const kind = kindOf(item);
        // Where the caller begins here as well, its caller still comes after.
        if (fresh) (kind === OUTER ? next : settled).add(item);
        else if (kind === OUTER) next.add(itemOf(stateOf(item), OWN));
        else settled.add(itemOf(stateOf(item), OTHER));
      }
      return placeWith(next, settled, base);
    },
  };
}
