// The members that an object still needs if they come in any order, and the least that they cost. The names that are present
// determine it, so no search is necessary.

import type { ObjectPlan, Variant } from "../nodes/plan.js";
import type { Valuation } from "../nodes/valuation.js";
import { cheapest, type MemberNeeds } from "./member-needs.js";

/** The members of an object so far. */
export interface Present {
  /** The positions of the declared names that are present: bit `position & 31` of word `position >> 5`. */
  readonly taken: Int32Array;
  /** The number of members so far. */
  readonly count: number;
  /** The obligations that are fulfilled: bits. */
  readonly settled: number;
}

/** What the remaining members of an object cost. */
export interface Rest {
  /** `Infinity` if the object cannot be finished. */
  readonly cost: number;
  /** The number of members, with those that must still come. */
  readonly members: number;
  /** The cost of the last member that only the minimum number of members needs; 0 if there is none. */
  readonly marginal: number;
}

const NEVER: Rest = { cost: Number.POSITIVE_INFINITY, members: 0, marginal: 0 };

/** Returns a function that finds what must still come, and its cost on a path that is open. */
export function createRests(plan: ObjectPlan, memberNeeds: MemberNeeds): (present: Present, value: Valuation) => Rest {
  const declared = plan.declared();
  const { isTaken, member } = memberNeeds;

  /**
   * Returns at least `short` more members: the cheapest declared names that need no others, and undeclared names. If
   * these do not suffice, names that need others come next.
   */
  function filling(short: number, { taken, count }: Present, needed: ReadonlySet<number>, value: Valuation): Rest {
    const free = memberNeeds.freeMember(value, value.freeKey);
    const more = [count === 0 ? memberNeeds.freeMember(value, value.firstFreeKey) : free];
    declared.forEach(({ needs }, position) => {
      const isOpen = !isTaken(taken, position) && needs.length === 0 && !needed.has(position);
      if (isOpen) more.push(member(position, value));
    });
    more.sort((a, b) => a - b);
    const fillers = more.slice(0, short).map((cost) => Math.min(cost, free));
    const others = short - fillers.length;
    const cost = fillers.reduce((sum, each) => sum + each, others > 0 ? others * free : 0);
    if (cost !== Number.POSITIVE_INFINITY || !memberNeeds.any)
      return { cost, members: short, marginal: others > 0 ? free : fillers.at(-1)! };
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
      if (needs.length === 0 && memberNeeds.isPossible(position)) choose(position);
    });
    for (const position of memberNeeds.ordered()) {
      if (members >= short) break;
      if (!memberNeeds.isPossible(position) || !memberNeeds.mayBeTaken(position)) continue;
      choose(position);
      for (const other of memberNeeds.of(position)) choose(other);
    }
    return members < short ? NEVER : { cost, members, marginal: 0 };
  }

  /** Returns the cost of one more member that satisfies an obligation, and of the names that it needs beside those that are needed already. */
  function settling(wish: number, taken: Int32Array, needed: ReadonlySet<number>, value: Valuation): number {
    const settles = ({ settles: bits }: Variant): boolean => ((bits >> wish) & 1) === 1;
    let least = Number.POSITIVE_INFINITY;
    declared.forEach(({ name, variants }, position) => {
      if (isTaken(taken, position)) return;
      let cost = value.comma() + value.key(name) + cheapest(variants.filter(settles), value);
      for (const other of memberNeeds.of(position))
        if (!isTaken(taken, other) && !needed.has(other)) cost += member(other, value);
      least = Math.min(least, cost);
    });
    for (const names of plan.free()) {
      if (!names.possible()) continue;
      least = Math.min(least, value.comma() + value.freeKey(names) + cheapest(names.variants.filter(settles), value));
    }
    return least;
  }

  return function findRest(present: Present, value: Valuation): Rest {
    const { taken, count, settled } = present;
    const needed = memberNeeds.missing(taken);
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
    const fillers = filling(plan.minimum - members, present, needed, value);
    if (members + fillers.members > plan.maximum()) return NEVER;
    return { cost: cost + fillers.cost, members, marginal: fillers.marginal };
  };
}
