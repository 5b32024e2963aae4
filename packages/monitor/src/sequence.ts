// One language after another. Whenever the first accepts, the second may begin but need not, so a state is the sorted
// set of all possible positions. Position 2s is state s of the first language, 2s + 1 is state s of the second. If it
// is always clear where the first text ends, there is only one position (hand-over.ts).

import { optionally, signature } from "@espalier/arguments";
import { type CostOf, normalise } from "./combination.js";
import { handOver } from "./hand-over.js";
import { limitsKind, monitorKind } from "./kinds.js";
import type { Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { DEAD, isStuck, type Part, partsOf } from "./parts.js";
import { bottom } from "./top.js";
import { tupled } from "./tupled.js";

const checkSequence = signature("sequence", { a: monitorKind, b: monitorKind, limits: optionally(limitsKind) });

/**
 * Returns the concatenation of two languages: every text that can be split into a text of `a` and a text of `b`. The
 * result is trim (it has no dead ends) if both are, and has a `cost` if both have one. A step costs one step for each
 * possible position. There is only one position if no symbol that can continue a text of `a` can also begin a text of
 * `b` (for example if `a` is `prefixFree`); the `factor` of the parts is then kept too.
 *
 * @throws LimitError from a step if there are more distinct states than `limits` allow.
 *
 * @example
 * const monitor = sequence(strings(["a", "ab"]), strings(["bc", "c"]));
 * ["ac", "abc", "abbc", "ab"].map((text) => verdict(monitor, text).kind); // => ["accepted", "accepted", "accepted", "incomplete"]
 */
export function sequence<A, B>(a: Monitor<A>, b: Monitor<B>, limits?: Limits): Monitor<number> {
  checkSequence(a, b, limits);
  const parts = partsOf([a, b] as readonly Monitor<unknown>[], limits);
  const [first, second] = parts.all as readonly [Part, Part];
  // If the second language is empty, so is the sequence. This is known only for trim monitors.
  if (second.trim && isStuck(second, parts.controls.length)) return bottom;
  const clear = handOver(a as Monitor<unknown>, b as Monitor<unknown>);
  if (clear !== undefined) return clear;

  const enterFirst = (state: number, into: number[]): void => {
    into.push(2 * state);
    if (first.accepts(state)) into.push(2 * second.start() + 1);
  };
  const isFirst = (position: number): boolean => (position & 1) === 0;
  const stateOf = (position: number): number => position >> 1;

  return tupled(
    {
      parts,
      several: true,
      trim: first.trim && second.trim,
      prefixFree: first.prefixFree && second.prefixFree,
      start: (into) => {
        enterFirst(first.start(), into);
        normalise(into);
      },
      step: (positions, symbol, into) => {
        for (const position of positions) {
          if (isFirst(position)) {
            const next = first.step(stateOf(position), symbol);
            if (next !== DEAD) enterFirst(next, into);
          } else {
            const next = second.step(stateOf(position), symbol);
            if (next !== DEAD) into.push(2 * next + 1);
          }
        }
        normalise(into);
        return into.length > 0;
      },
      accepts: (positions) => positions.some((position) => !isFirst(position) && second.accepts(stateOf(position))),
      ...(first.cost !== undefined &&
        second.cost !== undefined && {
          cost: (positions: readonly number[], costOf: CostOf) => {
            let least = Number.POSITIVE_INFINITY;
            for (const position of positions) {
              const cost = isFirst(position)
                ? costOf(first, stateOf(position)) + second.cost!(second.start())
                : costOf(second, stateOf(position));
              least = Math.min(least, cost);
            }
            return least;
          },
        }),
      forEach: (positions, visit) => {
        for (const position of positions) visit(isFirst(position) ? first : second, stateOf(position));
      },
      replace: (positions, by, into) => {
        for (const position of positions) {
          const state = stateOf(position);
          const replaced = by(isFirst(position) ? first : second, state);
          if (replaced === DEAD) continue;
          if (!isFirst(position)) into.push(2 * replaced + 1);
          else if (first.accepts(state)) into.push(2 * replaced);
          else enterFirst(replaced, into);
        }
        normalise(into);
        return into.length > 0;
      },
    },
    limits,
  );
}
