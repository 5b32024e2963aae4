// Sketches of combinations (tupled.ts). The sketch of a tuple of states holds the sketch of each state. A tuple is vague when one of its states is.

import type { Factor, LocalAutomaton } from "./monitor.js";
import type { Part } from "./parts.js";

/** What the tuples of a combination can be asked by the number of their state. */
export interface TupleStates {
  /** The state whose parts' states have been replaced. */
  replaced(state: number, by: (part: Part, own: number) => number): number;
  /** Whether a question is answered by yes for every part's state. */
  every(state: number, question: (part: Part, own: number) => boolean): boolean;
  /** A lower bound of the cost of every way from a state that begins with a symbol; 0 where there is no cost. */
  leastBy(state: number, symbol: number): number;
}

/** The factor of a combination of parts with sketches. Its states have no local part, so a masker steps them, and steps their sketches where it can. */
export function sketchesOfTuples({ replaced, every, leastBy }: TupleStates): Factor<number> {
  return {
    automaton: withoutStates(),
    local: () => 0,
    cross: () => undefined,
    sketch: (state) => replaced(state, (part, own) => part.sketch(own)),
    costsAlike: (state) => every(state, (part, own) => part.costsAlike(own)),
    leastVague: leastBy,
    vague: (state) => !every(state, (part, own) => !part.isVague(own)),
  };
}

/** Maskers cache what they learn for the lifetime of an automaton object, so each combination gets an object of its own. */
export const withoutStates = (): LocalAutomaton => ({ step: () => 0, exit: () => 0, closes: () => false });
