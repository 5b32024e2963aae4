// Finds a completion of a product's state: a text that both parts can finish with. First it tests whether one part can
// read a completion of the other. Otherwise it searches (best-first.ts). If the parts provide *sketches*, abstract
// states that stand for many states each, it searches over these, because the states themselves need far more memory.
// It searches the states themselves only if the sketches cannot show an end.

import { type Allowance, type Found, type SearchSpace, searchEnd } from "./best-first.js";
import type { Monitor } from "./monitor.js";
import { type Completion, completionOfSymbols, type Pair } from "./pair.js";
import { createPartReading, type PartReading, type Readable } from "./part-reading.js";
import { createPartWitness, UNSKETCHED } from "./part-witness.js";
import type { PairSketches } from "./sketched-pairs.js";
import { symbolsOf, symbolsToTry } from "./symbols.js";

/** How many completions are cached for other states with the same sketch. */
const HINTS = 4096;
/**
 * The cost of a step in which one part reads a completion that the other part knows, as a fraction of a search step. It
 * is cheaper, because it creates no pair of states and computes no key or estimate.
 */
const OF_A_PART = 1 / 8;
/** The same for a step that creates a state of a text. */
const OF_A_TEXT = UNSKETCHED / 2;

/**
 * Searches for a completion. Returns "none" if there is none, and "cut" if the allowance (a number of steps that
 * several searches share) was used up. A search first works on sketches, abstract states that stand for many states
 * each (sketched-pairs.ts). If they do not suffice, it sets `state.unsketched`.
 */
export type Search<A, B> = (state: Pair<A, B>, allowance: Allowance) => Completion | "none" | "cut";

/**
 * Returns the completion cached in `state`, or searches for one; `undefined` if none was found. A search that the
 * allowance ended is not cached.
 */
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

/**
 * Returns a function that searches for a completion of a state among at most `limit` states. A quarter of them serves
 * to find the nearest end.
 */
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
    // An unknown cost counts as 0, so the search stays admissible.
    estimate: ({ left, right }) => Math.max(a.cost?.(left) ?? 0, b.cost?.(right) ?? 0),
    price: sketches === undefined ? 1 : UNSKETCHED,
    // A step also asks for the costs of the parts, and parts that are products search for theirs.
    units: (monitor.combinationReaders ?? 1) <= 2 ? 1 : monitor.combinationReaders!,
    isVague: (state) => sketches?.isVague(state) === true,
  };

  const completesState = readingOf(monitor, a, b, (part) =>
    readable(part, sketches === undefined ? OF_A_PART : OF_A_TEXT),
  );

  /** Returns the completion that a part knows, if the whole can read it. */
  function known(state: State, completes: PartReading<State>, allowance: Allowance): Completion | undefined {
    for (const of of witnesses) {
      const witness = of(state, allowance);
      if (allowance.left <= 0) return undefined;
      if (witness !== undefined && completes(state, witness, allowance)) return witness;
    }
    return undefined;
  }

  const asCompletion = (end: Found["end"]): Completion | "none" | "cut" => {
    if (end === "cut") return end;
    return end === "none" || end === "many" ? "none" : completionOfSymbols(end);
  };

  function searchStates(state: State, allowance: Allowance): Completion | "none" | "cut" {
    const witness = known(state, completesState, allowance);
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
  const completesSketch = readingOf(monitor, a, b, readableSketches);
  // By sketch of the first part's state: the last completion of a state with that sketch. It may complete others too.
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
    const witness = known(sketch, completesSketch, allowance);
    if (witness !== undefined) return witness;
    const hint = hints.get(sketch.left);
    if (hint !== undefined && allowance.left > 0) {
      state.unsketched = completesState(state, hint, allowance);
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

/** The states of a part. */
function readable<State>(part: Monitor<State>, price: number): Readable<State> {
  return {
    step: (state, symbol) => part.step(state, symbol),
    accepts: (state) => part.accepts(state),
    isVague: (state) => part.factor?.vague?.(state) === true,
    price,
  };
}

/** The sketches of a part. */
function readableSketches<State>(part: Monitor<State>): Readable<State> {
  const { factor } = part;
  const isVague = (state: State): boolean => factor?.vague?.(state) === true;
  return {
    step(state, symbol) {
      const next = part.step(state, symbol);
      return next === undefined || isVague(next) ? next : (factor?.sketch?.(next) ?? next);
    },
    accepts: (state) => part.accepts(state),
    isVague,
    price: OF_A_PART,
  };
}

/** A reading of pairs: each part reads the completion separately. */
function readingOf<A, B>(
  { controls = [] }: Monitor<Pair<A, B>>,
  a: Monitor<A>,
  b: Monitor<B>,
  readable: <State>(part: Monitor<State>) => Readable<State>,
): PartReading<Pair<A, B>> {
  const inLeft = createPartReading(readable(a), symbolsOf(a.controls, controls));
  const inRight = createPartReading(readable(b), symbolsOf(b.controls, controls));
  return ({ left, right }, completion, allowance) =>
    inLeft(left, completion, allowance) && inRight(right, completion, allowance);
}
