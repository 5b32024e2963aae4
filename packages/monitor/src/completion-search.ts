// A completion of a product's state: a text that finishes it. First the parts are asked for theirs, which the other part may be able to
// read; else a best-first search over symbols, led by what the parts say it costs to finish. The first one looks for the nearest end (A*,
// Hart, Nilsson and Raphael 1968). Where it sees too many states, a greedy one follows: it takes what seems nearest to some end, however
// long the way there was. Steps that bring the end no nearer count as many steps, for blanks may stand in many places.

import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import type { Completion, Pair } from "./pair.js";

/** In how many steps of the greedy search one counts that leaves the end as far as it was. */
const STILL = 16;

/** Steps that several searches may take in all. A search takes at most a share of them, so that one alone does not use them up. */
export interface Allowance {
  left: number;
  readonly share: number;
}

/** For searches that only their states bound. */
export const ANY_STEPS: Allowance = { left: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY };

const END: Completion = { length: 0, symbol: -1, rest: undefined };

/** Looks for a completion: `undefined` where none was found, "cut" where the allowance ended the search. */
export type Search<A, B> = (state: Pair<A, B>, allowance: Allowance) => Completion | "cut" | undefined;

/** The completion remembered in `state`, or found now; `undefined` where none was found. What an allowance cut off is not remembered. */
export function completionOf<A, B>(
  state: Pair<A, B>,
  search: Search<A, B>,
  allowance: Allowance,
): Completion | undefined {
  if (state.completion === undefined) {
    const found = search(state, allowance);
    if (found === "cut") return undefined;
    state.completion = found ?? "none";
  }
  return state.completion === "none" ? undefined : state.completion;
}

/** A function that looks for a completion of a state among at most `limit` states. */
export function searchCompletion<A, B>(
  monitor: Monitor<Pair<A, B>>,
  [a, b]: readonly [Monitor<A>, Monitor<B>],
  limit: number,
): Search<A, B> {
  type State = Pair<A, B>;
  const symbols = symbolsToTry(monitor);
  // What cannot be known cheaply counts as nothing, so the search stays admissible.
  const estimate = (state: State): number => Math.max(a.cost?.(state.left) ?? 0, b.cost?.(state.right) ?? 0);

  /** The completion that a part knows, where the whole can read it. */
  function known(state: State): Completion | undefined {
    for (const witness of [a.witness?.(state.left), b.witness?.(state.right)]) {
      if (witness === undefined) continue;
      let at: State | undefined = state;
      let length = 0;
      while (at !== undefined && !monitor.accepts(at) && length < witness.length)
        at = monitor.step(at, witness[length++]!);
      if (at !== undefined && monitor.accepts(at)) return spelt(Array.from(witness).slice(0, length));
    }
    return undefined;
  }

  /** @param most how many states it may see. */
  function search(
    start: State,
    order: "nearest" | "greedy",
    most: number,
    allowance: Allowance,
  ): Completion | "cut" | undefined {
    let left = allowance.share;
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
      if (monitor.accepts(from.state)) return spelt(symbolsTo(from));
      if (left <= 0 || allowance.left <= 0) return "cut";
      left -= symbols.length;
      allowance.left -= symbols.length;
      for (const symbol of symbols) {
        const next = monitor.step(from.state, symbol);
        if (next === undefined || seen.has(keyOf(next))) continue;
        const distance = estimate(next);
        if (distance === Number.POSITIVE_INFINITY) continue;
        if (seen.size >= most) return undefined;
        seen.add(keyOf(next));
        const depth = from.depth + 1;
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
    return undefined;
  }
  const keyOf = (state: State): unknown => monitor.key?.(state) ?? state;
  const first = Math.ceil(limit / 4);
  return (state, allowance) =>
    known(state) ?? search(state, "nearest", first, allowance) ?? search(state, "greedy", limit - first, allowance);
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

function spelt(symbols: readonly number[]): Completion {
  return symbols.reduceRight<Completion>((rest, symbol) => ({ length: rest.length + 1, symbol, rest }), END);
}

/** One byte of each class, and every control symbol. */
function symbolsToTry<State>({ classes, controls = [] }: Monitor<State>): readonly number[] {
  const bytes = Array.from({ length: FIRST_CONTROL }, (_, byte) => byte);
  const firsts =
    classes === undefined ? bytes : bytes.filter((byte) => classes.classOf.indexOf(classes.classOf[byte]!) === byte);
  return [...firsts, ...controls.map((_, k) => FIRST_CONTROL + k)];
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
