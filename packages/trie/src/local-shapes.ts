// One local state's whole row at once: which classes of bytes lead nowhere, which lead to one local state, and which to a
// boundary. A state of the monitor has the row of its local part until a boundary, so its row can be filled in without asking
// the monitor for each class, and what the monitor says of one class goes for all that lead to the same local state.

import type { LocalAutomaton, Table } from "@espalier/monitor";

/** The row of a local state, by class. */
export interface Shape {
  /** The local state ≥ 1, or {@link NOWHERE}, {@link CROSSES}, {@link UNDECIDED}. */
  readonly targets: Int32Array;
  /** What is known of the row of a state with this local part: 0 nothing follows, {@link ASK}. */
  readonly outline: Int32Array;
  /** The next class with the same target, in a ring. */
  readonly alike: Uint8Array;
  /** Classes that cross a boundary here. */
  readonly crossing: Uint8Array;
}

export const NOWHERE = 0;
export const CROSSES = -1;
export const UNDECIDED = -2;
/** An entry of a row that is not known yet. */
export const ASK = -1;

/** Shapes of one automaton under one partition of the bytes. */
export type Shapes = (local: number) => Shape;

/** How many shapes are remembered (about 2.5 KB each under 256 classes). */
const MOST_SHAPES = 4096;

export function createShapes(
  automaton: LocalAutomaton,
  { classOf, classCount }: Pick<Table, "classOf" | "classCount">,
): Shapes {
  const bytes = new Uint8Array(classCount);
  for (let byte = 255; byte >= 0; byte--) bytes[classOf[byte]!] = byte;
  let known = new Map<number, Shape>();
  // By target met in the shape being made: its last class; local states are sparse.
  const last = new Map<number, number>();
  function make(local: number): Shape {
    const targets = new Int32Array(classCount);
    const outline = new Int32Array(classCount);
    const alike = new Uint8Array(classCount);
    const crossing: number[] = [];
    const leaves = automaton.exit(local) !== 0;
    const closed = automaton.closes(local);
    last.clear();
    for (let c = 0; c < classCount; c++) {
      const next = closed ? 0 : automaton.step(local, bytes[c]!);
      let target = next;
      alike[c] = c;
      if (next === 0) {
        if (!leaves) continue;
        target = CROSSES;
        crossing.push(c);
      } else if (leaves && automaton.exit(next) === 0) target = UNDECIDED;
      targets[c] = target;
      outline[c] = ASK;
      if (target < 0) continue;
      const previous = c > 0 && targets[c - 1] === target ? c - 1 : last.get(target);
      if (previous !== undefined) {
        alike[c] = alike[previous]!;
        alike[previous] = c;
      } else last.set(target, c);
    }
    return { targets, outline, alike, crossing: Uint8Array.from(crossing) };
  }
  return (local) => {
    let shape = known.get(local);
    if (shape === undefined) {
      if (known.size >= MOST_SHAPES) known = new Map();
      known.set(local, (shape = make(local)));
    }
    return shape;
  };
}
