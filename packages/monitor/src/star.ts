// A language repeated any number of times. A state is the sorted set of possible positions. Position 0 is the boundary between two rounds, which accepts and
// steps like the start; s + 2 is state s inside a round. The boundary is a separate position, because the start state may recur inside a round, where the text
// must not end. If the start asks a question, the answer gives another state to continue from. At a boundary, this state then replaces position 0. It need not
// accept, so position 1, which accepts and has no steps, is added: the text may still end there.

import { optionally, signature } from "@espalier/arguments";
import { type CostOf, normalise } from "./combination.js";
import { limitsKind, monitorKind } from "./kinds.js";
import type { Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { DEAD, type Part, partsOf } from "./parts.js";
import { tupled } from "./tupled.js";

const BOUNDARY = 0;
const END = 1;

const checkStar = signature("star", { monitor: monitorKind, limits: optionally(limitsKind) });

/**
 * Returns the texts that consist of any number of texts of `monitor`, including none. The result is trim (it has no
 * dead ends) if `monitor` is, and has a `cost` if `monitor` has one. A step costs one step for each possible position.
 *
 * @throws LimitError from a step if there are more distinct states than `limits` allow.
 *
 * @example
 * const monitor = star(strings(["ab", "aba"]));
 * ["", "abab", "abaab", "abb"].map((text) => verdict(monitor, text).kind); // => ["accepted", "accepted", "accepted", "dead"]
 */
export function star<State>(monitor: Monitor<State>, limits?: Limits): Monitor<number> {
  checkStar(monitor, limits);
  const parts = partsOf([monitor as Monitor<unknown>], limits);
  const [part] = parts.all as readonly [Part];
  const stateOf = (position: number): number => (position === BOUNDARY ? part.start() : position - 2);
  const enter = (state: number, into: number[]): void => {
    into.push(state + 2);
    if (part.accepts(state)) into.push(BOUNDARY);
  };

  return tupled(
    {
      parts,
      several: true,
      trim: part.trim,
      prefixFree: false,
      start: (into) => into.push(BOUNDARY),
      step: (positions, symbol, into) => {
        for (const position of positions) {
          if (position === END) continue;
          const next = part.step(stateOf(position), symbol);
          if (next !== DEAD) enter(next, into);
        }
        normalise(into);
        return into.length > 0;
      },
      accepts: (positions) => positions[0]! <= END,
      ...(part.cost !== undefined && {
        cost: (positions: readonly number[], costOf: CostOf) =>
          positions[0]! <= END ? 0 : Math.min(...positions.map((position) => costOf(part, stateOf(position)))),
      }),
      forEach: (positions, visit) => {
        for (const position of positions) if (position !== END) visit(part, stateOf(position));
      },
      replace: (positions, by, into) => {
        for (const position of positions) {
          if (position === END) {
            into.push(END);
            continue;
          }
          const state = stateOf(position);
          const replaced = by(part, state);
          if (position === BOUNDARY && replaced === state) {
            into.push(BOUNDARY);
            continue;
          }
          if (position === BOUNDARY) into.push(END);
          if (replaced === DEAD) continue;
          if (position === BOUNDARY) into.push(replaced + 2);
          else enter(replaced, into);
        }
        normalise(into);
        return into.length > 0;
      },
    },
    limits,
  );
}
