// A completion of a product's state: a text that finishes it. First the parts are asked for theirs, which the other part may be able to
// read; else it is searched for (best-first.ts). Where the pairs have sketches, the search goes over sketches, since the states of a text take far
// more memory. Only where vague sketches hide the end are the states themselves searched.

import { type Allowance, type Found, type SearchSpace, searchEnd } from "./best-first.js";
import type { Monitor } from "./monitor.js";
import { type Completion, completionOfSymbols, type Pair } from "./pair.js";
import { createPartWitness, UNSKETCHED } from "./part-witness.js";
import type { PairSketches } from "./sketched-pairs.js";
import { symbolsToTry } from "./symbols.js";

/** How many completions are remembered for other states of a sketch. */
const HINTS = 4096;

/**
 * Looks for a completion: "none" where none was found, "cut" where the allowance ended the search. Sets `state.unsketched` where the sketches did
 * not tell.
 */
export type Search<A, B> = (state: Pair<A, B>, allowance: Allowance) => Completion | "none" | "cut";

/** The completion remembered in `state`, or found now; `undefined` where none was found. What an allowance cut off is not remembered. */
export function completionOf<A, B>(
  state: Pair<A, B>,
  search: Search<A, B>,
  allowance: Allowance,
): Completion | undefined {
  if (state.completion === undefined) {
    const found = search(state, allowance);
    if (found === "cut") return undefined;
    state.completion = found;
  }
  return state.completion === "none" ? undefined : state.completion;
}

/** A function that looks for a completion of a state among at most `limit` states: a quarter of them for the nearest end. */
export function searchCompletion<A, B>(
  monitor: Monitor<Pair<A, B>>,
  [a, b]: readonly [Monitor<A>, Monitor<B>],
  limit: number,
  sketches: PairSketches<A, B> | undefined,
): Search<A, B> {
  type State = Pair<A, B>;
  type Space = SearchSpace<State>;
  const [ofLeft, ofRight] = [createPartWitness(a), createPartWitness(b)];
  const witnesses = [
    ({ left }: State, allowance: Allowance) => ofLeft(left, allowance),
    ({ right }: State, allowance: Allowance) => ofRight(right, allowance),
  ];
  const first = Math.ceil(limit / 4);
  const states: Space = {
    symbols: symbolsToTry(monitor),
    step: monitor.step,
    accepts: monitor.accepts,
    keyOf: (state) => monitor.key?.(state) ?? state,
    // What cannot be known cheaply counts as nothing, so the search stays admissible.
    estimate: ({ left, right }) => Math.max(a.cost?.(left) ?? 0, b.cost?.(right) ?? 0),
    price: sketches === undefined ? 1 : UNSKETCHED,
    isVague: (state) => sketches?.isVague(state) === true,
  };

  function completes({ step, accepts, isVague }: Space, state: State, completion: Completion): boolean {
    let at: State | undefined = state;
    for (let left = completion; at !== undefined && left.length > 0 && !isVague(at); left = left.rest!)
      at = step(at, left.symbol);
    return at !== undefined && !isVague(at) && accepts(at);
  }

  /** The completion that a part knows, where the whole can read it. */
  function known(state: State, space: Space, allowance: Allowance): Completion | undefined {
    for (const of of witnesses) {
      const witness = of(state, allowance);
      if (witness !== undefined && completes(space, state, witness)) return witness;
    }
    return undefined;
  }

  const asCompletion = (end: Found["end"]): Completion | "none" | "cut" => {
    if (end === "cut") return end;
    return end === "none" || end === "many" ? "none" : completionOfSymbols(end);
  };

  function searchStates(state: State, allowance: Allowance): Completion | "none" | "cut" {
    const witness = known(state, states, allowance);
    if (witness !== undefined) return witness;
    const nearest = searchEnd(states, state, "nearest", first, allowance).end;
    return asCompletion(
      nearest === "many" ? searchEnd(states, state, "greedy", limit - first, allowance).end : nearest,
    );
  }
  if (sketches === undefined) return searchStates;

  const space: Space = {
    ...states,
    step(state, symbol) {
      const next = monitor.step(state, symbol);
      return next === undefined || sketches.isVague(next) ? next : sketches.sketch(next);
    },
    price: 1,
  };
  // By the sketch of the first part's state, what completed a state of it: that may well complete others.
  const hints = new Map<A, Completion>();

  function searchItself(state: State, sketch: State, allowance: Allowance): Completion | "none" | "cut" {
    state.unsketched = true;
    const found = searchStates(state, allowance);
    if (typeof found === "string") return found;
    if (hints.size >= HINTS) hints.clear();
    hints.set(sketch.left, found);
    return found;
  }

  return (state, allowance) => {
    const sketch = sketches.sketch(state);
    const witness = known(sketch, space, allowance);
    if (witness !== undefined) return witness;
    const hint = hints.get(sketch.left);
    if (hint !== undefined && allowance.left > 0) {
      allowance.left -= hint.length * UNSKETCHED;
      state.unsketched = completes(states, state, hint);
      if (state.unsketched) return hint;
    }
    const nearest = searchEnd(space, sketch, "nearest", first, allowance);
    if (typeof nearest.end !== "string") return completionOfSymbols(nearest.end);
    if (nearest.metVague) return searchItself(state, sketch, allowance);
    return asCompletion(
      nearest.end === "many" ? searchEnd(space, sketch, "greedy", limit - first, allowance).end : nearest.end,
    );
  };
}
