// Prepares monitors for a combination: their states become integers, their control symbols get common numbers, and
// their byte classes are refined to common ones.
//
// States are numbered from 0 in order of occurrence. They are compared by their `key` if the part has one, else as
// `Map` compares keys: integers by value and objects by identity. A part that creates a new object in each step has no
// equal states and is rejected. When a part drops its states, its generation number increases. The states of the
// combination are then invalid too: the generation of a combination is the sum of those of its parts.

import { type ByteClasses, commonRefinement } from "@espalier/dfa";
import type { Table } from "./engine/table.js";
import { type Growing, growingOf, sumOf, tableOver } from "./generation.js";
import { DEFAULT_LIMITS, type Limits, tooMany } from "./limits.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import { MonitorError } from "./monitor-error.js";
import { createNesting } from "./nesting.js";
import type { Question } from "./question.js";

/** No state. */
export const DEAD = -1;

/** A monitor with integer states, in the symbol numbering of its combination. */
export interface Part {
  /** The underlying monitor. */
  readonly monitor: Monitor<unknown>;
  readonly trim: boolean;
  readonly prefixFree: boolean;
  start(): number;
  /** Returns the state after `symbol`; {@link DEAD} if there is none. */
  step(state: number, symbol: number): number;
  /** Returns whether `symbol` can be read, without numbering the next state. */
  reads(state: number, symbol: number): boolean;
  accepts(state: number): boolean;
  /** Returns the sketch of a state (`Factor.sketch`); the state itself if the monitor has no sketches. */
  sketch(state: number): number;
  /** Whether the monitor has sketches. */
  readonly sketches: boolean;
  /** Returns whether a sketch has the cost of every state that it represents. */
  costsAlike(state: number): boolean;
  /**
   * Returns a lower bound on the cost of every completion of `state` that begins with `symbol`; Infinity if there is
   * none. Only for parts with a cost.
   */
  leastBy(state: number, symbol: number): number;
  /** Returns whether a state is vague (`Factor.vague`). It does not accept and must not be stepped. */
  isVague(state: number): boolean;
  /** Returns the state of the part's own monitor with number `state`. */
  original(state: number): unknown;
  readonly cost: ((state: number) => number) | undefined;
  readonly mode: ((state: number) => string) | undefined;
  readonly expected: ((state: number) => readonly string[]) | undefined;
  readonly asks: ((state: number) => readonly Question[]) | undefined;
  /** Returns DEAD if nothing can follow according to the answer. */
  supply(state: number, question: Question, answer: unknown): number;
  /** Returns how many states are stored. */
  states(): number;
  /** Drops all stored states. */
  forget(): void;
}

/** The parts of a combination, with what they have in common. */
export interface Parts {
  readonly all: readonly Part[];
  readonly controls: readonly string[];
  /** Returns the table of the combination, whose own generation is `own`; undefined if a part has none. */
  table(own: Growing): Table | undefined;
  /** Returns the largest number of states stored for a part. */
  states(): number;
  /** Returns the sum of the parts' generations. */
  generation(): number;
}

/**
 * Prepares `monitors` as parts of one combination.
 *
 * @throws MonitorError `fresh-states` if two equal steps of a monitor without a `key` return two objects. All bytes are
 * tested from its start; later steps are tested when they occur.
 */
export function partsOf(monitors: readonly Monitor<unknown>[], limits: Limits = DEFAULT_LIMITS): Parts {
  const controls = [...new Set(monitors.flatMap((monitor) => monitor.controls ?? []))];
  const nesting = createNesting();
  const growing = growingOf(monitors);
  const generation = (): number => {
    nesting.enter();
    try {
      return sumOf(growing);
    } finally {
      nesting.leave();
    }
  };
  const all = monitors.map((monitor) => partOf(monitor, controls, limits));
  return {
    all,
    controls,
    table: (own) => commonTable(monitors, [own, ...growing]),
    states: () => Math.max(0, ...all.map((part) => part.states())),
    generation,
  };
}

/**
 * Returns whether the start of `part` has no steps and does not accept. For a trim monitor, this means that its
 * language is empty.
 */
export function isStuck(part: Part, controlCount: number): boolean {
  const start = part.start();
  if (part.accepts(start)) return false;
  for (let symbol = 0; symbol < FIRST_CONTROL + controlCount; symbol++)
    if (part.step(start, symbol) !== DEAD) return false;
  return true;
}

function partOf(monitor: Monitor<unknown>, controls: readonly string[], limits: Limits): Part {
  const ids = numbering(limits, monitor.key === undefined ? undefined : (state) => monitor.key!(state));
  const own = controls.map((name) => monitor.controls?.indexOf(name) ?? -1);
  const ownSymbol = (symbol: number): number => {
    if (symbol < FIRST_CONTROL) return symbol;
    const index = own[symbol - FIRST_CONTROL] ?? -1;
    return index < 0 ? DEAD : FIRST_CONTROL + index;
  };
  const step = monitor.key === undefined && monitor.table === undefined ? stepToShared(monitor, ids) : ownStep(monitor);
  const of = <T>(method: ((state: unknown) => T) | undefined): ((state: number) => T) | undefined =>
    method && ((state) => method.call(monitor, ids.stateOf(state)));
  const { factor } = monitor;
  const isVague = (state: number): boolean => factor?.vague?.(ids.stateOf(state)) === true;
  return {
    monitor,
    trim: monitor.trim === true,
    prefixFree: monitor.prefixFree === true,
    start: () => ids.numberOf(monitor.start),
    step: (state, symbol) => {
      const translated = ownSymbol(symbol);
      if (translated === DEAD) return DEAD;
      const next = step(ids.stateOf(state), translated);
      return next === undefined ? DEAD : ids.numberOf(next);
    },
    reads: (state, symbol) => {
      const translated = ownSymbol(symbol);
      return translated !== DEAD && monitor.step(ids.stateOf(state), translated) !== undefined;
    },
    accepts: (state) => !isVague(state) && monitor.accepts(ids.stateOf(state)),
    sketch: (state) => (factor?.sketch === undefined ? state : ids.numberOf(factor.sketch(ids.stateOf(state)))),
    sketches: factor?.sketch !== undefined,
    costsAlike: (state) => factor?.sketch === undefined || factor.costsAlike?.(ids.stateOf(state)) === true,
    leastBy: (state, symbol) => {
      const translated = ownSymbol(symbol);
      const next = translated === DEAD ? undefined : monitor.step(ids.stateOf(state), translated);
      if (next === undefined) return Number.POSITIVE_INFINITY;
      if (factor?.vague?.(next) === true) return factor.leastVague?.(ids.stateOf(state), translated) ?? 0;
      return 1 + monitor.cost!(next);
    },
    isVague,
    original: ids.stateOf,
    cost: of(monitor.cost),
    mode: of(monitor.mode),
    expected: of(monitor.expected),
    asks: of(monitor.asks),
    supply: (state, question, answer) => {
      if (monitor.supply === undefined) return state;
      const supplied = monitor.supply(ids.stateOf(state), question, answer);
      return supplied === undefined ? DEAD : ids.numberOf(supplied);
    },
    states: ids.count,
    forget: ids.forget,
  };
}

type Step = (state: unknown, symbol: number) => unknown;

function ownStep(monitor: Monitor<unknown>): Step {
  return (state, symbol) => monitor.step(state, symbol);
}

/**
 * Steps a monitor that must return the same object for the same step. If a step returns an object that has no number
 * yet, the step is repeated: a second object shows that the monitor creates a new object in each step.
 */
function stepToShared(monitor: Monitor<unknown>, numbers: Numbering): Step {
  const step: Step = (state, symbol) => {
    const next = monitor.step(state, symbol);
    if (typeof next !== "object" || next === state || numbers.has(next)) return next;
    if (monitor.step(state, symbol) !== next) throw new MonitorError("fresh-states", FRESH);
    return next;
  };
  for (let byte = 0; byte < FIRST_CONTROL; byte++) step(monitor.start, byte);
  return step;
}

const FRESH =
  "a monitor in this combination creates a new object in each step, so no two of its states are equal: give the monitor a key that identifies equal states";

interface Numbering {
  numberOf(state: unknown): number;
  stateOf(number: number): unknown;
  has(state: unknown): boolean;
  count(): number;
  forget(): void;
}

/** @param keyOf decides when states are equal; `===` if absent. */
function numbering(limits: Limits, keyOf: ((state: unknown) => string | number) | undefined): Numbering {
  const numbers = new Map<unknown, number>();
  const states: unknown[] = [];
  const told = (state: unknown): unknown => (keyOf === undefined ? state : keyOf(state));
  return {
    numberOf: (state) => {
      const key = told(state);
      let number = numbers.get(key);
      if (number === undefined) {
        if (states.length >= limits.states) throw tooMany("states", limits.states);
        number = states.length;
        states.push(state);
        numbers.set(key, number);
      }
      return number;
    },
    stateOf: (number) => states[number],
    has: (state) => numbers.has(told(state)),
    count: () => states.length,
    forget: () => {
      numbers.clear();
      states.length = 0;
    },
  };
}

/** Returns the coarsest classes that refine those of every monitor; none if a monitor has none. */
export function commonClasses(
  monitors: readonly Pick<Monitor<unknown>, "table" | "classes">[],
): ByteClasses | undefined {
  const own = monitors.map(({ table, classes = table }) => classes?.classOf);
  return own.includes(undefined) ? undefined : commonRefinement(own.map((classOf) => classOf!));
}

/** Returns the table of a combination of monitors with integer states; none if a monitor has none. */
export function commonTable(
  monitors: readonly Pick<Monitor<unknown>, "table">[],
  growing: readonly Growing[] = growingOf(monitors),
): Table | undefined {
  if (monitors.some(({ table }) => table === undefined)) return undefined;
  return tableOver(commonClasses(monitors)!, growing);
}
