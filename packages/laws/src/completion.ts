// The proof that a state can be finished: symbols that lead to acceptance. A monitor's cost is followed down where there is
// one; where there is none, or it leads nowhere, the states ahead are searched breadth first, up to a bound.

import { anything, integer, signature } from "@espalier/arguments";
import type { Monitor } from "@espalier/monitor";
import { monitorKind } from "@espalier/monitor";
import { type Way, waysFrom } from "./ways.js";

/** A proof that a state can be finished, a proof that it cannot, or neither within the bound. */
export type Completion =
  | { readonly kind: "found"; readonly symbols: readonly number[] }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

/** The most symbols that a cost is followed down. */
const LONGEST = 100_000;

const checkCompletion = signature("completion", {
  monitor: monitorKind,
  state: anything,
  limit: integer({ min: 0, max: Number.POSITIVE_INFINITY }),
});

/**
 * How `state` can be finished: symbols that lead from it to an accepting state. With a right `cost` these are as many as the
 * cost says; else the fewest there are. `none` is a proof: all states ahead were seen.
 *
 * @param limit The most states a search may see; 2,000 when absent. Each costs 256 steps.
 * @example
 * import { strings } from "@espalier/monitor";
 *
 * completion(strings(["abc"]), strings(["abc"]).start); // => { kind: "found", symbols: [97, 98, 99] }
 */
export function completion<State>(monitor: Monitor<State>, state: State, limit = 2000): Completion {
  checkCompletion(monitor, state, limit);
  return completionBy(monitor, (from) => waysFrom(monitor, from), state, limit);
}

/** {@link completion} over ways that may be remembered, and that may be tokens. */
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
