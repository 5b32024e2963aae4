// Deterministic automata as transition tables. Use them for languages that have no expression of reasonable size, such
// as the multiples of 7 (one state for each remainder).
//
//   the state after `byte`  =  next[state · classCount + classOf[byte]],  −1: none

import { distances } from "@espalier/dfa";

/** A deterministic automaton over bytes. States are numbered from 0. Do not change it once it is part of a regex. */
export interface ByteAutomaton {
  /** The class of each byte: 256 entries, each below `classCount`. */
  readonly classOf: Uint8Array;
  /** The number of classes (1–256). */
  readonly classCount: number;
  /** One row of `classCount` entries for each state: the next state, or −1 for none. */
  readonly next: Int32Array;
  /** One entry for each state: 1 if the state is accepting. */
  readonly accepting: Uint8Array;
}

/**
 * Returns, for each state, the length in bytes of the shortest text to acceptance; `Infinity` if there is none.
 *
 * @throws RangeError if the table is malformed.
 */
export function automatonDistances({ classOf, classCount, next, accepting }: ByteAutomaton): Float64Array {
  const states = accepting.length;
  if (classOf.length !== 256 || classOf.some((k) => k >= classCount)) {
    throw new RangeError(`the classOf of an automaton must be 256 integers in [0, ${classCount})`);
  }
  if (next.length !== states * classCount) {
    throw new RangeError(`an automaton of ${states} states has ${next.length} edges, not ${states * classCount}`);
  }
  for (const target of next)
    if (target >= states || target < -1) throw new RangeError(`an edge to ${target} of ${states} states`);
  return distances(accepting, next, (edge) => Math.floor(edge / classCount));
}
