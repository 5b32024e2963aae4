// Best-first search for a text that ends, over symbols. The order decides what is found: the nearest end (A*, Hart, Nilsson and Raphael 1968), or,
// greedily, any end: what seems nearest to some end comes first, however long the way there was. In the greedy order, steps that bring the end no
// nearer count as many steps, for blanks may stand in many places.

/** In how many steps of the greedy search one counts that leaves the end as far as it was. */
const STILL = 16;
/** How many states a search sees at most after a vague state could be the nearest: as many again as it has seen, and these. */
const AFTER_VAGUE = 64;

/** Steps that several searches may take in all. A search takes at most a share of them, so that one alone does not use them up. */
export interface Allowance {
  left: number;
  readonly share: number;
}

/** For searches that only their states bound. */
export const ANY_STEPS: Allowance = { left: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY };

/** What is searched. */
export interface SearchSpace<State> {
  readonly symbols: readonly number[];
  step(state: State, symbol: number): State | undefined;
  accepts(state: State): boolean;
  /** Equal keys mean equal states. */
  keyOf(state: State): unknown;
  /** A lower bound of the symbols to an end; Infinity where there is none. */
  estimate(state: State): number;
  /** How many steps of an allowance one step takes. */
  readonly price: number;
  /** Whether a state says nothing. It is never stepped. */
  isVague(state: State): boolean;
}

/** What a search found: the symbols to an end, "none" where it has seen every state, "many" past its bound, "cut" by the allowance. */
export interface Found {
  readonly end: readonly number[] | "none" | "many" | "cut";
  /** Whether it met vague states, which may lead to an end. */
  readonly metVague: boolean;
}

/** Searches from `start`. @param most how many states it may see. */
export function searchEnd<State>(
  { symbols, step, accepts, keyOf, estimate, price, isVague }: SearchSpace<State>,
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
    allowance.left -= symbols.length * price;
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
  /** The estimate. */
  readonly left: number;
  /** What the steps on the way here count that brought the end no nearer. */
  readonly still: number;
}

function symbolsTo<State>(step: Step<State>): number[] {
  const symbols: number[] = [];
  for (let at = step; at.before !== undefined; at = at.before) symbols.push(at.symbol);
  return symbols.reverse();
}

/** Items by ascending integer priority; of equal priorities the last in comes out first, which follows one path to its end. */
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
