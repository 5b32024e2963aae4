// The shapes of the rows (transition tables) of a monitor whose states consist of a lexer state and a rest (`Factor`).
// The shape of a row says which bytes lead to the same state. A byte that continues the lexeme acts on the lexer state.
// A byte that ends it acts on the state in which the next lexeme begins. So the shape of a row follows from the lexer
// states of both.

import type { Factor } from "@espalier/monitor";
import { joinShapes, type LocalShape } from "../walks/outlines.js";
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

/** Returns the shape of each state's row. */
export function factoredShapes(
  { shape, automaton, classes }: LocalStore,
  factor: Factor<number>,
  canonical: Canonical<number>,
): (state: number) => Shape {
  const blank = shapeOfClasses(classes.classOf, classes.classCount);
  function beyond(state: number, inside: LocalShape, exit: number): Shape {
    const after = factor.cross(state, exit);
    if (after === undefined) return inside;
    const local = factor.local(canonical(after));
    // A second boundary at the same place is left to the monitor.
    if (local === 0 || automaton.exit(local) !== 0) return blank;
    const across = shape(local);
    return across.blank ? blank : joinShapes(inside, across);
  }
  return (state) => {
    const local = factor.local(state);
    if (local === 0) return blank;
    const inside = shape(local);
    if (inside.blank) return blank;
    const exit = automaton.exit(local);
    return exit === 0 ? inside : beyond(state, inside, exit);
  };
}
