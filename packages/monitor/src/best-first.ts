// Best-first search over symbols for a text that ends. With the A* order (Hart, Nilsson and Raphael 1968), it finds the
// nearest end. With the greedy order, it finds any end: it follows the state that seems nearest to an end, however long
// the path so far. In the greedy order, a step that does not approach the end counts as several steps, because blanks
// may be allowed in many places.

import { burn } from "./fuel.js";

/** In the greedy order, how many steps a step counts that does not approach the end. */
const STILL = 16;
/**
 * A search may use abstract states, each of which stands for many states. An abstract state is *vague* if it does not
 * know what can follow. Once a vague state may be nearest to the end, the search visits at most as many further states
 * as it has visited so far, plus this number, and then gives up.
 */
const AFTER_VAGUE = 64;

/**
 * A number of steps that several searches share. One search takes at most the fraction `share`, so that it does not use
 * up all of them.
 */
export interface Allowance {
  left: number;
  readonly share: number;
}

/** For searches that are limited only by their number of states. */
export const ANY_STEPS: Allowance = { left: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY };

/** Takes `steps` from the allowance, and `units` for each from the active fuel. @throws FuelError if the fuel has fewer units left. */
export function takeSteps(allowance: Allowance, steps: number, units = 1): void {
  allowance.left -= steps;
  burn("search", Math.ceil(steps * units));
}

/** The states and steps of a search. */
export interface SearchSpace<State> {
  readonly symbols: readonly number[];
  step(state: State, symbol: number): State | undefined;
  accepts(state: State): boolean;
  /** Returns a key; equal keys mean equal states. */
  keyOf(state: State): unknown;
  /** Returns a lower bound on the number of symbols to an end; Infinity if there is none. */
  estimate(state: State): number;
  /** How many steps of an allowance one step costs. */
  readonly price: number;
  /** How many units of fuel a step of an allowance takes. */
  readonly units: number;
  /** Returns whether a state is vague: it carries no information and must not be stepped. */
  isVague(state: State): boolean;
}

/**
 * The result of a search: the symbols to an end; "none" if all states were visited; "many" if the limit of states was
 * reached; "cut" if the allowance was used up.
 */
export interface Found {
  readonly end: readonly number[] | "none" | "many" | "cut";
  /** Whether the search reached vague states, which may lead to an end. */
  readonly metVague: boolean;
}

/** Searches from `start`. @param most the maximum number of states. */
export function searchEnd<State>(
  { symbols, step, accepts, keyOf, estimate, price, units, isVague }: SearchSpace<State>,
  start: State,
  order: "nearest" | "greedy",
  most: number,
  allowance: Allowance,
): Found {
  let left = allowance.share;
  let bound = most;
  let vagueAt = Number.POSITIVE_INFINITY;
  const found = (end: Found["end"]): Found => ({ end, metVague: vagueAt < Number.POSITIVE_INFINITY });
  const seen = new Set<unknown>([keyOf(start)]);
  const queue = createQueue<Step<State>>();
  let from: Step<State> | undefined = {
    state: start,
    symbol: -1,
    before: undefined,
    depth: 0,
    left: estimate(start),
    still: 0,
  };
  for (; from !== undefined; from = queue.pop()) {
    if (accepts(from.state)) return found(symbolsTo(from));
    if (left <= 0 || allowance.left <= 0) return found("cut");
    if (bound === most && from.depth + from.left >= vagueAt) bound = Math.min(most, 2 * seen.size + AFTER_VAGUE);
    left -= symbols.length;
    takeSteps(allowance, symbols.length * price, units);
    const depth = from.depth + 1;
    for (const symbol of symbols) {
      const next = step(from.state, symbol);
      if (next === undefined) continue;
      if (isVague(next)) {
        vagueAt = Math.min(vagueAt, depth);
        continue;
      }
      const key = keyOf(next);
      if (seen.has(key)) continue;
      const distance = estimate(next);
      if (distance === Number.POSITIVE_INFINITY) continue;
      if (seen.size >= bound) return found("many");
      seen.add(key);
      const still = from.still + (distance === from.left ? STILL : 0);
      queue.push(distance + (order === "nearest" ? depth : still), {
        state: next,
        symbol,
        before: from,
        depth,
        left: distance,
        still,
      });
    }
  }
  return found("none");
}

/** A state of the search, and how it was reached. */
interface Step<State> {
  readonly state: State;
  readonly symbol: number;
  readonly before: Step<State> | undefined;
  readonly depth: number;
  /** The estimated distance to an end. */
  readonly left: number;
  /** The total penalty for steps on the path that did not approach the end. */
  readonly still: number;
}

function symbolsTo<State>(step: Step<State>): number[] {
  const symbols: number[] = [];
  for (let at = step; at.before !== undefined; at = at.before) symbols.push(at.symbol);
  return symbols.reverse();
}

/**
 * A queue by ascending integer priority. Among equal priorities, the last item inserted comes out first, so that the
 * search follows one path to its end.
 */
function createQueue<Item>(): { push(priority: number, item: Item): void; pop(): Item | undefined } {
  const buckets: Item[][] = [];
  let least = 0;
  return {
    push(priority, item) {
      least = Math.min(least, priority);
      (buckets[priority] ??= []).push(item);
    },
    pop() {
      while (least < buckets.length && (buckets[least]?.length ?? 0) === 0) least++;
      return buckets[least]?.pop();
    },
  };
}
