// The lazily filled transition rows of one automaton with integer states, in an arena:
//
//     row − 4         slot of the state (index into `states`)
//     row + b         its map: the class of byte b
//     row + 256 + 4c  for class c: the next state's row, 0 dead, −1 not yet asked, below −1 an event of the automaton's own
//
// A row has as many classes as its state tells apart. States may be large and sparse; a map gives each its row. Rows are forgotten
// with the arena, or by `reset`.

import { type Arena, allocate, placeMap } from "./arena.js";

/** What is known of a row before anything is asked: bytes of one class lead to the same place. */
export interface Shape {
  /** The class of each byte: 256 entries. The same array for as many shapes as can be. */
  readonly map: Uint8Array;
  /** By class: {@link MISSING}, or 0 where nothing follows for certain. */
  readonly entries: Int32Array;
  /** The bytes that may be read, where they are few. */
  readonly few: Uint8Array | undefined;
}

/** An automaton to keep rows for. */
export interface Steps {
  /** The next state (≥ 0), or {@link DEAD}, or an event below it, coded ≤ −2. */
  step(state: number, byte: number): number;
  shape(state: number): Shape;
  /** Bytes that have to come next, two at least, and the state after them, as {@link Steps.step} gives it. */
  literal?(state: number): StepsLiteral | undefined;
  /** What the entries of a shape that are 0 stand for in this state, if not {@link DEAD}: an event. */
  refused?(state: number): number;
}

export interface StepsLiteral {
  readonly bytes: ArrayLike<number>;
  end(): number;
}

/** What {@link Steps.step} gives when nothing follows. */
export const DEAD = -1;
/** The entry of a row that has not been asked for. */
export const MISSING = -1;

/** The entry for the first byte of a literal. */
export const LITERAL: number = -(2 ** 31);

/** The shape of which nothing is known but that bytes of one class lead to the same place. Made once for a partition. */
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
  /** Where the next state's row is, by state. */
  rowOf: Map<number, number>;
  /** By state whose row has the entry {@link LITERAL}. */
  literals: Map<number, StepsLiteral>;
  epoch: number;
}

export function createRows(arena: Arena, steps: Steps): Rows {
  return { arena, steps, states: [], rowOf: new Map(), literals: new Map(), epoch: arena.epoch };
}

/** Forgets all states: their numbers have lost their meaning. */
export function reset(rows: Rows): void {
  rows.states = [];
  rows.rowOf = new Map();
  rows.literals = new Map();
  rows.epoch = rows.arena.epoch;
}

/** Notices a forgotten arena. */
export function enter(rows: Rows): void {
  if (rows.epoch !== rows.arena.epoch) reset(rows);
}

/** The bytes that one more row and its map need at most. */
export const ROW_BYTES: number = 4 + 256 + 4 * 256 + 256;

/** The row of a state, made if there is none. The caller has made sure of room. */
export function rowFor(rows: Rows, state: number): number {
  let row = rows.rowOf.get(state);
  if (row === undefined) {
    const { arena, steps } = rows;
    const { map, entries } = steps.shape(state);
    const refused = steps.refused?.(state) ?? DEAD;
    const mapAt = placeMap(arena, map);
    row = allocate(arena, 4 + 256 + 4 * entries.length) + 4;
    const { words } = arena.heap;
    words[(row >> 2) - 1] = rows.states.length;
    words.copyWithin(row >> 2, mapAt >> 2, (mapAt >> 2) + 64);
    const at = (row >> 2) + 64;
    for (let c = 0; c < entries.length; c++)
      words[at + c] = entries[c] === 0 && refused !== DEAD ? refused : entries[c]!;
    rows.states.push(state);
    rows.rowOf.set(state, row);
  }
  return row;
}

/** The state whose row is at `row`. */
export function stateAt(rows: Rows, row: number): number {
  return rows.states[rows.arena.heap.words[(row >> 2) - 1]!]!;
}

/** Where the entry of a row for a byte is, in words. */
export function entryAt(rows: Rows, row: number, byte: number): number {
  return (row >> 2) + 64 + rows.arena.heap.bytes[row + byte]!;
}
