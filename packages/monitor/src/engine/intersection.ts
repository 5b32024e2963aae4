// The intersection of a monitor with a finite automaton.

/** Decides pairs of a state of the monitor and a state of the automaton. */
export interface Intersection<State> {
  /**
   * The length of a text that leads both `state` and the automaton's state `other` to acceptance: the shortest that is known, in symbols. 0 when both accept;
   * Infinity when there is no such text. From any other pair, some symbol leads to a pair with a smaller cost.
   */
  cost(state: State, other: number): number;
  /** Whether the cost is finite. Intersections have this when it takes less work than `cost`. */
  live?(state: State, other: number): boolean;
  /**
   * Returns whether every state with the sketch `state` has the cost of the sketch. Absent if states have no sketches.
   */
  costsAlike?(state: State, other: number): boolean;
  /**
   * Whether a cost of Infinity rules a pair out for good. It proves that there is no such text, unless `isUnproven`.
   * Otherwise the text may only be out of reach.
   */
  readonly exact: boolean;
  /** Whether a cost of Infinity is not proven: the limits of the decision were reached. Only if `exact`; absent if this never happens. */
  isUnproven?(state: State, other: number): boolean;
  /** The number of pairs so far for which this holds. */
  unproven?(): number;
  /** Whether every text that both can read from their starts has a completion. Then a product drops nothing. */
  readonly clear: boolean;
}
