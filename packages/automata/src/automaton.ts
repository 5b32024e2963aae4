// Deterministic automata as transition tables. Use them for languages that have no expression of reasonable size, such
// as the multiples of 7 (one state for each remainder).
//
//   the state after `byte`  =  next[state · classCount + classOf[byte]],  −1: none

/** A deterministic automaton over bytes. States are numbered from 0. Do not change it once it is part of a regex. */
export interface Automaton {
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
 * Backward breadth-first search (Moore 1959).
 *
 * @throws RangeError if the table is malformed.
 */
export function automatonDistances({ classOf, classCount, next, accepting }: Automaton): Float64Array {
  const states = accepting.length;
  if (classOf.length !== 256 || classOf.some((k) => k >= classCount)) {
    throw new RangeError(`the classOf of an automaton must be 256 integers in [0, ${classCount})`);
  }
  if (next.length !== states * classCount) {
    throw new RangeError(`an automaton of ${states} states has ${next.length} edges, not ${states * classCount}`);
  }
  // The predecessors of state s are sources[firstSource[s] .. firstSource[s + 1]).
  const firstSource = new Int32Array(states + 1);
  for (const target of next) {
    if (target >= states || target < -1) throw new RangeError(`an edge to ${target} of ${states} states`);
    if (target >= 0) firstSource[target + 1]!++;
  }
  for (let state = 0; state < states; state++) firstSource[state + 1]! += firstSource[state]!;
  const sources = new Int32Array(firstSource[states]!);
  const filled = firstSource.slice();
  for (let edge = 0; edge < next.length; edge++) {
    const target = next[edge]!;
    if (target >= 0) sources[filled[target]!++] = Math.floor(edge / classCount);
  }
  const distance = new Float64Array(states).fill(Number.POSITIVE_INFINITY);
  const queue: number[] = [];
  for (let state = 0; state < states; state++) {
    if (accepting[state] !== 1) continue;
    distance[state] = 0;
    queue.push(state);
  }
  for (const state of queue) {
    for (let i = firstSource[state]!; i < firstSource[state + 1]!; i++) {
      const source = sources[i]!;
      if (distance[source] !== Number.POSITIVE_INFINITY) continue;
      distance[source] = distance[state]! + 1;
      queue.push(source);
    }
  }
  return distance;
}
