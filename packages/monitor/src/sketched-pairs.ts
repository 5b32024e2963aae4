// Sketches (abstract states, see `Factor.sketch`) for the pairs of paired-product.ts. The sketch of a pair consists of
// the sketches of both states. A pair is vague (it does not know what can follow) if one of its states is: then only
// the original pair can decide.

import { withAutomaton } from "./engine/changing-automaton.js";
import type { Factor } from "./engine/factor.js";
import type { LocalAutomaton } from "./engine/local-automaton.js";
import type { Monitor } from "./monitor.js";
import { Pair } from "./pair.js";
import { withoutStates } from "./sketched-tuples.js";

/** The operations on sketches of pairs. */
export interface PairSketches<A, B> {
  /** Returns the pair of the sketches; `state` itself if it is one. */
  sketch(state: Pair<A, B>): Pair<A, B>;
  isVague(state: Pair<A, B>): boolean;
  /**
   * Returns a factor for maskers. Pairs have no local part, so a masker steps them, or their sketches where possible.
   */
  factorWith(costsAlike: (state: Pair<A, B>) => boolean): Factor<Pair<A, B>>;
}

/** Returns the sketches of pairs; `undefined` if neither part has any. */
export function sketchesOfPairs<A, B>(a: Monitor<A>, b: Monitor<B>): PairSketches<A, B> | undefined {
  if (a.factor?.sketch === undefined && b.factor?.sketch === undefined) return undefined;

  function sketch(state: Pair<A, B>): Pair<A, B> {
    const left = a.factor?.sketch?.(state.left) ?? state.left;
    const right = b.factor?.sketch?.(state.right) ?? state.right;
    return left === state.left && right === state.right ? state : new Pair(left, right);
  }
  const isVague = ({ left, right }: Pair<A, B>): boolean =>
    a.factor?.vague?.(left) === true || b.factor?.vague?.(right) === true;

  let automaton = withoutStates();
  let [first, second] = [a.factor?.automaton, b.factor?.automaton];
  /** Returns another automaton when a part has dropped its states. */
  function present(): LocalAutomaton {
    if (first !== a.factor?.automaton || second !== b.factor?.automaton) {
      [first, second] = [a.factor?.automaton, b.factor?.automaton];
      automaton = withoutStates();
    }
    return automaton;
  }

  return {
    sketch,
    isVague,
    factorWith: (costsAlike) =>
      withAutomaton(present, { local: () => 0, cross: () => undefined, sketch, costsAlike, vague: isVague }),
  };
}
