// How many tokens it takes to finish. Where the vocabulary spells every symbol as a single token, the monitor's own witness
// in the longest tokens (witness.ts) is a bound that real tokens attain. Otherwise: a best-first search over token steps, remembered along the path
// it finds, so that from cost n > 0 some token leads to cost ≤ n − 1 — the invariant a budget rests on. A search that runs
// dry proves everything it saw to be dead for this vocabulary.

import { LimitError, type Monitor } from "@espalier/monitor";

/** How to go on from a state by one token. */
export interface TokenSteps<State> {
  /** The states one token away, where that token is a single byte or a control symbol. */
  singles(state: State): Iterable<State>;
  /** The distinct states one token away. */
  reach(state: State): Iterable<State>;
  /** Whether every symbol of the monitor is a token of its own. */
  readonly complete: boolean;
  /** The state after the longest token along the cheapest way to finish; only where `complete` and the monitor has a cost. */
  along(state: State): State;
}

export interface TokenCosts<State> {
  /** An upper bound on the tokens to acceptance that real tokens attain; Infinity when there is no way. */
  of(state: State): number;
  /** Whether `of(state)` is at most `tokens`; cheaper, since the cost in symbols often tells. */
  within(state: State, tokens: number): boolean;
  /** Forgets everything: the states have lost their meaning. */
  clear(): void;
}

/** How many costs are remembered; past it all are forgotten. */
const REMEMBERED = 1 << 20;
/** The same where states are objects, which the memory keeps alive. */
const REMEMBERED_OBJECTS = 1 << 12;

/** @throws LimitError (from `of`) when a search sees more than `limit` states. */
export function createTokenCosts<State>(
  monitor: Monitor<State>,
  steps: TokenSteps<State>,
  limit: number,
): TokenCosts<State> {
  const known = new Map<State, number>();
  const most = monitor.table === undefined ? REMEMBERED_OBJECTS : REMEMBERED;

  /** Single symbols alone, each of which lowers the monitor's cost: nearly always enough. */
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
            `The search for a way to finish in tokens went past ${limit} states`,
          );
        cameFrom.set(next, best.state);
        queue.push(priority(next, best.depth + 1), { state: next, depth: best.depth + 1 });
      }
    }
  }

  /** The witness in the longest tokens: each state along it is that much nearer. */
  function spell(start: State): number {
    const path: State[] = [];
    let at = start;
    let rest = 0;
    while (!monitor.accepts(at)) {
      const remembered = known.get(at);
      if (remembered !== undefined) {
        rest = remembered;
        break;
      }
      path.push(at);
      at = steps.along(at);
    }
    for (let i = path.length - 1; i >= 0; i--) known.set(path[i]!, ++rest);
    return rest;
  }

  function priority(state: State, depth: number): number {
    if (monitor.cost !== undefined) return monitor.cost(state);
    return depth + (known.get(state) ?? 0);
  }

  function remember(goal: State, rest: number, cameFrom: ReadonlyMap<State, State | undefined>): number {
    let cost = rest;
    for (let state = cameFrom.get(goal); state !== undefined; state = cameFrom.get(state)) known.set(state, ++cost);
    return cost;
  }

  function of(state: State): number {
    if (monitor.accepts(state)) return 0;
    const remembered = known.get(state);
    if (remembered !== undefined) return remembered;
    if (known.size > most) known.clear();
    if (!steps.complete || monitor.cost === undefined) return descend(state) ?? search(state);
    const symbols = monitor.cost(state);
    return symbols <= 1 || symbols === Number.POSITIVE_INFINITY ? symbols : spell(state);
  }

  return {
    of,
    within: (state, tokens) => (steps.complete && withinSymbols(monitor, state, tokens)) || of(state) <= tokens,
    clear: () => known.clear(),
  };
}

/** Whether the monitor knows that so many symbols finish: from what it knows cheaply, or else from the least. */
function withinSymbols<State>(monitor: Monitor<State>, state: State, symbols: number): boolean {
  if (monitor.cost === undefined) return false;
  return (monitor.costAtMost?.(state) ?? Number.POSITIVE_INFINITY) <= symbols || monitor.cost(state) <= symbols;
}

/** Least priority first; equal priorities come out in the order they went in. A search meets few priorities. */
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
