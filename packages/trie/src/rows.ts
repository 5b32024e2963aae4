// The lazily filled transition rows of one automaton with integer states, in an arena:
//
//     row − 4     slot of the state (index into `states`)
//     row + 4c    for class c: the next state's row, 0 dead, −1 not yet asked, below −1 an event of the automaton's own
//
// States may be large and sparse; a map gives each its row. Rows are forgotten with the arena, or by `reset`.

import { type Arena, allocate } from "./arena.js";
import { CLASSES } from "./heap.js";

/** An automaton to keep rows for. Bytes of one class lead to the same place from every state. */
export interface Steps {
  readonly classOf: Uint8Array;
  readonly classCount: number;
  /** The next state (≥ 0), or {@link DEAD}, or an event below it, coded ≤ −2. */
  step(state: number, byte: number): number;
  /** Writes what is known of a state's row: `words[at + c]` is 0, {@link MISSING}, or an event. Absent: nothing is. */
  outline?(state: number, words: Int32Array, at: number): void;
  /** Writes `entry`, found for class `c` of a state, for the other classes that lead to the same place, too. */
  spread?(state: number, c: number, entry: number, words: Int32Array, at: number): void;
  /** The bytes that may be read from a state, where they are few. */
  few?(state: number): Uint8Array | undefined;
}

/** What {@link Steps.step} gives when nothing follows. */
export const DEAD = -1;
/** The entry of a row that has not been asked for. */
export const MISSING = -1;

export interface Rows {
  readonly arena: Arena;
  readonly steps: Steps;
  /** By slot. */
  states: number[];
  /** Where the next state's row is, by state. */
  rowOf: Map<number, number>;
  epoch: number;
}

export function createRows(arena: Arena, steps: Steps): Rows {
  return { arena, steps, states: [], rowOf: new Map(), epoch: arena.epoch };
}

/** Forgets all states: their numbers have lost their meaning. */
export function reset(rows: Rows): void {
  rows.states = [];
  rows.rowOf = new Map();
  rows.epoch = rows.arena.epoch;
}

/** Loads the byte classes into the kernel's memory if another automaton's are there; notices a forgotten arena. */
export function enter(rows: Rows): void {
  const { arena, steps } = rows;
  if (rows.epoch !== arena.epoch) reset(rows);
  if (arena.classes === rows) return;
  const { words } = arena.heap;
  for (let b = 0; b < 256; b++) words[(CLASSES >> 2) + b] = 4 * steps.classOf[b]!;
  arena.classes = rows;
}

/** The bytes that one more row needs. */
export function rowBytes(rows: Rows): number {
  return 4 * (rows.steps.classCount + 1);
}

/** The row of a state, made if there is none. The caller has made sure of room. */
export function rowFor(rows: Rows, state: number): number {
  let row = rows.rowOf.get(state);
  if (row === undefined) {
    const { arena } = rows;
    row = allocate(arena, rowBytes(rows)) + 4;
    const { words } = arena.heap;
    words[(row >> 2) - 1] = rows.states.length;
    if (rows.steps.outline === undefined) words.fill(MISSING, row >> 2, (row >> 2) + rows.steps.classCount);
    else rows.steps.outline(state, words, row >> 2);
    rows.states.push(state);
    rows.rowOf.set(state, row);
  }
  return row;
}

/** The state whose row is at `row`. */
export function stateAt(rows: Rows, row: number): number {
  return rows.states[rows.arena.heap.words[(row >> 2) - 1]!]!;
}
