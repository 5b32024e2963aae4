// One language after another. Where the first accepts, the second may begin, and nothing says that it must: a state is the set
// of all positions the text may be in, sorted. Position 2s is state s of the first, 2s + 1 is state s of the second. Where the cut
// is never in doubt there is one position only (hand-over.ts).

import { optionally, signature } from "@espalier/arguments";
import { handOver } from "./hand-over.js";
import { limitsKind, monitorKind } from "./kinds.js";
import type { Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { DEAD, isStuck, type Part, partsOf } from "./parts.js";
import { bottom } from "./top.js";
import { type CostOf, normalise, tupled } from "./tupled.js";

const checkSequence = signature("sequence", { a: monitorKind, b: monitorKind, limits: optionally(limitsKind) });

/**
 * The texts that are one of `a` followed by one of `b`, wherever the cut lies. Trim when both are; has a `cost` when both
 * have. A step costs one step for each position the text may be in: one, where the cut is never in doubt because nothing that
 * may follow a text of `a` in `a` can begin one of `b` (as when `a` is `prefixFree`); then the parts' `factor` is kept too.
 *
 * @throws LimitError from a step that meets more distinct states than `limits` allow.
 * @example
 * const monitor = sequence(strings(["a", "ab"]), strings(["bc", "c"]));
 * ["ac", "abc", "abbc", "ab"].map((text) => verdict(monitor, text).kind); // => ["accepted", "accepted", "accepted", "incomplete"]
 */
export function sequence<A, B>(a: Monitor<A>, b: Monitor<B>, limits?: Limits): Monitor<number> {
  checkSequence(a, b, limits);
  const parts = partsOf([a, b] as readonly Monitor<unknown>[], limits);
  const [first, second] = parts.all as readonly [Part, Part];
  // Nothing follows anything when the second language is empty; only of a trim one is that known.
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
