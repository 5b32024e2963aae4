// Finds completions of a pair (a state of a gap, a state of an automaton) in three steps. First, it tries the
// completion of the gap alone; the automaton may accept it. Then it searches best first, with estimates that are quick
// but may be too low. Only if that search does not end, it searches with exact estimates.

import { burn, type Monitor } from "@espalier/monitor";
import { type FiniteReader, REFUSED, SyntaxLimitError } from "@espalier/syntax";
import { DEAD_STATE, type LexedState } from "../language/machine.js";
import { createPriorityQueue } from "../language/priority-queue.js";
import type { LayoutGap } from "./layout-gap.js";

/** The number of pairs that the search for one completion visits: by the quick estimates, and by the exact ones. */
const [FEW_VISITS, MOST_VISITS] = [1_000, 20_000];

/** An estimate of the symbols from a pair to the end of the middle; Infinity if there is no way. */
export type Estimate = (state: LexedState, at: number) => number;

/**
 * Returns a function that finds the cost of a pair (a state of a gap, a state of an automaton).
 *
 * @param atLeast the quick estimate. It is Infinity only if there is no completion.
 * @param exactly the exact estimate. It is Infinity if and only if there is no completion.
 * @returns the length of a known completion; Infinity if there is none. The next state on that completion has a cost
 * that is smaller by one.
 * @throws SyntaxLimitError if the completion is too long to be found.
 */
export function createPairCosts(
  { machine, accepts, witnesses }: LayoutGap,
  automaton: Monitor<number>,
  reader: FiniteReader,
  atLeast: Estimate,
  exactly: Estimate,
): Estimate {
  // By pair: the length of a completion that has been found; and where the automaton refuses the completion of the gap alone.
  const costs = new Map<string, number>();
  const refused = new Set<string>();

  /** The length of a known completion: one that was found, or that of the gap alone if the automaton accepts it. */
  function knownCost(state: LexedState, at: number): number | undefined {
    const key = keyOf(state, at);
    const known = costs.get(key);
    if (known !== undefined || refused.has(key)) return known;
    const text = accepts(state) && automaton.accepts(at) ? [] : witnesses.of(state);
    const end = text?.reduce((from, byte) => (from === REFUSED ? REFUSED : reader.step(from, byte)), at) ?? REFUSED;
    if (end === REFUSED || !automaton.accepts(end)) refused.add(key);
    else costs.set(key, text!.length);
    return costs.get(key);
  }

  /** Finds a completion, best first by estimates, and stores the costs along it. Infinity if there is none; `undefined` if the search reaches its limit. */
  function find(state: LexedState, at: number, estimate: Estimate, most: number): number | undefined {
    interface Visit {
      readonly state: LexedState;
      readonly at: number;
      readonly before: Visit | undefined;
      readonly length: number;
    }
    const queue = createPriorityQueue<Visit>();
    queue.push({ state, at, before: undefined, length: 0 }, 0);
    const seen = new Set([keyOf(state, at)]);
    for (let visit = queue.pop(); visit !== undefined; visit = queue.pop()) {
      burn("search", 1);
      if (seen.size > most) return undefined;
      let cost = knownCost(visit.state, visit.at);
      if (cost !== undefined) {
        for (let on: Visit | undefined = visit; on !== undefined; on = on.before)
          costs.set(keyOf(on.state, on.at), cost++);
        return cost - 1;
      }
      for (const byte of reader.bytes) {
        const after = reader.step(visit.at, byte);
        const to = after === REFUSED ? DEAD_STATE : machine.step(visit.state, byte);
        if (to === DEAD_STATE || seen.has(keyOf(to, after))) continue;
        const missing = estimate(to, after);
        if (missing === Number.POSITIVE_INFINITY) continue;
        seen.add(keyOf(to, after));
        const length = visit.length + 1;
        queue.push({ state: to, at: after, before: visit, length }, length + 1.5 * missing);
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  function cost(state: LexedState, at: number): number {
    const known = knownCost(state, at);
    if (known !== undefined) return known;
    if (atLeast(state, at) === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    const near = find(state, at, atLeast, FEW_VISITS);
    if (near !== undefined) return near;
    if (exactly(state, at) === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    const found = find(state, at, exactly, MOST_VISITS);
    if (found !== undefined) return found;
    throw new SyntaxLimitError("searchSteps", MOST_VISITS, "a completion together with the other part is too long");
  }

  return cost;
}

const keyOf = (state: LexedState, at: number): string => `${state};${at}`;
