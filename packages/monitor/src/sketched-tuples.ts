// Sketches (abstract states, see `Factor.sketch`) for the tuples of tupled.ts. The sketch of a tuple consists of the
// sketches of its states. A tuple is vague (it does not know what can follow) if one of its states is: then only the
// original tuple can decide.

import type { Factor } from "./engine/factor.js";
import type { LocalAutomaton } from "./engine/local-automaton.js";
import type { Part } from "./parts.js";

/** Operations on the tuples of a combination, by state number. */
export interface TupleStates {
  /** Returns the state with the parts' states replaced. */
  replaced(state: number, by: (part: Part, own: number) => number): number;
  /** Returns whether a predicate holds for every part's state. */
  every(state: number, question: (part: Part, own: number) => boolean): boolean;
  /** Returns a lower bound on the cost of every path from a state that begins with a symbol; 0 if there is no cost. */
  leastBy(state: number, symbol: number): number;
  /** Returns whether a sketch has the cost of every state that it represents. */
  costsAlike(state: number): boolean;
}

/**
 * Returns the `factor` of a combination of parts that have abstract states (sketches). The states of the combination
 * are not split into a lexer state and a rest. So a masker steps whole tuples, and their sketches where possible.
 */
export function sketchesOfTuples({ replaced, every, leastBy, costsAlike }: TupleStates): Factor<number> {
  return {
    automaton: withoutStates(),
    local: () => 0,
    cross: () => undefined,
    sketch: (state) => replaced(state, (part, own) => part.sketch(own)),
    costsAlike,
    leastVague: leastBy,
    vague: (state) => !every(state, (part, own) => !part.isVague(own)),
  };
}

/**
 * Maskers cache what they learn for the lifetime of an automaton object, so each combination gets an object of its own.
 */
export const withoutStates = (): LocalAutomaton => ({ step: () => 0, exit: () => 0, closes: () => false });
