// A finite automaton as a monitor. A backward breadth-first search from the accepting states finds the exact cost of
// every state, and the states that cannot reach acceptance. Steps into those are dead.

import { named, signature } from "@espalier/arguments";
import { distances } from "@espalier/dfa";
import { finite } from "./finite.js";
import { automatonKind } from "./kinds.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";

/** A deterministic finite automaton as a table. States are 0, 1, … */
export interface Automaton {
  /** The state before any symbol. */
  readonly start: number;
  /** The accepting states. */
  readonly accepting: Iterable<number>;
  /** The class of each byte: 256 numbers below `classCount`. */
  readonly classOf: ArrayLike<number>;
  /** The number of byte classes (1–256). */
  readonly classCount: number;
  /** The names of the control symbols, in the order of their columns. */
  readonly controls?: readonly string[];
  /**
   * One row for each state, with a column for each byte class and then for each control symbol. An entry is the next
   * state, or −1 for none.
   */
  readonly next: ArrayLike<number>;
}

const checkFromAutomaton = signature("fromAutomaton", { automaton: automatonKind });

/**
 * Returns the monitor of an automaton. It is always trim (it has no dead ends), and its costs are exact. Copies the
 * table; O(entries).
 *
 * @throws RangeError if the numbers are inconsistent.
 *
 * @example
 * // Texts of "a" and "b" with an even number of "a": class 0 is "a", 1 is "b", 2 the rest.
 * const classOf = Array.from({ length: 256 }, (_, byte) => (byte === 97 ? 0 : byte === 98 ? 1 : 2));
 * const even = fromAutomaton({ start: 0, accepting: [0], classOf, classCount: 3, next: [1, 0, -1, 0, 1, -1] });
 * verdict(even, "abba").kind; // => "accepted"
 */
export function fromAutomaton(automaton: Automaton): Monitor<number> {
  checkFromAutomaton(automaton);
  const { start, classCount, controls = [] } = automaton;
  const columns = classCount + controls.length;
  const next = Int32Array.from(automaton.next);
  const stateCount = next.length / columns;
  const classOf = Uint8Array.from(automaton.classOf);
  check(automaton, stateCount);

  const accepting = new Uint8Array(stateCount);
  for (const state of automaton.accepting) {
    if (!Number.isInteger(state) || state < 0 || state >= stateCount)
      throw new RangeError(`Accepting state ${named(state)} is outside [0, ${stateCount})`);
    accepting[state] = 1;
  }
  const costs = distances(accepting, next, (entry) => Math.floor(entry / columns));
  for (let entry = 0; entry < next.length; entry++) {
    if (next[entry]! >= 0 && costs[next[entry]!] === Number.POSITIVE_INFINITY) next[entry] = -1;
  }
  return finite({
    start,
    step(state, symbol) {
      const column = symbol < FIRST_CONTROL ? classOf[symbol]! : classCount + symbol - FIRST_CONTROL;
      if (column >= columns) return undefined;
      const to = next[state * columns + column]!;
      return to < 0 ? undefined : to;
    },
    accepts: (state) => accepting[state] === 1,
    ...(controls.length > 0 ? { controls } : {}),
    trim: true,
    ...(nothingFollows(next, columns, accepting) ? { prefixFree: true } : {}),
    table: { classOf, classCount, generation: 0 },
    cost: (state) => costs[state]!,
  });
}

/** Returns whether accepting states have no steps. */
function nothingFollows(next: Int32Array, columns: number, accepting: Uint8Array): boolean {
  for (let state = 0; state < accepting.length; state++) {
    if (accepting[state] === 0) continue;
    for (let column = 0; column < columns; column++) if (next[state * columns + column]! >= 0) return false;
  }
  return true;
}

function check({ start, classOf, classCount, controls = [], next }: Automaton, stateCount: number): void {
  if (!Number.isInteger(classCount) || classCount < 1 || classCount > 256) {
    throw new RangeError(`classCount is ${classCount}; it must be an integer from 1 to 256`);
  }
  if (classOf.length !== 256)
    throw new RangeError(`classOf has ${classOf.length} entries; it must have one for each of the 256 bytes`);
  for (let byte = 0; byte < 256; byte++) {
    const its = classOf[byte]!;
    if (!Number.isInteger(its) || its < 0 || its >= classCount) {
      throw new RangeError(`The class ${its} of byte ${byte} is outside [0, ${classCount})`);
    }
  }
  if (!Number.isInteger(stateCount) || stateCount < 1) {
    throw new RangeError(
      `next has ${next.length} entries; it must have ${classCount + controls.length} for each state, one for each byte class and control symbol`,
    );
  }
  if (!Number.isInteger(start) || start < 0 || start >= stateCount) {
    throw new RangeError(`The start ${start} is outside [0, ${stateCount})`);
  }
  for (let entry = 0; entry < next.length; entry++) {
    const to = next[entry]!;
    if (!Number.isInteger(to) || to < -1 || to >= stateCount) {
      throw new RangeError(`Entry ${entry} leads to ${to}, outside [-1, ${stateCount})`);
    }
  }
}
