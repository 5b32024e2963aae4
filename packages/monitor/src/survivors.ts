// Restricts an answer to what the other part of a product allows. An answer constrains the text for a few bytes, for
// example the rest of a name. The other part may reject some of the allowed names later. These names are removed as
// soon as the answer arrives, so that no byte of them is written in vain.
//
// The computation visits all pairs of states that the constrained bytes lead to. A pair *survives* if the text may end
// there, if a byte leads out of the constrained part, or if a byte leads to a surviving pair.

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

/** A visited state. */
interface Visited {
  readonly next: Map<number, number>;
  survives: boolean;
  readonly sources: number[];
}

let lastNumber = 0;

/**
 * Returns which texts of the constrained part survive from `start`: `all`, `none`, or a subset of them; `undecided` if
 * there are too many states to visit.
 */
export function survivorsFrom<State>(space: RuledSpace<State>, start: State): Survivors | "all" | "none" | "undecided" {
  const visited = visit(space, start);
  if (visited === undefined) return "undecided";
  const pending = [...visited.keys()].filter((at) => visited[at]!.survives);
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const source of visited[at]!.sources) {
      if (visited[source]!.survives) continue;
      visited[source]!.survives = true;
      pending.push(source);
    }
  }
  if (!visited[0]!.survives) return "none";
  if (visited.every(({ survives }) => survives)) return "all";
  const automaton = ++lastNumber;
  const nodes: (Survivors | undefined)[] = [];
  const nodeOf = (at: number): Survivors | undefined => {
    if (!visited[at]!.survives) return undefined;
    nodes[at] ??= {
      key: `${automaton}.${at}`,
      next(byte) {
        const to = visited[at]!.next.get(byte);
        return to === undefined ? undefined : nodeOf(to);
      },
    };
    return nodes[at];
  };
  return nodeOf(0)!;
}

/** Returns all states that the constrained bytes lead to, `start` first; `undefined` if there are too many. */
function visit<State>({ step, accepts, bytes, keyOf }: RuledSpace<State>, start: State): Visited[] | undefined {
  const numbers = new Map<unknown, number>([[keyOf(start), 0]]);
  const states = [start];
  const visited: Visited[] = [];
  for (let at = 0; at < states.length; at++) {
    const state = states[at]!;
    const next = new Map<number, number>();
    let survives = accepts(state);
    const its = bytes(state)!;
    burn("search", its.length);
    for (const byte of its) {
      const after = step(state, byte);
      if (after === undefined) continue;
      if (bytes(after) === undefined) {
        survives = true;
        continue;
      }
      const key = keyOf(after);
      let number = numbers.get(key);
      if (number === undefined) {
        if (states.length >= MOST_PAIRS) return undefined;
        numbers.set(key, (number = states.push(after) - 1));
      }
      next.set(byte, number);
    }
    visited.push({ next, survives, sources: [] });
  }
  visited.forEach(({ next }, at) => {
    for (const to of next.values()) visited[to]!.sources.push(at);
  });
  return visited;
}
