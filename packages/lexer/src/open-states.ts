// The states of an open lexer and what has matched in each. A state is an interned vector (open-lexer.ts draws it). When
// a vector is new, its *exit* is computed: the id of the set of slots that match the text so far.

import type { Engine } from "@espalier/automata";
import { burn, createSequenceTable, type SequenceTable } from "@espalier/monitor";
import type { CrowdEnding } from "./crowd-states.js";
import type { Slot } from "./crowds.js";
import { LexerLimitError, type LexerLimits } from "./limits.js";

export interface OpenStates {
  /** The vectors, by state. */
  readonly vectors: SequenceTable;
  /** Returns the state of `vector[0, length)`, which must not contain a crowd. */
  intern(vector: Int32Array, length: number): number;
  /** Returns the state that lists these elements; 0 if there are none. */
  listed(elements: ArrayLike<number>): number;
  /** Returns the state of `vector[0, length)`, which contains a crowd. Calls `ending` for a new state. */
  crowded(vector: Int32Array, length: number, ending: () => CrowdEnding): number;
  exit(state: number): number;
  /** Returns the slots of an exit, ascending. */
  exitSlots(exit: number): readonly Slot[];
  /** Returns whether something matches in a state and nothing longer can. */
  closes(state: number): boolean;
  /** By state: its exit, and 1 if it closes. The arrays are replaced when they grow. */
  readonly arrays: { exitOf: Int32Array; closing: Uint8Array };
  /** Returns the size of the arrays by state, here and in open-rows.ts, and of what they refer to here. */
  bytes(): number;
}

const DEAD = 0;
const EMPTY = 1;
const UNKNOWN = -1;
export const EPSILON_EXPRESSION = 1;
/** The number of states for which there is room at first. */
export const FIRST_STATES = 1024;
const STATE_BYTES = 23;
/** Units of fuel for a new state, beside those for its slots: the step that leads to it takes some microseconds. */
const STATE_FUEL = 50;

/** @param grown is called when `arrays` have been replaced by longer ones. */
export function createOpenStates(engine: Engine, limit: LexerLimits, grown: () => void): OpenStates {
  const vectors = createSequenceTable(limit.states);
  const exits = createSequenceTable();
  const exitLists: (readonly Slot[])[] = [[]];
  // By state: its exit; −1 until it is computed. An error may interrupt that after the vector has been added, so a state
  // is only known once it has an exit.
  let exitOf = new Int32Array(FIRST_STATES).fill(UNKNOWN);
  let closing = new Uint8Array(FIRST_STATES);
  const arrays = { exitOf, closing };
  // Scratch: the slots of an exit, and elements to list.
  let matched = new Int32Array(128);
  let list = new Int32Array(256);

  /** Makes room for a new state and for the slots that match in it. */
  function add(state: number, length: number): void {
    burn("lexer", STATE_FUEL + length);
    if (length > matched.length) matched = new Int32Array(2 * length);
    if (state >= exitOf.length) {
      exitOf = longer(exitOf).fill(UNKNOWN, exitOf.length);
      const flags = new Uint8Array(exitOf.length);
      flags.set(closing);
      closing = flags;
      Object.assign(arrays, { exitOf, closing });
      grown();
    }
  }

  /** Sets the exit of a new state: `matched[0, count)`. */
  function setExit(state: number, count: number, closes: boolean): void {
    if (count === 0) {
      exitOf[state] = 0;
      return;
    }
    const exit = exits.intern(matched, count);
    if (exit === exitLists.length) exitLists.push(Array.from(matched.subarray(0, count)));
    if (closes) closing[state] = 1;
    exitOf[state] = exit;
  }

  function intern(vector: Int32Array, length: number): number {
    const state = vectors.intern(vector, length);
    if (state < 0) throw new LexerLimitError("states", limit.states);
    if (exitOf[state]! >= 0) return state;
    add(state, length);
    let count = 0;
    let open = false;
    for (let i = 0; i < length; i += 2) {
      const left = vector[i + 1]!;
      if (left !== EPSILON_EXPRESSION) open = true;
      if (engine.nullable(left)) matched[count++] = vector[i]!;
    }
    setExit(state, count, !open);
    return state;
  }

  // No other vector equals that of the dead state. The next state has the empty vector. Nothing matches in either.
  exits.intern(matched, 0);
  vectors.intern(Int32Array.of(-1), 1);
  vectors.intern(list, 0);
  exitOf[DEAD] = exitOf[EMPTY] = 0;

  return {
    vectors,
    intern,
    listed(elements: ArrayLike<number>): number {
      if (elements.length === 0) return DEAD;
      if (elements.length > list.length) list = new Int32Array(2 * elements.length);
      list.set(elements);
      return intern(list, elements.length);
    },
    crowded(vector: Int32Array, length: number, ending: () => CrowdEnding): number {
      const state = vectors.intern(vector, length);
      if (state < 0) throw new LexerLimitError("states", limit.states);
      if (exitOf[state]! >= 0) return state;
      add(state, length);
      const { slots, closes } = ending();
      if (slots.length > matched.length) matched = new Int32Array(2 * slots.length);
      matched.set(slots);
      setExit(state, slots.length, closes);
      return state;
    },
    exit: (state: number): number => exitOf[state]!,
    exitSlots: (exit: number): readonly Slot[] => exitLists[exit]!,
    closes: (state: number): boolean => closing[state] === 1,
    arrays,
    bytes: (): number => vectors.bytes() + exits.bytes() + STATE_BYTES * exitOf.length,
  };
}

export function longer(array: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(2 * array.length);
  copy.set(array);
  return copy;
}
