// The lazily computed transition rows of one automaton with integer states, in an arena:
//
//     row − 4         slot of the state (index into `states`)
//     row + b         its map: the class of byte b
//     row + 256 + 4c  for class c: the next state's row, 0 dead, −1 not computed, below −1 an event of the automaton's own
//
// A row has as many classes as its state distinguishes. States may be large and sparse numbers; a Map finds their rows.
// Rows are dropped with the arena, or by `reset`.

import { type Arena, allocate, placeMap } from "./arena.js";

/** What is known about a row before any step: bytes of one class lead to the same place. */
export interface Shape {
  /** The class of each byte: 256 entries. As many shapes as possible share one array. */
  readonly map: Uint8Array;
  /** By class: {@link MISSING}, or 0 if certainly nothing follows. */
  readonly entries: Int32Array;
  /** The possible bytes, if they are few. */
  readonly few: Uint8Array | undefined;
}

/** The automaton of the rows. */
export interface Steps {
  /** Returns the next state (≥ 0), {@link DEAD}, or an event, coded as ≤ −2. */
  step(state: number, byte: number): number;
  shape(state: number): Shape;
  /** Returns two or more bytes that must come next, and the state after them, as returned by {@link Steps.step}. */
  literal?(state: number): StepsLiteral | undefined;
}

export interface StepsLiteral {
  readonly bytes: ArrayLike<number>;
  end(): number;
}

/** The result of {@link Steps.step} if nothing follows. */
export const DEAD = -1;
/** The entry of a row that has not been computed. */
export const MISSING = -1;

/** The entry for the first byte of a literal. */
export const LITERAL: number = -(2 ** 31);

/** Returns the shape that contains only the classes of bytes. Created once for a partition. */
export function shapeOfClasses(classOf: Uint8Array, classCount: number): Shape {
  const known = shapes.get(classOf);
  if (known !== undefined && known.entries.length === classCount) return known;
  const shape: Shape = { map: classOf, entries: new Int32Array(classCount).fill(MISSING), few: undefined };
  shapes.set(classOf, shape);
  return shape;
}

const shapes = new WeakMap<Uint8Array, Shape>();

export interface Rows {
  readonly arena: Arena;
  readonly steps: Steps;
  /** By slot. */
  states: number[];
  /** The row of each state. */
  rowOf: Map<number, number>;
  /** By state, for states whose row has the entry {@link LITERAL}. */
  literals: Map<number, StepsLiteral>;
  epoch: number;
}

export function createRows(arena: Arena, steps: Steps): Rows {
  return { arena, steps, states: [], rowOf: new Map(), literals: new Map(), epoch: arena.epoch };
}

/** Drops all states, because their numbers have become invalid. */
export function reset(rows: Rows): void {
  rows.states = [];
  rows.rowOf = new Map();
  rows.literals = new Map();
  rows.epoch = rows.arena.epoch;
}

/** Detects a cleared arena. */
export function enter(rows: Rows): void {
  if (rows.epoch !== rows.arena.epoch) reset(rows);
}

/** The maximum size of a row and its map in bytes. */
export const ROW_BYTES: number = 4 + 256 + 4 * 256 + 256;

/** Returns the row of a state; creates it if needed. The caller must have checked that it fits. */
export function rowFor(rows: Rows, state: number): number {
  let row = rows.rowOf.get(state);
  if (row === undefined) {
    const { arena, steps } = rows;
    const { map, entries } = steps.shape(state);
    const mapAt = placeMap(arena, map);
    row = allocate(arena, 4 + 256 + 4 * entries.length) + 4;
    const { words } = arena.heap;
    words[(row >> 2) - 1] = rows.states.length;
    words.copyWithin(row >> 2, mapAt >> 2, (mapAt >> 2) + 64);
    const at = (row >> 2) + 64;
    for (let c = 0; c < entries.length; c++) words[at + c] = entries[c]!;
    rows.states.push(state);
    rows.rowOf.set(state, row);
  }
  return row;
}

/** Returns the state of a row. */
export function stateAt(rows: Rows, row: number): number {
  return rows.states[rows.arena.heap.words[(row >> 2) - 1]!]!;
}

/** Returns the word offset of a row's entry for a byte. */
export function entryAt(rows: Rows, row: number, byte: number): number {
  return (row >> 2) + 64 + rows.arena.heap.bytes[row + byte]!;
}
