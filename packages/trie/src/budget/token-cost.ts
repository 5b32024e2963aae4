// Computes how many tokens finish a text. The result is an upper bound: a sequence of so many tokens exists, but
// perhaps a shorter one does, too. If the vocabulary contains every symbol as a single token, the bound comes from the
// monitor's cheapest completion, spelt in the longest tokens (witness.ts). Otherwise, a best-first search over tokens
// finds a sequence and caches the costs along it. So from cost n > 0, some token leads to cost ≤ n − 1; budgets rely on
// this. If a search visits all reachable states without success, all these states are dead for this vocabulary.

import { LimitError, type Monitor } from "@espalier/monitor";

/** The steps from a state by one token. */
export interface TokenSteps<State> {
  /** Returns the states after one token that is a single byte or a control symbol. */
  singles(state: State): Iterable<State>;
  /** Returns the distinct states after one token. */
  reach(state: State): Iterable<State>;
  /** Whether every symbol of the monitor is a single token. */
  readonly complete: boolean;
  /**
   * Returns the state after the longest token of the cheapest completion. Requires that `complete` is true and that the
   * monitor has a cost.
   */
  along(state: State): State;
}

export interface TokenCosts<State> {
  /**
   * Returns a number of tokens that suffices to reach acceptance, though fewer may suffice as well; Infinity if
   * acceptance cannot be reached.
   */
  of(state: State): number;
  /** Returns whether `of(state)` is at most `tokens`. Cheaper, because the cost in symbols often decides. */
  within(state: State, tokens: number): boolean;
  /** Clears the caches, because the states have become invalid. */
  clear(): void;
}

/** The number of cached costs; the cache is then cleared. */
const REMEMBERED = 1 << 16;
/** The same if states are objects, which the cache keeps alive. */
const REMEMBERED_OBJECTS = 1 << 12;

/** @throws LimitError (from `of`) if a search visits more than `limit` states. */
export function createTokenCosts<State>(
  monitor: Monitor<State>,
  steps: TokenSteps<State>,
  limit: number,
): TokenCosts<State> {
  const known = new Map<State, number>();
  /** Numbers of tokens that do not suffice, for states whose witness was spelt no further. */
  const insufficient = new Map<State, number>();
  const estimate = estimateOf(monitor);
  const mostKnown = monitor.table === undefined ? REMEMBERED_OBJECTS : REMEMBERED;

  /** Tries only single symbols that lower the monitor's cost: nearly always enough. */
  function descend(start: State): number | undefined {
    if (monitor.cost === undefined) return undefined;
    const cameFrom = new Map<State, State | undefined>([[start, undefined]]);
    let at = start;
    let cost = monitor.cost(at);
    for (;;) {
      const rest = monitor.accepts(at) ? 0 : known.get(at);
      if (rest !== undefined) return remember(at, rest, cameFrom);
      let best: State | undefined;
      for (const next of steps.singles(at)) {
        if (known.get(next) === Number.POSITIVE_INFINITY || cameFrom.has(next)) continue;
        const less = monitor.cost(next);
        if (less >= cost) continue;
        cost = less;
        best = next;
      }
      if (best === undefined) return undefined;
      cameFrom.set(best, at);
      at = best;
    }
  }

  function search(start: State): number {
    const cameFrom = new Map<State, State | undefined>([[start, undefined]]);
    const queue = createQueue<{ readonly state: State; readonly depth: number }>();
    queue.push(priority(start, 0), { state: start, depth: 0 });
    for (;;) {
      const best = queue.pop();
      if (best === undefined) {
        for (const state of cameFrom.keys()) known.set(state, Number.POSITIVE_INFINITY);
        return Number.POSITIVE_INFINITY;
      }
      const rest = monitor.accepts(best.state) ? 0 : known.get(best.state);
      if (rest !== undefined) return remember(best.state, rest, cameFrom);
      for (const next of steps.complete ? steps.singles(best.state) : steps.reach(best.state)) {
        if (cameFrom.has(next) || known.get(next) === Number.POSITIVE_INFINITY) continue;
        if (cameFrom.size >= limit)
          throw new LimitError(
            "searchLimit",
            limit,
            `The search for a way to finish in tokens exceeded ${limit} states`,
          );
        cameFrom.set(next, best.state);
        queue.push(priority(next, best.depth + 1), { state: next, depth: best.depth + 1 });
      }
    }
  }

  /**
   * Spells the witness in the longest tokens; each state along it gets its cost. Returns Infinity once it takes more
   * than `most` tokens; each state along it then gets a number of tokens that does not suffice.
   */
  function spell(start: State, most: number): number {
    const path: State[] = [];
    let at = start;
    let rest = 0;
    while (!monitor.accepts(at)) {
      const remembered = known.get(at);
      if (remembered !== undefined) {
        rest = remembered;
        break;
      }
      const left = most - path.length;
      if (left <= 0 || (insufficient.get(at) ?? 0) >= left) {
        for (let i = 0; i < path.length; i++) insufficient.set(path[i]!, most - i);
        return Number.POSITIVE_INFINITY;
      }
      path.push(at);
      at = steps.along(at);
    }
    for (let i = path.length - 1; i >= 0; i--) known.set(path[i]!, ++rest);
    return rest;
  }

  function priority(state: State, depth: number): number {
    if (monitor.cost !== undefined) return monitor.cost(state);
    return depth + (known.get(state) ?? estimate?.(state) ?? 0);
  }

  function remember(goal: State, rest: number, cameFrom: ReadonlyMap<State, State | undefined>): number {
    let cost = rest;
    for (let state = cameFrom.get(goal); state !== undefined; state = cameFrom.get(state)) known.set(state, ++cost);
    return cost;
  }

  function clear(): void {
    known.clear();
    insufficient.clear();
  }

  /** Returns the cost if it is at most `most`; otherwise some number above `most`. */
  function upTo(state: State, most: number): number {
    if (monitor.accepts(state)) return 0;
    const remembered = known.get(state);
    if (remembered !== undefined) return remembered;
    if (known.size + insufficient.size > mostKnown) clear();
    if (!steps.complete || monitor.cost === undefined) return descend(state) ?? search(state);
    const symbols = monitor.cost(state);
    return symbols <= 1 || symbols === Number.POSITIVE_INFINITY ? symbols : spell(state, most);
  }

  return {
    of: (state) => upTo(state, Number.POSITIVE_INFINITY),
    // No token finishes exactly where the text may end. This question needs no completion.
    within: (state, tokens) =>
      tokens === 0
        ? monitor.accepts(state)
        : (steps.complete && withinSymbols(monitor, state, tokens)) || upTo(state, tokens) <= tokens,
    clear,
  };
}

/**
 * Returns an estimate of the symbols to acceptance in a product that has no cost: the largest cost of its parts. One
 * part may have infinitely many states, for example because it stores the text while it waits for an answer. The cost
 * of the other part then leads the search to an end.
 */
function estimateOf<State>({ conjunction }: Monitor<State>): ((state: State) => number) | undefined {
  if (conjunction === undefined) return undefined;
  const parts = conjunction.parts.map((part) => (part.cost === undefined ? estimateOf(part) : part.cost.bind(part)));
  if (parts.every((part) => part === undefined)) return undefined;
  return (state) => Math.max(...parts.map((part, at) => part?.(conjunction.stateOf(state, at)) ?? 0));
}

/** Returns whether the monitor knows that so many symbols finish: from its cheap bound, or else from the exact cost. */
function withinSymbols<State>(monitor: Monitor<State>, state: State, symbols: number): boolean {
  if (monitor.cost === undefined) return false;
  return (monitor.costAtMost?.(state) ?? Number.POSITIVE_INFINITY) <= symbols || monitor.cost(state) <= symbols;
}

/**
 * A queue by priority, least first; equal priorities come out in insertion order. A search has few distinct priorities.
 */
function createQueue<Item>(): { push(priority: number, item: Item): void; pop(): Item | undefined } {
  const lines = new Map<number, Item[]>();
  return {
    push(priority, item) {
      const line = lines.get(priority);
      if (line === undefined) lines.set(priority, [item]);
      else line.push(item);
    },
    pop() {
      const least = Math.min(...lines.keys());
      const line = lines.get(least);
      const item = line?.shift();
      if (line?.length === 0) lines.delete(least);
      return item;
    },
  };
}
