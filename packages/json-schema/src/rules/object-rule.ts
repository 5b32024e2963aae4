// The rule of an object: an automaton over its brackets, commas, names and values whose states are made as they are reached.
//
//     start ─{─▶ open ─key─▶ value ─…─▶ after ─,─▶ next ─key─▶ value …
//                  └─}─▶ end               └─}─▶ end
//
// A state knows the place (object-least.ts): how far the declared names have been passed, and for objects that are not plain
// what has been counted, seen and settled. An edge is there only if the object can be finished behind it.

import type { RuleEdges } from "@espalier/earley";
import type { DeclaredName, FreeNames, ObjectPlan, Variant } from "../nodes/object-plan.js";
import { after, leastMembers, type Needs, type Place } from "./object-least.js";
import { edgeList, END, type Memos, type RuleMaker, ruleEdges } from "./rule-maker.js";

type Kind = "open" | "after" | "next";
const START: Place = { at: 0, count: 0, seen: 0, settled: 0 };

/** @returns the start state. */
export function objectRule(make: RuleMaker, plan: ObjectPlan, needs: Needs, rule: number, depth: number): number {
  const { terminals } = make;
  const { declared } = plan;
  const memos: Memos = { bytes: new Map(), possible: new Map() };
  const states = new Map<number | string, number>();
  const passed = declared.length;

  const least = (place: Place): number => leastMembers(plan, needs, place, make.bytes, memos.bytes);
  const mayFinish = (place: Place): boolean =>
    plan.plain || leastMembers(plan, needs, place, make.possible, memos.possible) !== Number.POSITIVE_INFINITY;
  const lastRequired = declared.findLastIndex(({ required }) => required);

  function mayEnd(place: Place): boolean {
    if (place.at <= lastRequired) return false;
    if (plan.plain) return true;
    if (place.count < plan.minimum || place.settled !== 2 ** plan.wanted - 1) return false;
    for (let i = place.at; i < passed; i++) {
      if (needs.demanded(i, place.seen)) return false;
    }
    return true;
  }

  const end = make.state(
    rule,
    () => END,
    () => 0,
  );

  function key(kind: string, code: number, place: Place, position: number): number | string {
    if (plan.plain) return code * 1_048_576 + position;
    return `${kind} ${position} ${place.count} ${place.seen} ${place.settled}`;
  }

  function between(kind: Kind, place: Place): number {
    const code = kind === "open" ? 0 : kind === "after" ? 1 : 2;
    const id = key(kind, code, place, place.at);
    let state = states.get(id);
    if (state === undefined) {
      state = make.state(
        rule,
        () => edgesBetween(kind, place),
        () => costBetween(kind, place),
      );
      states.set(id, state);
    }
    return state;
  }

  function costBetween(kind: Kind, place: Place): number {
    const members = least(place);
    // The first member has no comma before it; behind a comma one has to come.
    if (kind === "after") return members + 1;
    if (kind === "open") return members === 0 ? 1 : members;
    return leastNext(place);
  }

  function edgesBetween(kind: Kind, place: Place): RuleEdges {
    const edges = edgeList();
    if (kind === "open") {
      if (mayEnd(place)) edges.terminals.set(terminals.closeEmpty("}"), end);
      const first = terminals.first(depth);
      if (first < 0) addNames(place, (terminal, target) => edges.terminals.set(terminal, target));
      else if (someName(place)) edges.terminals.set(first, between("next", place));
    } else if (kind === "after") {
      if (mayEnd(place)) edges.terminals.set(terminals.close("}", depth), end);
      if (someName(place)) edges.terminals.set(terminals.comma(depth), between("next", place));
    } else {
      addNames(place, (terminal, target) => edges.terminals.set(terminal, target));
    }
    return ruleEdges(edges, false);
  }

  /** Visits the members that may come next, in order, until `visit` returns true. */
  function members(place: Place, visit: (position: number, variants: readonly Variant[], free?: FreeNames) => boolean): void {
    if (place.count >= plan.maximum) return;
    for (let position = place.at; position < passed; position++) {
      const name = declared[position] as DeclaredName;
      if (name.variants.length > 0 && needs.permitted(position, place.seen)) {
        const variants = fitting(place, position, name.variants);
        if (variants.length > 0 && visit(position, variants)) return;
      }
      if (name.required || needs.demanded(position, place.seen)) return;
    }
    for (const free of plan.free) {
      const variants = fitting(place, passed, free.variants);
      if (variants.length > 0 && visit(passed, variants, free)) return;
    }
  }

  const fitting = (place: Place, position: number, variants: readonly Variant[]): readonly Variant[] =>
    variants.filter(
      (variant) => make.inhabited(variant.node) && mayFinish(after(plan, needs, place, position, variant)),
    );

  function someName(place: Place): boolean {
    let some = false;
    members(place, () => {
      some = true;
      return true;
    });
    return some;
  }

  function addNames(place: Place, add: (terminal: number, target: number) => void): void {
    members(place, (position, variants, free) => {
      if (free === undefined) add(terminals.key((declared[position] as DeclaredName).name), value(place, position, variants));
      else add(terminals.keys(free.names), value(place, passed + plan.free.indexOf(free), variants));
      return false;
    });
  }

  /** The state behind a name: `position` counts free regions behind the declared names. */
  function value(place: Place, position: number, variants: readonly Variant[]): number {
    const id = key("value", 3, place, position);
    let state = states.get(id);
    if (state === undefined) {
      state = make.state(
        rule,
        () => {
          const edges = edgeList();
          // What settles more is better in every way, so it goes first.
          for (const variant of [...variants].sort((a, b) => b.settles - a.settles)) {
            make.value(edges, variant.node, between("after", after(plan, needs, place, Math.min(position, passed), variant)), depth + 1);
          }
          return ruleEdges(edges, false);
        },
        () => costOfValue(place, position, variants),
      );
      states.set(id, state);
    }
    return state;
  }

  function costOfValue(place: Place, position: number, variants: readonly Variant[]): number {
    let best = Number.POSITIVE_INFINITY;
    for (const variant of variants) {
      const rest = least(after(plan, needs, place, Math.min(position, passed), variant));
      best = Math.min(best, make.bytes.value(variant.node) + rest + 1);
    }
    return best;
  }

  function leastNext(place: Place): number {
    let best = Number.POSITIVE_INFINITY;
    members(place, (position, variants, free) => {
      const name = free === undefined ? make.bytes.key((declared[position] as DeclaredName).name) : make.bytes.freeKey(free);
      best = Math.min(best, name + costOfValue(place, position, variants));
      return false;
    });
    return best;
  }

  const start = make.state(
    rule,
    () => {
      const edges = edgeList();
      edges.terminals.set(terminals.open("{"), between("open", START));
      return ruleEdges(edges, false);
    },
    () => 1 + costBetween("open", START),
  );
  return start;
}
