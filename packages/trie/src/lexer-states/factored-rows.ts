// The states that represent others in masks, and the shapes of the rows (transition tables) of a monitor whose states
// consist of a lexer state and a rest (`Factor`). The shape of a row says which bytes lead to the same state.

import type { Factor } from "@espalier/monitor";
import { type Shape, shapeOfClasses } from "../walks/rows.js";
import type { LocalStore } from "./local-store.js";

/**
 * Returns the state that represents `state` in masks: its sketch, with counters that no token can exhaust made equal.
 */
export type Canonical<State> = (state: State) => State;

export function canonicalBy<State>(store: LocalStore, factor: Factor<State>): Canonical<State> {
  const { replace, sketch } = factor;
  const counted = replace !== undefined && store.automaton.horizon !== undefined;
  if (!counted && sketch === undefined) return (state) => state;
  return (state) => {
    const sketched = sketch === undefined ? state : sketch(state);
    if (!counted || factor.vague?.(sketched) === true) return sketched;
    const local = factor.local(sketched);
    if (local === 0) return sketched;
    const far = store.horizon(local);
    return far === local ? sketched : replace(sketched, far);
  };
}

/**
 * Returns the shape of each state's row. A byte that ends the lexeme acts on the state after it, so nothing is known of
 * states in which the lexeme may end.
 */
export function factoredShapes(
  { shape, automaton, classes }: LocalStore,
  factor: Factor<number>,
): (state: number) => Shape {
  const blank = shapeOfClasses(classes.classOf, classes.classCount);
  return (state) => {
    const local = factor.local(state);
    if (local === 0) return blank;
    const exit = automaton.exit(local);
    return exit === 0 || factor.cross(state, exit) === undefined ? shape(local) : blank;
  };
}
