// A table of the steps of an automaton: (state, byte class) → state. It is filled while texts are read.
//
// Most states are left by a few bytes only, and some by almost every byte. So the first steps of a state are entries of
// one hash table, and a state with more steps gets a row with one entry for each byte class. In lexers of Python that
// had read some gaps, 52 to 70 % of the states had fewer than ten steps. Rows for all states took 2.6 times the memory.

import { createPairTable } from "@espalier/monitor";

export interface StepTable {
  /** Returns the state after a byte of `byteClass`; −1 if it is not known. */
  get(state: number, byteClass: number): number;
  /** Sets the state after a byte of `byteClass`. */
  set(state: number, byteClass: number, to: number): void;
  /** Returns the memory held, in bytes. */
  bytes(): number;
}

/** A state with more steps than this gets a row. */
const FEW = 8;
const UNKNOWN = -1;
const FIRST_STATES = 256;
const FIRST_ROWS = 16;
/** Rows grow by this factor. A factor of two would leave more of a large table empty. */
const GROWTH = 1.5;

/**
 * Creates an empty table.
 *
 * @param grown is called after each growth of the rows, so that an owner can enforce a limit.
 */
export function createStepTable(classCount: number, grown: () => void): StepTable {
  // Minus the number of steps in `few`, or the place of the row in `rows`, plus one.
  let rowOf = new Int32Array(FIRST_STATES);
  let rows = new Int32Array(FIRST_ROWS * classCount);
  let top = 0;
  const few = createPairTable();

  function addRow(state: number): void {
    const row = top;
    top += classCount;
    rowOf[state] = row + 1;
    const isLonger = top > rows.length;
    if (isLonger) {
      const longer = new Int32Array(classCount * Math.ceil((GROWTH * rows.length) / classCount));
      longer.set(rows);
      rows = longer;
    }
    rows.fill(UNKNOWN, row, top);
    if (isLonger) grown();
  }

  return {
    get(state: number, byteClass: number): number {
      if (state >= rowOf.length) return UNKNOWN;
      const row = rowOf[state]!;
      if (row === 0) return UNKNOWN;
      if (row < 0) return few.get(state, byteClass);
      const at = row - 1 + byteClass;
      const to = rows[at]!;
      if (to !== UNKNOWN) return to;
      // Perhaps one of the first steps, which were entered before there was a row.
      return (rows[at] = few.get(state, byteClass));
    },
    set(state: number, byteClass: number, to: number): void {
      if (state >= rowOf.length) {
        const longer = new Int32Array(Math.max(2 * rowOf.length, state + 1));
        longer.set(rowOf);
        rowOf = longer;
      }
      if (rowOf[state] === -FEW) addRow(state);
      const row = rowOf[state]!;
      if (row > 0) rows[row - 1 + byteClass] = to;
      else {
        rowOf[state] = row - 1;
        few.set(state, byteClass, to);
      }
    },
    bytes: (): number => rowOf.byteLength + rows.byteLength + few.bytes(),
  };
}
