// A combination as a monitor. Its states are the numbers of tuples, which contain states of the parts: a pair for
// product and union; a sorted set for sequence and star, which is the lazy subset construction (Rabin and Scott 1959).
// Equal tuples have equal numbers, so different texts after which the same texts can follow mostly lead to one state.

import { combinationDepth } from "./combination-depth.js";
import type { Constituent } from "./engine/conjunction.js";
import { deadEndsWithin } from "./find-dead-ends.js";
import { createSequenceTable } from "./interning.js";
import { DEFAULT_LIMITS, type Limits, tooMany } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { createNesting } from "./nesting.js";
import type { Part, Parts } from "./parts.js";
import type { Question } from "./question.js";
import { questionId } from "./question-id.js";
import { sketchesOfTuples } from "./sketched-tuples.js";
import { StaleStateError } from "./stale-state-error.js";

/** Returns the cost of a part's state, or of a path from it. */
export type CostOf = (part: Part, state: number) => number;

/** The operations of a combination on tuples. Tuples passed as arguments are reused: do not keep them. */
export interface Combination {
  readonly parts: Parts;
  /** Whether every state has a completion, except a start without a future. */
  readonly trim: boolean;
  /** Whether nothing follows an accepting state. */
  readonly prefixFree: boolean;
  /**
   * Whether a tuple may contain several states of one part, or two parts are the same monitor. A combination then calls
   * that part several times. In nested combinations, these calls would multiply, so the results are cached.
   */
  readonly several?: true;
  /** Fills `into` with the tuple before any symbol. */
  start(into: number[]): void;
  /** Fills `into` with the tuple after `symbol`; returns false if there is none. */
  step(tuple: readonly number[], symbol: number, into: number[]): boolean;
  accepts(tuple: readonly number[]): boolean;
  /** Returns the cost of a tuple from those of its parts, given by `costOf`. */
  readonly cost?: (tuple: readonly number[], costOf: CostOf) => number;
  readonly mode?: (tuple: readonly number[]) => string;
  readonly modes?: readonly string[];
  /** Describes what may follow; by default, everything that the parts in the tuple expect. */
  readonly expected?: (tuple: readonly number[]) => readonly string[];
  /** The monitors of an intersection; the tuple then contains one state of each, in order. */
  readonly conjunction?: readonly Monitor<unknown>[];
  /** The parts that read the symbols of the combination unchanged; all by default. */
  readonly reading?: readonly Part[];
  /**
   * Takes a sketch (an abstract state that stands for many tuples) of an intersection. Returns whether all these tuples
   * have the same cost as the sketch. Absent if the intersection has no sketches.
   */
  readonly costsAlike?: (tuple: readonly number[]) => boolean;
  /** Calls `visit` with every part's state in the tuple. */
  forEach(tuple: readonly number[], visit: (part: Part, state: number) => void): void;
  /**
   * Fills `into` with a copy of `tuple` in which `by` has replaced each state of a part; it may return DEAD for a state
   * after which nothing can follow. Returns false if the whole tuple is dead.
   */
  replace(tuple: readonly number[], by: (part: Part, state: number) => number, into: number[]): boolean;
}

const costOfPart: CostOf = (part, state) => part.cost!(state);

/** States are integers in [0, 2³¹). */
const MOST_NUMBERS = 2 ** 31;
/** The number of the tuple before any symbol. It never changes. */
const START = 0;

/** A combination remembers the answers of at most so many calls of a kind. */
const MOST_REMEMBERED = 2 ** 16;
/** More than the symbols of any monitor. */
const SYMBOLS = 2 ** 20;

/** Creates the monitor of a combination. */
export function tupled(combination: Combination, limits: Limits = DEFAULT_LIMITS): Monitor<number> {
  const { parts } = combination;
  const table = createSequenceTable(limits.states);
  const tuple: number[] = [];
  const next: number[] = [];
  // All calls share the tuples, so calls must not be nested.
  const nesting = createNesting(1);
  let copied = new Int32Array(16);
  // The number of the first state of the current generation, so that a dropped state is never mistaken for another.
  let base = 0;
  const own = { generation: 0 };
  let generation = parts.generation();

  /** Returns the number of the tuple in `next`. */
  const numberNext = (): number => {
    if (next.length > copied.length) copied = new Int32Array(2 * next.length);
    for (let at = 0; at < next.length; at++) copied[at] = next[at]!;
    const number = table.intern(copied, next.length);
    if (number < 0) throw tooMany("states", limits.states);
    return number === START ? START : base + number;
  };

  const depth = combinationDepth(parts.all.map(({ monitor }) => monitor));
  const remembered: Map<number, unknown>[] = [];
  /** Returns `answer`, which remembers its results if combinations with several states lie within one another. */
  const once = <T>(answer: (state: number, symbol: number) => T): ((state: number, symbol?: number) => T) => {
    if (combination.several !== true || depth < 2) return answer as (state: number, symbol?: number) => T;
    const known = new Map<number, T>();
    remembered.push(known);
    return (state, symbol = 0) => {
      if (state === START) beginAnew();
      const key = state * SYMBOLS + symbol;
      const found = known.get(key);
      if (found !== undefined || known.has(key)) return found as T;
      const made = answer(state, symbol);
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(key, made);
      return made;
    };
  };

  const enter = (): number => {
    next.length = 0;
    combination.start(next);
    return numberNext();
  };
  const start = enter();

  /**
   * The next text begins with an empty table if half of the state numbers are used or a part has changed its start. The
   * start keeps its number.
   */
  const beginAnew = (): void => {
    if (2 * table.size <= limits.states && 2 * parts.states() <= limits.states && !isMoved()) return;
    if (base + table.size >= MOST_NUMBERS - limits.states) throw tooMany("numbers", MOST_NUMBERS);
    base += table.size;
    own.generation++;
    table.clear();
    for (const known of remembered) known.clear();
    for (const part of parts.all) part.forget();
    enter();
  };

  /** Returns whether the start of a part has changed. */
  const isMoved = (): boolean => {
    if (parts.generation() === generation) return false;
    generation = parts.generation();
    next.length = 0;
    combination.start(next);
    return next.length !== table.offset(1) || next.some((each, at) => each !== table.pool[at]);
  };

  /** Reads `state` into `tuple`. @throws StaleStateError */
  const load = (state: number): void => {
    if (state === START) beginAnew();
    const index = state === START ? START : state - base;
    if (index <= START && state > START) throw new StaleStateError(state, base + 1);
    if (!(index >= START && index < table.size))
      throw new RangeError(`${state} is not a state of this monitor, which has ${table.size}`);
    const from = table.offset(index);
    tuple.length = table.offset(index + 1) - from;
    for (let at = 0; at < tuple.length; at++) tuple[at] = table.pool[from + at]!;
  };

  const collect = <T>(state: number, method: (part: Part) => ((state: number) => readonly T[]) | undefined): T[] => {
    const all: T[] = [];
    load(state);
    combination.forEach(tuple, (part, inner) => {
      for (const value of method(part)?.(inner) ?? []) all.push(value);
    });
    return all;
  };

  const replaced = (state: number, by: (part: Part, own: number) => number): number => {
    load(state);
    next.length = 0;
    combination.replace(tuple, by, next);
    return next.length === tuple.length && next.every((each, at) => each === tuple[at]) ? state : numberNext();
  };
  const every = (state: number, question: (part: Part, own: number) => boolean): boolean => {
    let all = true;
    load(state);
    combination.forEach(tuple, (part, own) => {
      all &&= question(part, own);
    });
    return all;
  };

  const leastBy = (state: number, symbol: number): number => {
    load(state);
    return combination.cost?.(tuple, (part, own) => part.leastBy(own, symbol)) ?? 0;
  };

  const costsAlike = (state: number): boolean => {
    if (combination.costsAlike === undefined) return every(state, (part, own) => part.costsAlike(own));
    load(state);
    return combination.costsAlike(tuple);
  };

  const has = (method: "expected" | "asks"): boolean => parts.all.some((part) => part[method] !== undefined);
  const shared = parts.table(own);
  const { cost, mode, conjunction } = combination;
  const expected = once((state): readonly string[] => {
    if (combination.expected === undefined) return [...new Set(collect(state, (part) => part.expected))];
    load(state);
    return combination.expected(tuple);
  });
  // A search may find more the next time.
  const isSearched = parts.all.some(({ monitor }) => monitor.searchingWithin !== undefined);
  const costOf = isSearched ? (answer: (state: number) => number) => answer : once<number>;
  return {
    start,
    combinationDepth: depth,
    step: once((state, symbol) => {
      nesting.enter();
      try {
        load(state);
        next.length = 0;
        return combination.step(tuple, symbol, next) ? numberNext() : undefined;
      } finally {
        nesting.leave();
      }
    }),
    accepts: once((state) => {
      nesting.enter();
      try {
        load(state);
        return combination.accepts(tuple);
      } finally {
        nesting.leave();
      }
    }),
    ...(parts.controls.length > 0 ? { controls: parts.controls } : {}),
    ...(combination.trim ? { trim: true } : deadEndsWithin(parts.all.map(({ monitor }) => monitor))),
    ...(combination.prefixFree ? { prefixFree: true } : {}),
    // Equal tuples have equal numbers, and no number is reused for another tuple.
    ...(shared === undefined ? { key: (state: number) => state } : { table: shared }),
    // Masks of intersections are computed from those of their parts instead.
    ...((conjunction === undefined || combination.costsAlike !== undefined) &&
      parts.all.some(({ sketches }) => sketches) && {
        factor: sketchesOfTuples({ replaced, every, leastBy, costsAlike }),
      }),
    ...(conjunction && {
      conjunction: {
        parts: conjunction,
        stateOf(state: number, part: number): unknown {
          load(state);
          return parts.all[part]!.original(tuple[part]!);
        },
      },
    }),
    ...(cost && {
      cost: costOf((state) => {
        nesting.enter();
        try {
          load(state);
          return cost(tuple, costOfPart);
        } finally {
          nesting.leave();
        }
      }),
    }),
    ...(combination.modes && { modes: combination.modes }),
    ...(mode && {
      mode(state: number): string {
        load(state);
        return mode(tuple);
      },
    }),
    ...(has("expected") && { expected }),
    constituents(state: number): readonly Constituent[] {
      const found: Constituent[] = [];
      load(state);
      combination.forEach(tuple, (part, inner) => {
        if (combination.reading?.includes(part) === false) return;
        found.push({ index: parts.all.indexOf(part), monitor: part.monitor, state: part.original(inner) });
      });
      return found;
    },
    ...(has("asks") && {
      asks(state: number): readonly Question[] {
        const byId = new Map<string, Question>();
        for (const question of collect(state, (part) => part.asks)) byId.set(questionId(question), question);
        return [...byId.values()];
      },
      supply(state: number, question: Question, answer: unknown): number | undefined {
        load(state);
        next.length = 0;
        const by = (part: Part, inner: number): number =>
          part.asks?.(inner).some((its) => questionId(its) === questionId(question))
            ? part.supply(inner, question, answer)
            : inner;
        return combination.replace(tuple, by, next) ? numberNext() : undefined;
      },
    }),
  };
}

/** Sorts `set` and removes duplicates, in place. */
export function normalise(set: number[]): void {
  set.sort((a, b) => a - b);
  let to = 0;
  for (let at = 0; at < set.length; at++) if (at === 0 || set[at] !== set[at - 1]) set[to++] = set[at]!;
  set.length = to;
}
