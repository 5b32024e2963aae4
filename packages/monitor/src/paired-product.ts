// The product of two monitors at least one of which has states that are not numbered. A state of the product is a pair
// object. Pairs are not numbered, so the garbage collector frees them as soon as no walk and no decoder refers to them.

import { type Allowance, ANY_STEPS } from "./best-first.js";
import { combinationSize, stepFuel } from "./combination-size.js";
import { completionOf, searchCompletion } from "./completion-search.js";
import { expectedOfBoth, type Side } from "./expected-of-both.js";
import { burn } from "./fuel.js";
import type { Monitor } from "./monitor.js";
import { createNesting } from "./nesting.js";
import { Pair, symbolsIn } from "./pair.js";
import { questionsOf, rulingOf } from "./paired-questions.js";
import { commonClasses } from "./parts.js";
import type { ProductCost, ProductOptions } from "./product-options.js";
import { sketchesOfPairs } from "./sketched-pairs.js";
import { symbolsOf } from "./symbols.js";

/** `searched`: the states that one search for a completion of a product may visit. */
const DEFAULT_SEARCHED = 4096;
/** The maximum fraction of an allowance that one search uses. */
const SHARE = 1 / 64;

/** Returns the product of `a` and `b` with pairs as states. */
export function paired<A, B>(
  a: Monitor<A>,
  b: Monitor<B>,
  options: ProductOptions | ProductCost<A, B>,
): Monitor<Pair<A, B>> {
  type State = Pair<A, B>;
  const controls = [...new Set([...(a.controls ?? []), ...(b.controls ?? [])])];
  const inLeft = symbolsOf(a.controls, controls);
  const inRight = symbolsOf(b.controls, controls);
  const parts = [a, b] as readonly Monitor<unknown>[];
  const views = parts.map(viewOf);
  const classes = commonClasses(parts);
  const keyed = canKey(a) && canKey(b);
  const mode =
    a.mode !== undefined ? (state: State) => a.mode!(state.left) : b.mode && ((state: State) => b.mode!(state.right));

  const nesting = createNesting();
  // A pair is not interned, so its step takes less than that of a tuple.
  const units = stepFuel([a, b]) / 4;

  function step(state: State, symbol: number): State | undefined {
    nesting.enter();
    try {
      if (units > 0) burn("steps", units);
      return stepBoth(state, symbol);
    } finally {
      nesting.leave();
    }
  }

  function stepBoth(state: State, symbol: number): State | undefined {
    const own = inLeft(symbol);
    const other = inRight(symbol);
    const left = own < 0 ? undefined : a.step(state.left, own);
    if (left === undefined) return undefined;
    const right = other < 0 ? undefined : b.step(state.right, other);
    if (right === undefined) return undefined;
    const { completion, unsketched } = state;
    if (completion === undefined && left === state.left && right === state.right) return state;
    const next = new Pair(left, right);
    if (completion !== undefined && completion !== "none" && completion.symbol === symbol)
      next.completion = completion.rest;
    next.unsketched = unsketched;
    return next;
  }

  const unasked: Monitor<State> = {
    start: new Pair(a.start, b.start),
    ...combinationSize([a, b], "all"),
    step,
    accepts(state) {
      nesting.enter();
      try {
        return a.accepts(state.left) && b.accepts(state.right);
      } finally {
        nesting.leave();
      }
    },
    ...(controls.length > 0 && { controls }),
    ...((a.prefixFree === true || b.prefixFree === true) && { prefixFree: true }),
    constituents: (state) => [
      { index: 0, monitor: parts[0]!, state: state.left },
      { index: 1, monitor: parts[1]!, state: state.right },
    ],
    conjunction: {
      parts: views.map(({ part }) => part),
      stateOf: (state, part) => views[part]!.stateOf(part === 0 ? state.left : state.right),
    },
    ...(classes !== undefined && { classes }),
    ...(keyed && { key: (state: State) => `${keyOf(a, state.left)}\0${keyOf(b, state.right)}` }),
    ...(mode !== undefined && { mode }),
    ...((a.expected !== undefined || b.expected !== undefined) && {
      expected: (state: State): readonly string[] =>
        expectedOfBoth(sideOf(a, state.left, inLeft), sideOf(b, state.right, inRight), { controls, classes }),
    }),
    ...((a.ruling !== undefined || b.ruling !== undefined) && { ruling: rulingOf(a, b) }),
  };
  const isAsking = a.asks !== undefined || b.asks !== undefined;
  const monitor = isAsking ? { ...unasked, ...questionsOf(a, b, unasked) } : unasked;
  if (options.cost === undefined) return monitor;
  if (options.cost !== "search") {
    const given = options.cost;
    return { ...monitor, cost: (state) => given(state.left, state.right) };
  }
  const limit = (options as ProductCost<A, B>).searched ?? DEFAULT_SEARCHED;
  const sketches = sketchesOfPairs(a, b);
  const search = searchCompletion(monitor, [a, b], limit, sketches);
  let allowance: Allowance = ANY_STEPS;
  const cost = (state: State): number =>
    monitor.accepts(state) ? 0 : (completionOf(state, search, allowance)?.length ?? Number.POSITIVE_INFINITY);
  const isSketched = (state: State): boolean => {
    cost(state);
    return !state.unsketched;
  };
  return {
    ...monitor,
    ...(sketches !== undefined && { factor: sketches.factorWith(isSketched) }),
    cost,
    searchingWithin(steps, work) {
      const before = allowance;
      allowance = { left: steps, share: Math.ceil(steps * SHARE) };
      try {
        return work();
      } finally {
        allowance = before;
      }
    },
    witness(state) {
      if (monitor.accepts(state)) return [];
      const found = completionOf(state, search, allowance);
      return found && symbolsIn(found);
    },
  };
}

/**
 * Returns the monitor from which masks are computed: the only part of an intersection with a single part, otherwise the
 * monitor itself.
 */
function viewOf(monitor: Monitor<unknown>): { readonly part: Monitor<unknown>; stateOf(state: unknown): unknown } {
  const { conjunction } = monitor;
  if (conjunction?.parts.length !== 1) return { part: monitor, stateOf: (state) => state };
  return { part: conjunction.parts[0]!, stateOf: (state) => conjunction.stateOf(state, 0) };
}

/** Returns whether states of `monitor` can be compared by a key: its own, or the state itself if it is a number. */
function canKey<State>(monitor: Monitor<State>): boolean {
  return monitor.key !== undefined || monitor.table !== undefined;
}

function keyOf<State>(monitor: Monitor<State>, state: State): unknown {
  const key = monitor.key === undefined ? state : monitor.key(state);
  // The length separates two strings unambiguously, even if they contain zero characters.
  return typeof key === "string" ? `${key.length}:${key}` : key;
}

function sideOf<State>(monitor: Monitor<State>, state: State, own: (symbol: number) => number): Side {
  return {
    reads: (symbol) => own(symbol) >= 0 && monitor.step(state, own(symbol)) !== undefined,
    expected: () => monitor.expected?.(state) ?? [],
  };
}
