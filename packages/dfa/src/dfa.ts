// Deterministic finite automata with partial edges, in compressed rows.
//
//     edges of state q:   label/target[first[q], first[q + 1])
//
// A table has one column for each label instead. It is larger if a state has edges for few of the labels, as in rules
// of grammars.

/** A deterministic finite automaton. States are 0, 1, …; state 0 is the start. Do not change the arrays. */
export interface Dfa {
  /** One entry for each state: 1 if it accepts. */
  readonly accepting: Uint8Array;
  /** One entry for each state, and a last one: the number of edges. */
  readonly first: Int32Array;
  /** The label of each edge, any integer. The edges of one state have different labels. */
  readonly label: Int32Array;
  readonly target: Int32Array;
}

/** The automaton without texts. {@link minimal} returns this object for the empty language. */
export const NO_TEXT: Dfa = compressed([0], [0, 0], [], []);

/** Returns the automaton with these lists in typed arrays. O(states + edges). */
export function compressed(
  accepting: readonly number[],
  first: readonly number[],
  label: readonly number[],
  target: readonly number[],
): Dfa {
  return {
    accepting: Uint8Array.from(accepting),
    first: Int32Array.from(first),
    label: Int32Array.from(label),
    target: Int32Array.from(target),
  };
}

/** Returns the state after `state` and label `by`; −1 if there is none. O(edges of the state). */
export function targetOf({ first, label, target }: Dfa, state: number, by: number): number {
  for (let edge = first[state]!; edge < first[state + 1]!; edge++) if (label[edge] === by) return target[edge]!;
  return -1;
}

/** Returns the table of an automaton whose labels are below `columns`; −1 stands for no edge. O(entries). */
export function tableOf({ accepting, first, label, target }: Dfa, columns: number): Int32Array {
  const next = new Int32Array(accepting.length * columns).fill(-1);
  for (let state = 0; state < accepting.length; state++)
    for (let edge = first[state]!; edge < first[state + 1]!; edge++)
      next[state * columns + label[edge]!] = target[edge]!;
  return next;
}

/** Returns the accepting states, ascending. */
export function finalsOf({ accepting }: Dfa): readonly number[] {
  return [...accepting.keys()].filter((state) => accepting[state] === 1);
}

/** Returns the source of each edge. O(edges). */
export function sourcesOf({ first, target }: Dfa): Int32Array {
  const source = new Int32Array(target.length);
  for (let state = 0; state + 1 < first.length; state++) source.fill(state, first[state], first[state + 1]);
  return source;
}
