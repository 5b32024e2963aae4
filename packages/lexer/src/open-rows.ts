// The steps of an open lexer, and the rows that store them:
//
//     row:     rows[rowOf[state]] = 256 · partition,  then one state for each class of the partition, −1 if not computed
//              rowOf 0 = no row yet;  rowOf −1 − byte = only that byte continues, to soleNext[state] (−1: not computed)
//     without a row:  firstByte[state] = 0, or one more than the first byte that was stepped, which leads to soleNext[state]
//
// Most states are stepped once only, because a chosen token passes through them. So a state gets its row only when a
// second distinct byte is stepped.
//
// An entry of a row is computed on first use. The exception is expressions that begin with one fixed byte, as most do
// where hundreds of keys compete. These are distributed to the entries of their bytes all at once, so a row examines
// each expression only once.
//
// The arrays are variables of one closure, so a step reads no fields of objects.

import type { Engine, shapesOf } from "@espalier/automata";
import type { KnownSteps } from "@espalier/monitor";
import { ALL_ALIKE, type ByteClasses } from "./byte-classes.js";
import type { CrowdStates } from "./crowd-states.js";
import { createElementsByByte } from "./elements-by-byte.js";
import { createOpenDerivatives } from "./open-derivatives.js";
import { FIRST_STATES, longer, type OpenStates } from "./open-states.js";

export interface OpenRows {
  /** The rows computed so far: see `KnownSteps` in @espalier/monitor. */
  readonly known: KnownSteps;
  /** Returns the state after one more byte; 0 if there is none. */
  step(state: number, byte: number): number;
  /** Returns the row of a state, which is created if there is none; −1 − byte if only that byte continues. */
  rowFor(state: number): number;
  /** Returns the only byte that has a step, or −1: see `LocalAutomaton` in @espalier/monitor. */
  sole(state: number): number;
  /** Returns the partition of the bytes in a row. */
  partitionOf(row: number): number;
  /** Makes room for as many states as the arrays of {@link OpenStates} have. */
  grow(): void;
  /** Returns the size of the rows alone. */
  bytes(): number;
}

/** The lexer that owns the rows. */
export interface RowHost {
  readonly engine: Engine;
  readonly shapes: ReturnType<typeof shapesOf>;
  readonly classes: ByteClasses;
  readonly states: OpenStates;
  readonly crowds: CrowdStates;
  /** @throws LexerLimitError if the tables are too large. */
  checkBytes(): void;
}

const DEAD = 0;

export function createOpenRows({ engine, shapes, classes, states, crowds, checkBytes }: RowHost): OpenRows {
  const { vectors } = states;
  let maps = classes.maps();
  let rowOf = new Int32Array(FIRST_STATES);
  let soleNext = new Int32Array(FIRST_STATES);
  let firstByte = new Uint16Array(FIRST_STATES);
  let rows = new Int32Array(8192);
  let rowTop = 1;
  const known = { rowOf, next: rows, classOf: maps, ...states.arrays };
  const elements = createElementsByByte(shapes);
  const { after, ofElements } = createOpenDerivatives(engine, states, crowds);
  // Scratch: the elements that can begin with one byte.
  let its = new Int32Array(128);

  function step(state: number, byte: number): number {
    let row = rowOf[state]!;
    if (row === 0) {
      const first = firstByte[state]!;
      if (first === byte + 1) return soleNext[state]!;
      if (first === 0) {
        const next = after(state, byte);
        soleNext[state] = next;
        firstByte[state] = byte + 1;
        return next;
      }
      row = prepare(state);
    }
    if (row < 0) {
      if (byte !== -1 - row) return DEAD;
      const known = soleNext[state]!;
      if (known >= 0) return known;
      const next = after(state, byte);
      soleNext[state] = next;
      return next;
    }
    const at = row + 1 + maps[rows[row]! + byte]!;
    const known = rows[at]!;
    if (known >= 0) return known;
    const next = after(state, byte);
    rows[at] = next;
    return next;
  }

  /** Creates the row of a state. Returns the new value of `rowOf`. */
  function prepare(state: number): number {
    if (crowds.has(state)) return keep(state, newRow(crowdedPartition(state)));
    const from = vectors.offset(state);
    const count = (vectors.offset(state + 1) - from) >>> 1;
    if (count > 1) return spread(state, from, count);
    const expression = vectors.pool[from + 1]!;
    const byte = shapes.soleFirstByte(expression);
    if (byte < 0) return keep(state, newRow(classes.of(expression)));
    if (firstByte[state] !== byte + 1) soleNext[state] = -1;
    rowOf[state] = -1 - byte;
    return -1 - byte;
  }

  /** Makes a new row that of a state. Enters the step that was taken before the row existed. */
  function keep(state: number, row: number): number {
    const byte = firstByte[state]! - 1;
    if (byte >= 0) rows[row + 1 + maps[rows[row]! + byte]!] = soleNext[state]!;
    rowOf[state] = row;
    return row;
  }

  /** Returns the partition of a state with a crowd: that of its base, refined by its other elements. */
  function crowdedPartition(state: number): number {
    const base = crowds.baseOf(state);
    const ofBase = rowOf[base]! || prepare(base);
    let partition = rows[ofBase]! >>> 8;
    const to = vectors.offset(state + 1);
    for (let i = crowds.elementsFrom(state); i < to; i += 2)
      partition = classes.product(partition, classes.of(vectors.pool[i + 1]!));
    return partition;
  }

  /** Creates a row for several expressions, with entries for the bytes with which literals begin. */
  function spread(state: number, from: number, count: number): number {
    const { literalBytes, byteCount, open, openCount } = elements.sort(vectors.pool, from, count);
    let partition = ALL_ALIKE;
    for (let i = 0; i < openCount; i++)
      partition = classes.product(partition, classes.of(vectors.pool[from + 2 * open[i]! + 1]!));
    // Each byte with which literals begin is a class of its own.
    if (byteCount > 0) partition = classes.refined(partition, literalBytes, byteCount);
    const row = newRow(partition);
    if (count > its.length) its = new Int32Array(2 * count);
    for (let i = 0; i < byteCount; i++) {
      const byte = literalBytes[i]!;
      const next = ofElements(from, its, elements.at(byte, its), byte);
      rows[row + 1 + maps[rows[row]! + byte]!] = next;
    }
    return keep(state, row);
  }

  /** Allocates a row. It becomes valid when `rowOf` is set, after it is filled. */
  function newRow(partition: number): number {
    const length = 1 + classes.representatives(partition).length;
    if (rowTop + length > rows.length) {
      rows = longer(rows);
      checkBytes();
    }
    maps = classes.maps();
    known.next = rows;
    known.classOf = maps;
    const row = rowTop;
    rowTop += length;
    rows[row] = 256 * partition;
    rows.fill(-1, row + 1, rowTop);
    return row;
  }

  // The dead state and the empty vector have no steps.
  rowOf[0] = newRow(ALL_ALIKE);
  rowOf[1] = newRow(ALL_ALIKE);

  return {
    known,
    step,
    rowFor: (state: number): number => rowOf[state]! || prepare(state),
    sole(state: number): number {
      const row = rowOf[state]! || prepare(state);
      return row < 0 ? -1 - row : -1;
    },
    partitionOf: (row: number): number => rows[row]! >>> 8,
    grow(): void {
      rowOf = longer(rowOf);
      soleNext = longer(soleNext);
      const bytesRead = new Uint16Array(rowOf.length);
      bytesRead.set(firstByte);
      firstByte = bytesRead;
      Object.assign(known, { rowOf, ...states.arrays });
    },
    bytes: (): number => rows.byteLength,
  };
}
