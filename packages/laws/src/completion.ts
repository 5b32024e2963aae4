// Proves that a text can be finished from a state, with symbols that lead to acceptance. If the monitor has a cost,
// follows it down. If it has none, or the cost leads nowhere, searches the following states breadth first, up to a
// limit.

import { anything, integer, signature } from "@espalier/arguments";
import type { Monitor } from "@espalier/monitor";
import { monitorKind } from "@espalier/monitor";
import { type Way, waysFrom } from "./ways.js";

/** A proof that the text can be finished, a proof that it cannot, or neither within the limit. */
export type Completion =
  | { readonly kind: "found"; readonly symbols: readonly number[] }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

/** The most symbols along which a cost is followed. */
const LONGEST = 100_000;

const checkCompletion = signature("completion", {
  monitor: monitorKind,
  state: anything,
  limit: integer({ min: 0, max: Number.POSITIVE_INFINITY }),
});

/**
 * Returns symbols that lead from `state` to an accepting state. With a correct `cost`, their number is the cost;
 * otherwise it is minimal. `none` is a proof: all following states were visited.
 *
 * @param limit The most states that the search may visit; 2,000 by default. Each takes 256 steps.
 *
 * @example
 * import { strings } from "@espalier/monitor";
 *
 * completion(strings(["abc"]), strings(["abc"]).start); // => { kind: "found", symbols: [97, 98, 99] }
 */
export function completion<State>(monitor: Monitor<State>, state: State, limit = 2000): Completion {
  checkCompletion(monitor, state, limit);
  return completionBy(monitor, (from) => waysFrom(monitor, from), state, limit);
}

/** {@link completion} over given ways, which may be cached and may be tokens instead of symbols. */
export function completionBy<State>(
  monitor: Monitor<State>,
  ways: (state: State) => readonly Way<State>[],
  state: State,
  limit: number,
): Completion {
  const symbols = descend(monitor, ways, state);
  return symbols === undefined ? search(monitor, ways, state, limit) : { kind: "found", symbols };
}

function descend<State>(
  monitor: Monitor<State>,
  ways: (state: State) => readonly Way<State>[],
  from: State,
): readonly number[] | undefined {
  if (monitor.cost === undefined) return undefined;
  const symbols: number[] = [];
  let state = from;
  let cost = monitor.cost(state);
  while (!monitor.accepts(state)) {
    if (!(cost > 0 && cost <= LONGEST)) return undefined;
    let best: Way<State> | undefined;
    for (const way of ways(state)) {
      const after = monitor.cost(way.next);
      if (after >= cost) continue;
      cost = after;
      best = way;
    }
    if (best === undefined) return undefined;
    symbols.push(best.symbols[0]!);
    state = best.next;
  }
  return symbols;
}

function search<State>(
  monitor: Monitor<State>,
  ways: (state: State) => readonly Way<State>[],
  from: State,
  limit: number,
): Completion {
  const cameBy = new Map<State, { readonly state: State; readonly symbol: number } | undefined>([[from, undefined]]);
  for (const state of cameBy.keys()) {
    if (monitor.accepts(state)) {
      const symbols: number[] = [];
      for (let step = cameBy.get(state); step !== undefined; step = cameBy.get(step.state)) symbols.push(step.symbol);
      return { kind: "found", symbols: symbols.reverse() };
    }
    for (const { next, symbols } of ways(state)) {
      if (cameBy.has(next)) continue;
      if (cameBy.size >= limit) return { kind: "unknown" };
      cameBy.set(next, { state, symbol: symbols[0]! });
    }
  }
  return { kind: "none" };
}
