// Dividing a budget among several that want some of it. Everybody is sure of a share; what one leaves goes to those that want more, in proportion
// to their shares (water-filling), so leftovers flow every way.

import { number, signature } from "@espalier/arguments";
import { demandsKind } from "./kinds.js";

/** What somebody wants, and the weight of their share. */
export interface Demand {
  /** A whole number of at least 0. */
  readonly wanted: number;
  /** At least 0. A demand of weight 0 gets what nobody else wants. */
  readonly weight: number;
}

const checkAllot = signature("allot", { total: number({ max: Number.POSITIVE_INFINITY }), demands: demandsKind });

/**
 * How much each demand gets: whole numbers, no more than wanted, and together no more than `total`. Nothing is left over while somebody wants
 * more. Each gets at least what it wants or its share of `total`, rounded down. O(n²).
 *
 * @example
 * allot(10, [{ wanted: 2, weight: 1 }, { wanted: 20, weight: 1 }]); // => [2, 8]
 */
export function allot(total: number, demands: readonly Demand[]): readonly number[] {
  checkAllot(total, demands);
  const given = demands.map(() => 0);
  let left = Math.max(0, Math.floor(total));
  let open = demands.map((_, at) => at).filter((at) => demands[at]!.wanted > 0);
  while (left > 0 && open.length > 0) {
    const weights = open.reduce((sum, at) => sum + demands[at]!.weight, 0);
    const share = (at: number): number =>
      Math.floor(weights > 0 ? (left * demands[at]!.weight) / weights : left / open.length);
    const sated = open.filter((at) => demands[at]!.wanted <= share(at));
    if (sated.length === 0) {
      const shares = open.map((at) => [at, Math.min(demands[at]!.wanted, share(at))] as const);
      for (const [at, more] of shares) given[at] = more;
      left -= shares.reduce((sum, [, more]) => sum + more, 0);
      // What rounding left, one by one, to the heaviest first.
      for (const at of [...open].sort((a, b) => demands[b]!.weight - demands[a]!.weight)) {
        const more = Math.min(left, weights > 0 ? demands[at]!.wanted - given[at]! : 1);
        given[at]! += more;
        left -= more;
      }
      return given;
    }
    for (const at of sated) {
      given[at] = demands[at]!.wanted;
      left -= demands[at]!.wanted;
    }
    open = open.filter((at) => !sated.includes(at));
  }
  return given;
}

/** Somebody who wants the sum of `costs`, which are whole numbers of at least 0 and expensive to know. */
export interface CostlyDemand {
  readonly costs: Iterable<number>;
  readonly weight: number;
}

/** {@link allot} by the sums of the costs, of which no more are read than decide it. */
export function allotByCosts(total: number, demands: readonly CostlyDemand[]): readonly number[] {
  const read = demands.map(({ costs, weight }) => ({ rest: costs[Symbol.iterator](), weight, sum: 0, ended: false }));
  for (;;) {
    // Who has costs left wants more than the room of now, and how much more makes no difference.
    const rooms = allot(
      total,
      read.map(({ sum, ended, weight }) => ({ wanted: ended ? sum : Math.max(sum, total), weight })),
    );
    let wantsLess = false;
    read.forEach((one, at) => {
      while (!one.ended && one.sum <= rooms[at]!) {
        const { done, value } = one.rest.next();
        if (done) [one.ended, wantsLess] = [true, true];
        else one.sum += value;
      }
    });
    if (!wantsLess) return rooms;
  }
}
