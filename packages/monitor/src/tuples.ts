// The tuples of a combination, by number. They contain states of the parts: a pair for product and union; a sorted set for sequence and star, which is the lazy
// subset construction (Rabin and Scott 1959). Equal tuples have equal numbers, so different texts after which the same texts can follow mostly lead to one state.

import type { Combination } from "./combination.js";
import { type CombinationSize, combinationSize, stepFuel } from "./combination-size.js";
import { areStatesHeld } from "./held-states.js";
import { createSequenceTable } from "./interning.js";
import { type Limits, tooMany } from "./limits.js";
import type { Monitor } from "./monitor.js";
import type { Parts } from "./parts.js";
import { StaleStateError } from "./stale-state-error.js";

/** States are integers in [0, 2³¹). */
const MOST_NUMBERS = 2 ** 31;
/** The number of the tuple before any symbol. It never changes. */
const START = 0;

/** A combination remembers the answers of at most so many calls of a kind. */
const MOST_REMEMBERED = 2 ** 16;
/** More than the symbols of any monitor. */
const SYMBOLS = 2 ** 20;

export interface Tuples {
  /** The number of the tuple before any symbol. */
  readonly start: number;
  /** The tuple that was read last. */
  readonly tuple: number[];
  /** The tuple under construction. */
  readonly next: number[];
  /** Reads `state` into `tuple`. @throws StaleStateError */
  load(state: number): void;
  /** Returns the number of the tuple in `next`. */
  numberNext(): number;
  /** Returns `answer`, which remembers its results if combinations with several states lie within one another. */
  once<T>(answer: (state: number, symbol: number) => T): (state: number, symbol?: number) => T;
  readonly size: CombinationSize;
  /** The fuel of a step, apart from that of the parts. */
  readonly stepUnits: number;
  /** The number of times that the table has been emptied. */
  readonly own: { readonly generation: number };
}

/** Returns the monitors of the parts, each once: if a combination has a monitor twice, it remembers the steps of that monitor. */
function differentMonitors(parts: Parts): readonly Monitor<unknown>[] {
  return [...new Set(parts.all.map(({ monitor }) => monitor))];
}

export function createTuples(combination: Combination, limits: Limits): Tuples {
  const { parts } = combination;
  const table = createSequenceTable(limits.states);
  const tuple: number[] = [];
  const next: number[] = [];
  let copied = new Int32Array(16);
  // The number of the first state of the current generation, so that a dropped state is never mistaken for another.
  let base = 0;
  const own = { generation: 0 };
  let generation = parts.generation();

  const numberNext = (): number => {
    if (next.length > copied.length) copied = new Int32Array(2 * next.length);
    for (let at = 0; at < next.length; at++) copied[at] = next[at]!;
    const number = table.intern(copied, next.length);
    if (number < 0) throw tooMany("states", limits.states);
    return number === START ? START : base + number;
  };

  const different = differentMonitors(parts);
  const size = combinationSize(different, combination.readBy ?? "one");
  const stepUnits = combination.readBy === "all" ? stepFuel(different) : 0;
  const remembered: Map<number, unknown>[] = [];
  const once = <T>(answer: (state: number, symbol: number) => T): ((state: number, symbol?: number) => T) => {
    if (combination.several !== true || size.combinationDepth < 2)
      return answer as (state: number, symbol?: number) => T;
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
    const moved = isMoved();
    const isFull = 2 * table.size > limits.states || 2 * parts.states() > limits.states;
    if (!moved && (!isFull || areStatesHeld())) return;
    if (base + table.size >= MOST_NUMBERS - limits.states) throw tooMany("numbers", MOST_NUMBERS);
    base += table.size;
    own.generation++;
    table.clear();
    forgetAnswers();
    for (const part of parts.all) part.forget();
    enter();
  };

  const forgetAnswers = (): void => {
    for (const known of remembered) known.clear();
  };

  /** Returns whether the start of a part has changed. If a part has dropped states, remembered answers may contain them. */
  const isMoved = (): boolean => {
    if (parts.generation() === generation) return false;
    generation = parts.generation();
    forgetAnswers();
    next.length = 0;
    combination.start(next);
    return next.length !== table.offset(1) || next.some((each, at) => each !== table.pool[at]);
  };

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

  return { start, tuple, next, load, numberNext, once, size, stepUnits, own };
}
