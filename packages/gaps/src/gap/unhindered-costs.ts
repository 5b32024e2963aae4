// The number of symbols that complete a text from a state of a gap and a state of a finite automaton, for gaps in which
// every such pair has a completion (unhindered.ts). The search is that of witness.ts, over pairs of states.

import type { Intersection, Monitor } from "@espalier/monitor";
import type { Goal } from "../language/goal.js";
import type { LexedMachine, LexedState } from "../language/machine.js";
import { createWitnesses } from "../language/witness.js";
import { createStatePairs } from "./state-pairs.js";

/** @param goals completions of the gap, whose `reached` accepts states of the gap. */
export function createUnhinderedIntersection(
  machine: LexedMachine,
  goals: readonly [Goal, ...Goal[]],
  automaton: Monitor<number>,
): Intersection<LexedState> {
  const pairs = createStatePairs(
    machine,
    automaton,
    plainBytes(automaton, machine.core.compiled.lexer.representatives),
  );
  const [first, ...others] = goals.map(
    (goal): Goal => ({ ...goal, spelling: pairs.spelling, reached: (pair) => pairs.reaches(goal, pair) }),
  ) as [Goal, ...Goal[]];
  const witnesses = createWitnesses(pairs.machine, first, ...others);
  return {
    exact: true,
    clear: true,
    cost: (state, at) => witnesses.cost(pairs.of(state, at)),
    live: () => true,
  };
}

/** The subset of `bytes` that an automaton reads in all of its states. */
function plainBytes(automaton: Monitor<number>, bytes: Iterable<number>): readonly number[] {
  let plain = [...bytes];
  const met = new Set([automaton.start]);
  for (const state of met) {
    plain = plain.filter((byte) => automaton.step(state, byte) !== undefined);
    for (let byte = 0; byte < 256; byte++) {
      const to = automaton.step(state, byte);
      if (to !== undefined) met.add(to);
    }
  }
  return plain;
}
