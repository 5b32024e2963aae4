// The two orders in which an object's members may come: as the schema declares them, or any order. They differ in what
// the state between two members must store; the rest of the object's automaton (object-rule.ts) is the same for both.

import { createSequenceTable } from "@espalier/monitor";
import { after, leastMembers, type Needs, type Place } from "../nodes/object-least.js";
import type { FreeNames, ObjectPlan, Variant } from "../nodes/plan.js";
import type { Memo, Valuation } from "../nodes/valuation.js";
import { once } from "../text/recall.js";

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
interface Taken {
  /** The positions of the declared names that are present: bit `position & 31` of word `position >> 5`. */
  readonly taken: Int32Array;
  /** The number of members so far. */
  readonly count: number;
  readonly settled: number;
  /** The number of the place's key; −1 until it is first requested. */
  id: number;
  /** What is still needed, once it is known: in bytes, and by what is possible. */
  bytes: Rest | undefined;
  possible: Rest | undefined;
}

/** What the remaining members of an object cost. */
interface Rest {
  /** `Infinity` if the object cannot be finished. */
  readonly cost: number;
  /** The number of members, with those that must still come. */
  readonly members: number;
  /** The cost of the last member that only the minimum number of members needs; 0 if there is none. */
  readonly marginal: number;
}

const NEVER: Rest = { cost: Number.POSITIVE_INFINITY, members: 0, marginal: 0 };

/** Approximate size in bytes of a {@link Taken} without its words, which it and the table of places hold. */
const PLACE_BYTES = 200;

/**
 * Creates the order in which members may come in any sequence. The names that are present determine what is still
 * needed, so no search is necessary. Schemas that combine `maxProperties` with conditions that some property must
 * satisfy are rejected earlier (explore.ts).
 *
 * @param hold is called whenever a new set of names is stored, with its size in bytes.
 */
export function anyOrder(plan: ObjectPlan, costs: Costs, hold: (bytes: number) => void): ObjectOrder<Taken> {
  const declared = plan.declared();
  const passed = declared.length;
  const words = (passed + 31) >>> 5;
  const isTaken = (taken: Int32Array, position: number): boolean =>
    ((taken[position >>> 5]! >>> (position & 31)) & 1) === 1;
  const ids = createSequenceTable();
  const required = declared.flatMap(({ required: must }, position) => (must ? [position] : []));
  const needing = declared.flatMap(({ needs }, position) => (needs.length > 0 ? [position] : []));

  /** Returns the positions of the required names that are still missing. */
  function missing(taken: Int32Array): ReadonlySet<number> {
    const needed = new Set<number>(required);
    for (const position of needing)
      if (isTaken(taken, position)) for (const other of declared[position]!.needs) needed.add(other);
    for (const position of needed) for (const other of declared[position]!.needs) needed.add(other);
    for (const position of needed) if (isTaken(taken, position)) needed.delete(position);
    return needed;
  }

  /**
   * Whether the plan neither limits the number of members nor has an obligation (a condition that some property must
   * satisfy). An object then fails only if some required name cannot be written.
   */
  const isUncounted = plan.minimum === 0 && plan.maximum() === Number.POSITIVE_INFINITY && plan.wanted === 0;
  const impossible = (position: number): boolean => member(position, costs.possible) === Number.POSITIVE_INFINITY;
  // By position: the names that it needs, directly or indirectly, and whether one of them is impossible.
  const allNeeds: ReadonlySet<number>[] = [];
  const needsImpossible: boolean[] = [];
  function needsOf(position: number): ReadonlySet<number> {
    const known = allNeeds[position];
    if (known !== undefined) return known;
    const all = new Set(declared[position]!.needs);
    for (const each of all) for (const other of declared[each]!.needs) all.add(other);
    allNeeds[position] = all;
    return all;
  }
  const mayBeTaken = (position: number): boolean =>
    !(needsImpossible[position] ??= [...needsOf(position)].some(impossible));

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

  const all = 2 ** plan.wanted - 1;
  const best = (variants: readonly Variant[], value: Valuation): number =>
    Math.min(...variants.map(({ node }) => value.value(node)));
  const member = (position: number, value: Valuation): number => {
    const { name, variants } = declared[position]!;
    return value.comma() + value.key(name) + best(variants, value);
  };
  const freeMember = (value: Valuation, key: (names: FreeNames) => number): number =>
    Math.min(
      ...plan
        .free()
        .map((names) =>
          names.possible() ? value.comma() + key(names) + best(names.variants, value) : Number.POSITIVE_INFINITY,
        ),
    );

  /** Returns what must still come, and its cost on a path that is open. */
  function findRest(place: Taken, value: Valuation): Rest {
    const { taken, count, settled } = place;
    const needed = missing(taken);
    let cost = 0;
    for (const position of needed) cost += member(position, value);
    let members = count + needed.size;
    for (let wish = 0; wish < plan.wanted; wish++) {
      if (((settled >> wish) & 1) === 1) continue;
      cost += settling(wish, taken, needed, value);
      members++;
    }
    if (members > plan.maximum()) return NEVER;
    if (members >= plan.minimum) return { cost, members, marginal: 0 };
    const fillers = filling(plan.minimum - members, place, needed, value);
    if (members + fillers.members > plan.maximum()) return NEVER;
    return { cost: cost + fillers.cost, members, marginal: fillers.marginal };
  }

  /**
   * Returns at least `short` more members: the cheapest declared names that need no others, and undeclared names. If
   * these do not suffice, names that need others come next.
   */
  function filling(short: number, { taken, count }: Taken, needed: ReadonlySet<number>, value: Valuation): Rest {
    const free = freeMember(value, value.freeKey);
    const more = [count === 0 ? freeMember(value, value.firstFreeKey) : free];
    declared.forEach(({ needs }, position) => {
      const isOpen = !isTaken(taken, position) && needs.length === 0 && !needed.has(position);
      if (isOpen) more.push(member(position, value));
    });
    more.sort((a, b) => a - b);
    const cheapest = more.slice(0, short).map((cost) => Math.min(cost, free));
    const others = short - cheapest.length;
    const cost = cheapest.reduce((sum, each) => sum + each, others > 0 ? others * free : 0);
    if (cost !== Number.POSITIVE_INFINITY || needing.length === 0)
      return { cost, members: short, marginal: others > 0 ? free : cheapest.at(-1)! };
    return fillingWithNeeds(short, taken, needed, value);
  }

  /** Returns all members that need no others, and then those that need them, until there are `short`. */
  function fillingWithNeeds(short: number, taken: Int32Array, needed: ReadonlySet<number>, value: Valuation): Rest {
    const chosen = new Set(needed);
    let cost = 0;
    let members = 0;
    const choose = (position: number): void => {
      if (isTaken(taken, position) || chosen.has(position)) return;
      chosen.add(position);
      members++;
      cost += member(position, value);
    };
    declared.forEach(({ needs }, position) => {
      if (needs.length === 0 && !impossible(position)) choose(position);
    });
    for (const position of byNeeds()) {
      if (members >= short) break;
      if (impossible(position) || !mayBeTaken(position)) continue;
      choose(position);
      for (const other of needsOf(position)) choose(other);
    }
    return members < short ? NEVER : { cost, members, marginal: 0 };
  }

  /** The names that need others, each after those that it needs unless they need each other. */
  const byNeeds = once(() => needing.toSorted((a, b) => needsOf(a).size - needsOf(b).size));

  function restOf(place: Taken, value: Valuation): Rest {
    if (value === costs.bytes) return (place.bytes ??= findRest(place, value));
    return (place.possible ??= findRest(place, value));
  }

  // The cost after one more member follows from the cost before it, so that a state with many names that may come next
  // computes one sum for all of them.
  const follows = plan.wanted === 0 && needing.length === 0;

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

  /** Returns the cost of one more member that satisfies an obligation, and of the names that it needs beside those that are needed already. */
  function settling(wish: number, taken: Int32Array, needed: ReadonlySet<number>, value: Valuation): number {
    const settles = ({ settles: bits }: Variant): boolean => ((bits >> wish) & 1) === 1;
    let least = Number.POSITIVE_INFINITY;
    declared.forEach(({ name, variants }, position) => {
      if (isTaken(taken, position)) return;
      let cost = value.comma() + value.key(name) + best(variants.filter(settles), value);
      for (const other of needsOf(position))
        if (!isTaken(taken, other) && !needed.has(other)) cost += member(other, value);
      least = Math.min(least, cost);
    });
    for (const names of plan.free()) {
      if (!names.possible()) continue;
      least = Math.min(least, value.comma() + value.freeKey(names) + best(names.variants.filter(settles), value));
    }
    return least;
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
      return position >= passed || mayBeTaken(position);
    },
    everywhereAlike: isUncounted,
    mayEnd: ({ taken, count, settled }) => count >= plan.minimum && settled === all && missing(taken).size === 0,
    least: (place) => restOf(place, costs.bytes).cost,
    leastAfter: (place, position, variant) => restAfter(place, position, variant, costs.bytes),
  };
}

/** Returns the least cost of an object's members, each with a comma before it, in any order. */
export function leastInAnyOrder(plan: ObjectPlan, costs: Costs): number {
  const { begin, least } = anyOrder(plan, costs, () => undefined);
  return least(begin);
}
