// The two orders in which an object's members may come: as the schema declares them, or any order. They differ in what
// the state between two members must store; the rest of the object's automaton (object-rule.ts) is the same for both.

import { createSequenceTable } from "@espalier/monitor";
import { after, leastMembers, type Needs, type Place } from "../nodes/object-least.js";
import type { ObjectPlan, Variant } from "../nodes/plan.js";
import type { Memo, Valuation } from "../nodes/valuation.js";
import { createRests, type Present, type Rest } from "./any-order-rest.js";
import { createMemberNeeds } from "./member-needs.js";

/** How members may follow each other. `At` is the state between two members. */
export interface ObjectOrder<At> {
  readonly begin: At;
  /** Returns the place's key; equal places have equal keys. */
  key(place: At): string;
  /** Returns the positions of the declared names that may come next, in order, whether or not they have values. */
  next(place: At): Iterable<number>;
  /** Returns whether an undeclared name may come next, in any region. */
  mayBeFree(place: At): boolean;
  /** Returns whether one of these obligations is open. */
  settlesMore(place: At, settles: number): boolean;
  /** Returns the place after one more member; positions after the declared names stand for undeclared ones. */
  after(place: At, position: number, variant: Variant): At;
  /** Returns whether the object can be finished after one more member, given that it can be finished from `place`. */
  mayFinishAfter(place: At, position: number, variant: Variant): boolean;
  /** Whether {@link ObjectOrder.mayFinishAfter} gives the same answer for a declared name in every place. */
  readonly everywhereAlike: boolean;
  /** Returns whether the object may end here. */
  mayEnd(place: At): boolean;
  /** Returns the least bytes of the remaining members, each with a comma before it. */
  least(place: At): number;
  /** Returns the same for the place after one more member, which may come next. */
  leastAfter(place: At, position: number, variant: Variant): number;
}

export interface Costs {
  readonly bytes: Valuation;
  readonly possible: Valuation;
}

/**
 * Creates the declared order, with undeclared names last. If nothing is counted, object-members.ts has a cheaper form.
 */
export function declaredOrder(plan: ObjectPlan, needs: Needs, costs: Costs): ObjectOrder<Place> {
  const declared = plan.declared();
  const passed = declared.length;
  const lastRequired = declared.findLastIndex(({ required }) => required);
  const inBytes: Memo = new Map();
  const finishing: Memo = new Map();
  const must = (position: number, seen: number): boolean =>
    declared[position]!.required || needs.demanded(position, seen);

  return {
    begin: { at: 0, count: 0, seen: 0, settled: 0 },
    key: ({ at, count, seen, settled }) => `${at} ${count} ${seen} ${settled}`,
    *next({ at, count, seen }) {
      if (count >= plan.maximum()) return;
      for (let position = at; position < passed; position++) {
        if (needs.permitted(position, seen)) yield position;
        if (must(position, seen)) return;
      }
    },
    mayBeFree({ at, count, seen }) {
      if (count >= plan.maximum() || at <= lastRequired) return false;
      for (let position = at; position < passed; position++) if (must(position, seen)) return false;
      return true;
    },
    settlesMore: ({ settled }, settles) => (settles & ~settled) !== 0,
    after: (place, position, variant) => after(plan, needs, place, Math.min(position, passed), variant),
    mayFinishAfter(place, position, variant) {
      const next = after(plan, needs, place, Math.min(position, passed), variant);
      return leastMembers(plan, needs, next, costs.possible, finishing) !== Number.POSITIVE_INFINITY;
    },
    everywhereAlike: false,
    mayEnd({ at, count, seen, settled }) {
      if (at <= lastRequired) return false;
      if (count < plan.minimum || settled !== 2 ** plan.wanted - 1) return false;
      for (let position = at; position < passed; position++) if (needs.demanded(position, seen)) return false;
      return true;
    },
    least: (place) => leastMembers(plan, needs, place, costs.bytes, inBytes),
    leastAfter: (place, position, variant) =>
      leastMembers(plan, needs, after(plan, needs, place, Math.min(position, passed), variant), costs.bytes, inBytes),
  };
}

/** The state of an object whose members come in any order. */
interface Taken extends Present {
  /** The number of the place's key; −1 until it is first requested. */
  id: number;
  /** What is still needed, once it is known: in bytes, and by what is possible. */
  bytes: Rest | undefined;
  possible: Rest | undefined;
}

/** Approximate size in bytes of a {@link Taken} without its words, which it and the table of places hold. */
const PLACE_BYTES = 200;

/**
 * Creates the order in which members may come in any sequence. The names that are present determine what is still
 * needed, so no search is necessary. explore.ts has refused schemas that combine `maxProperties` with conditions that
 * some property must satisfy, or with `minProperties` and names that need each other.
 *
 * @param hold is called whenever a new set of names is stored, with its size in bytes.
 */
export function anyOrder(plan: ObjectPlan, costs: Costs, hold: (bytes: number) => void): ObjectOrder<Taken> {
  const declared = plan.declared();
  const passed = declared.length;
  const words = (passed + 31) >>> 5;
  const ids = createSequenceTable();
  const needs = createMemberNeeds(plan, costs.possible);
  const { isTaken, member } = needs;
  const restIn = createRests(plan, needs);
  /**
   * Whether the plan neither limits the number of members nor has an obligation (a condition that some property must
   * satisfy). An object then fails only if some required name cannot be written.
   */
  const isUncounted = plan.minimum === 0 && plan.maximum() === Number.POSITIVE_INFINITY && plan.wanted === 0;

  function next({ taken, count, settled }: Taken, position: number, variant: Variant): Taken {
    let now = taken;
    if (position < passed) {
      now = taken.slice();
      now[position >>> 5] = now[position >>> 5]! | (1 << (position & 31));
    }
    return {
      taken: now,
      count: plan.maximum() === Number.POSITIVE_INFINITY ? Math.min(count + 1, plan.minimum) : count + 1,
      settled: settled | variant.settles,
      id: -1,
      bytes: undefined,
      possible: undefined,
    };
  }

  function restOf(place: Taken, value: Valuation): Rest {
    if (value === costs.bytes) return (place.bytes ??= restIn(place, value));
    return (place.possible ??= restIn(place, value));
  }

  // The cost after one more member follows from the cost before it, so that a state with many names that may come next
  // computes one sum for all of them.
  const follows = plan.wanted === 0 && !needs.any;

  /** Returns the cost of what must still come after one more member, which may come next. */
  function restAfter(place: Taken, position: number, variant: Variant, value: Valuation): number {
    // The first undeclared name may cost less than others.
    const isFirst = place.count === 0 && plan.minimum > 0;
    if (!follows || isFirst) return restOf(next(place, position, variant), value).cost;
    const { cost, members, marginal } = restOf(place, value);
    if (cost === Number.POSITIVE_INFINITY) return cost;
    if (position < passed && declared[position]!.required) return cost - member(position, value);
    if (members >= plan.maximum()) return Number.POSITIVE_INFINITY;
    return cost - (position < passed ? Math.min(member(position, value), marginal) : marginal);
  }

  return {
    begin: { taken: new Int32Array(words), count: 0, settled: 0, id: -1, bytes: undefined, possible: undefined },
    key(place) {
      if (place.id < 0) {
        const all = new Int32Array(words + 2);
        all.set(place.taken);
        all[words] = place.count;
        all[words + 1] = place.settled;
        const known = ids.size;
        place.id = ids.intern(all, words + 2);
        if (ids.size > known) hold(PLACE_BYTES + 8 * words);
      }
      return String(place.id);
    },
    *next({ taken, count }) {
      if (count >= plan.maximum()) return;
      for (let position = 0; position < passed; position++) if (!isTaken(taken, position)) yield position;
    },
    mayBeFree: ({ count }) => count < plan.maximum(),
    settlesMore: ({ settled }, settles) => (settles & ~settled) !== 0,
    after: next,
    mayFinishAfter(place, position, variant) {
      if (!isUncounted) return restAfter(place, position, variant, costs.possible) !== Number.POSITIVE_INFINITY;
      return position >= passed || needs.mayBeTaken(position);
    },
    everywhereAlike: isUncounted,
    mayEnd: ({ taken, count, settled }) =>
      count >= plan.minimum && settled === 2 ** plan.wanted - 1 && needs.missing(taken).size === 0,
    least: (place) => restOf(place, costs.bytes).cost,
    leastAfter: (place, position, variant) => restAfter(place, position, variant, costs.bytes),
  };
}

/** Returns the least cost of an object's members, each with a comma before it, in any order. */
export function leastInAnyOrder(plan: ObjectPlan, costs: Costs): number {
  const { begin, least } = anyOrder(plan, costs, () => undefined);
  return least(begin);
}
