// The union of two languages: both monitors read the text until one is dead. A state is a pair, with DEAD for a dead
// part.

import { optionally, signature } from "@espalier/arguments";
import type { CostOf } from "./combination.js";
import { limitsKind, monitorKind } from "./kinds.js";
import type { Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { DEAD, type Part, partsOf } from "./parts.js";
import { tupled } from "./tupled.js";

const checkUnion = signature("union", { a: monitorKind, b: monitorKind, limits: optionally(limitsKind) });

/**
 * Returns the texts that are in either language. The result is trim (it has no dead ends) if both are, and has a `cost`
 * if both have one. A step costs one step of each.
 *
 * @throws LimitError from a step if there are more distinct states than `limits` allow.
 *
 * @example
 * const monitor = union(strings(["yes"]), strings(["no"]));
 * verdict(monitor, "no").kind; // => "accepted"
 */
export function union<A, B>(a: Monitor<A>, b: Monitor<B>, limits?: Limits): Monitor<number> {
  checkUnion(a, b, limits);
  const parts = partsOf([a, b] as readonly Monitor<unknown>[], limits);
  const [left, right] = parts.all as readonly [Part, Part];
  return tupled(
    {
      parts,
      readBy: "all",
      ...(parts.all[0]!.monitor === parts.all[1]!.monitor && { several: true as const }),
      trim: left.trim && right.trim,
      prefixFree: false,
      start: (into) => into.push(left.start(), right.start()),
      step: (pair, symbol, into) => {
        const first = pair[0] === DEAD ? DEAD : left.step(pair[0]!, symbol);
        const second = pair[1] === DEAD ? DEAD : right.step(pair[1]!, symbol);
        into.push(first, second);
        return first !== DEAD || second !== DEAD;
      },
      accepts: (pair) => (pair[0] !== DEAD && left.accepts(pair[0]!)) || (pair[1] !== DEAD && right.accepts(pair[1]!)),
      ...(left.cost !== undefined &&
        right.cost !== undefined && {
          cost: (pair: readonly number[], costOf: CostOf) =>
            Math.min(
              pair[0] === DEAD ? Number.POSITIVE_INFINITY : costOf(left, pair[0]!),
              pair[1] === DEAD ? Number.POSITIVE_INFINITY : costOf(right, pair[1]!),
            ),
        }),
      forEach: (pair, visit) => {
        if (pair[0] !== DEAD) visit(left, pair[0]!);
        if (pair[1] !== DEAD) visit(right, pair[1]!);
      },
      replace: (pair, by, into) => {
        into.push(pair[0] === DEAD ? DEAD : by(left, pair[0]!), pair[1] === DEAD ? DEAD : by(right, pair[1]!));
        return into.some((state) => state !== DEAD);
      },
    },
    limits,
  );
}
