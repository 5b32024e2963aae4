// Restricts an answer to what the other part of a product allows. An answer constrains the text for a few bytes, for
// example the rest of a name. The other part may reject some of the allowed names later. These names are removed as
// soon as the answer arrives, so that no byte of them is written in vain.
//
// The computation visits all pairs of states that the constrained bytes lead to. A pair *survives* if the text may end
// there, if a byte leads out of the constrained part, or if a byte leads to a surviving pair.

import { distancesIn, explored, targetOf, type Visit } from "@espalier/dfa";
import { burn } from "./fuel.js";

/** The most pairs that are visited. If there are more, nothing is removed. */
const MOST_PAIRS = 20_000;

/** A set of surviving texts, as a state of an automaton. */
export interface Survivors {
  /** A key; equal keys mean equal sets. */
  readonly key: string;
  /** Returns the state after a constrained byte; `undefined` if no surviving text has it. */
  next(byte: number): Survivors | undefined;
}

/** The capability of a monitor whose answers constrain a part of the text. */
export interface Ruling<State> {
  /**
   * If an answer constrains what comes next, returns the bytes that can come next, and perhaps some that cannot.
   * Returns `undefined` if no answer does.
   */
  bytes(state: State): readonly number[] | undefined;
  /**
   * Returns `state` with its constrained part restricted to the texts of `survivors`. A byte that leads out of it is
   * not restricted.
   */
  narrow(state: State, survivors: Survivors): State;
}

/** The operations on states that the visit needs. */
export interface RuledSpace<State> {
  step(state: State, byte: number): State | undefined;
  accepts(state: State): boolean;
  bytes(state: State): readonly number[] | undefined;
  keyOf(state: State): unknown;
}

let lastNumber = 0;

/**
 * Returns which texts of the constrained part survive from `start`: `all`, `none`, or a subset of them; `undecided` if
 * there are too many states to visit.
 */
export function survivorsFrom<State>(space: RuledSpace<State>, start: State): Survivors | "all" | "none" | "undecided" {
  const { step, accepts, bytes, keyOf } = space;
  const visit: Visit<State> = (state, add) => {
    let survives = accepts(state);
    const its = bytes(state)!;
    burn("search", its.length);
    for (const byte of its) {
      const after = step(state, byte);
      if (after === undefined) continue;
      if (bytes(after) === undefined) survives = true;
      else add(byte, after);
    }
    return survives;
  };
  const dfa = explored(start, visit, MOST_PAIRS, keyOf)?.dfa;
  if (dfa === undefined) return "undecided";
  const distance = distancesIn(dfa);
  const survives = (state: number): boolean => distance[state] !== Number.POSITIVE_INFINITY;
  if (!survives(0)) return "none";
  if ([...distance.keys()].every(survives)) return "all";
  const automaton = ++lastNumber;
  const nodes: (Survivors | undefined)[] = [];
  const nodeOf = (at: number): Survivors | undefined => {
    if (at < 0 || !survives(at)) return undefined;
    nodes[at] ??= { key: `${automaton}.${at}`, next: (byte) => nodeOf(targetOf(dfa, at, byte)) };
    return nodes[at];
  };
  return nodeOf(0)!;
}
