// Divides a budget among several demands. Each demand is guaranteed a share. What one demand does not use goes to those
// that want more, in proportion to their weights (water-filling).

import { number, signature } from "@espalier/arguments";
import { demandsKind } from "./kinds.js";

/** How much is wanted, and the weight of the guaranteed share. */
export interface Demand {
  /** An integer ≥ 0. */
  readonly wanted: number;
  /** At least 0. A demand of weight 0 gets only what no other demand wants. */
  readonly weight: number;
}

const checkAllot = signature("allot", { total: number({ max: Number.POSITIVE_INFINITY }), demands: demandsKind });

/**
 * Returns how much each demand gets: integers, at most what it wants, and together at most `total`. Nothing remains
 * while a demand wants more. Each demand gets at least what it wants or its share of `total`, rounded down, whichever
 * is less. O(n²).
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
      // Distributes what rounding left, one by one, to the heaviest demands first.
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

/** A demand for the sum of `costs`, which are integers ≥ 0 and expensive to compute. */
export interface CostlyDemand {
  readonly costs: Iterable<number>;
  readonly weight: number;
}

/** {@link allot} for the sums of the costs. Computes only as many costs as the result depends on. */
export function allotByCosts(total: number, demands: readonly CostlyDemand[]): readonly number[] {
  const read = demands.map(({ costs, weight }) => ({ rest: costs[Symbol.iterator](), weight, sum: 0, ended: false }));
  for (;;) {
    // A demand with costs left wants more than its current room. How much more makes no difference.
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
