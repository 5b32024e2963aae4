// The accessible part of an automaton that is given as functions: its states are numbered in order of discovery, breadth
// first.

import { compressed, type Dfa } from "./dfa.js";

/** Adds the edges of a state, with different labels, and returns whether the state accepts. */
export type Visit<State> = (state: State, add: (label: number, to: State) => void) => boolean;

/** An automaton, and the states that were found. */
export interface Explored<State> {
  readonly dfa: Dfa;
  /** By number. The start is number 0. */
  readonly states: readonly State[];
  /** By the key of a state, its number. */
  readonly numbers: ReadonlyMap<unknown, number>;
}

/**
 * Returns the automaton of the states that can be reached from `start`; `undefined` if there are more than `most`.
 * States with equal keys are one state. By default, a state is its own key. Cost: one visit of each state.
 */
export function explored<State>(
  start: State,
  visit: Visit<State>,
  most: number,
  keyOf?: (state: State) => unknown,
): Explored<State> | undefined {
  const numbers = new Map<unknown, number>();
  const states: State[] = [];
  const accepting: number[] = [];
  const first = [0];
  const labels: number[] = [];
  const targets: number[] = [];
  const numberOf = (state: State): number => {
    const key = keyOf === undefined ? state : keyOf(state);
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = states.push(state) - 1));
    return number;
  };
  const add = (label: number, to: State): void => {
    labels.push(label);
    targets.push(numberOf(to));
  };
  numberOf(start);
  for (const state of states) {
    accepting.push(visit(state, add) ? 1 : 0);
    if (states.length > most) return undefined;
    first.push(labels.length);
  }
  return { dfa: compressed(accepting, first, labels, targets), states, numbers };
}

/** Returns the visit of states that step by columns. `step` returns `undefined` if there is no next state. */
export function byColumns<State>(
  columns: number,
  step: (state: State, column: number) => State | undefined,
  accepts: (state: State) => boolean,
): Visit<State> {
  return (state, add) => {
    for (let column = 0; column < columns; column++) {
      const to = step(state, column);
      if (to !== undefined) add(column, to);
    }
    return accepts(state);
  };
}
