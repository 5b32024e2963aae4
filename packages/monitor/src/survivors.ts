// What an answer leaves beside the other part of a product. An answer rules the text for a few bytes: the rest of a name, say. Some of the names
// that it allows may be names that the other part refuses later. These names are removed at the moment when the answer arrives, so no byte of
// them is written in vain.
//
// All pairs of states that the ruled bytes lead to are visited. A pair *survives* when the text may end there, when a byte leads out of what the
// answer rules, or when a byte leads to a pair that survives.

import { burn } from "./fuel.js";

/** The most pairs that are visited. Beyond it nothing is removed. */
const MOST_PAIRS = 20_000;

/** A set of texts that survive, as a state of an automaton. */
export interface Survivors {
  /** Equal keys denote equal sets. */
  readonly key: string;
  /** The state after a byte that the answer rules; `undefined` where no text that survives has it. */
  next(byte: number): Survivors | undefined;
}

/** The capability of a monitor whose answers rule a part of the text. */
export interface Ruling<State> {
  /** Where an answer rules what comes next: the bytes that can come, and perhaps others. `undefined` where none rules. */
  bytes(state: State): readonly number[] | undefined;
  /** `state`, with what the answer rules restricted to the texts of `survivors`. A byte that leads out of it is not looked up. */
  narrow(state: State, survivors: Survivors): State;
}

/** What has to be known of states to visit them. */
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

/** The texts from `start`, where an answer rules, that survive: `all` or `none` of them, a part, or `undecided` where there are too many states. */
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

/** All states that the ruled bytes lead to, the first one first; `undefined` where there are too many. */
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
