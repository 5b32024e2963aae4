// Finds completions as texts: a best-first search from a state, lexeme by lexeme, until the goal is reached (witness-search.ts), within limits (limited-searches.ts). The estimate is the cost that
// earley's right quotient computes from terminals; it is too low where blanks and indentation are needed. The result is certain, because the machine reads
// every byte of it. Its length is the cost of the state. The search stores the cost of every state on the way, each one more than the next. So a caller who
// always chooses a smaller cost reaches the goal.

import { type Goal, NONE } from "./goal.js";
import { createSearches } from "./limited-searches.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";
import { createSharedWays, type SharedWays } from "./shared-ways.js";
import { createMoves } from "./witness-moves.js";
import { BOUND, settleAlong, type Visit } from "./witness-search.js";

export interface Witnesses {
  /** The bytes of a completion; `undefined` if none was found. */
  of(state: LexedState): readonly number[] | undefined;
  /** Their number; Infinity if none was found. */
  cost(state: LexedState): number;
  /** Whether none was found because the search reached its limit, so that one may exist. */
  undecided(state: LexedState): boolean;
  bytes(): number;
}

/**
 * Completions of the states of a machine.
 *
 * @param goal what is to be reached.
 * @param others the same goal with other estimates, tried in this order if the search with the first finds nothing. All searches share one table of costs. So a
 * cost decreases by one with each byte of its witness, whichever search found it.
 */
export function createWitnesses(machine: LexedMachine, goal: Goal, ...others: readonly Goal[]): Witnesses {
  const estimates = [goal, ...others].map((each) => ({ goal: each, moves: createMoves(machine, each) }));
  const costs = new Map<LexedState, number>();
  const nextByte = new Map<LexedState, number>();
  const undecided = new Set<LexedState>();
  const { representatives } = machine.core.compiled.lexer;

  const searches = createSearches(machine, estimates, { arrived, costs });

  // Where lexemes have spellings of their own, an automaton reads along, and each state is searched for itself.
  const shared =
    goal.spelling === undefined ? createSharedWays(machine, estimates, nextByte, (state) => cost(state)) : undefined;

  const settle = (way: readonly Visit[]): void => settleAlong(machine, way, costs, nextByte);

  /** Finds a completion of `state`, and stores the costs along it. */
  function find(state: LexedState): number {
    if (arrived(state)) return costs.get(state)!;
    if (shared !== undefined && findShared(state, shared)) return costs.get(state)!;
    if (endsWithByte(state)) {
      shared?.learn(state, nextByte.get(state));
      return 1;
    }
    const text = goal.detour?.(state);
    if (text !== undefined) return follow(state, text, find);
    const found = searches.anyFrom(state);
    if (typeof found === "object") settle(found.visits);
    else if (!findBehindByte(state)) {
      costs.set(state, NONE);
      if (found === BOUND) {
        undecided.add(state);
        searches.endedInVain();
      }
    }
    shared?.learn(state, nextByte.get(state));
    return costs.get(state)!;
  }

  /** Takes the completion of another state, if no shorter one seems to exist. */
  function findShared(state: LexedState, ways: SharedWays): boolean {
    const way = ways.of(state);
    if (way === undefined) return false;
    const length = "like" in way ? cost(way.like) : way.bytes.length + cost(way.bytes.reduce(machine.step, state));
    if (length === NONE || (length > 1 && ways.endsInside(state))) return false;
    if ("like" in way) {
      costs.set(state, length);
      nextByte.set(state, nextByte.get(way.like)!);
      return true;
    }
    return follow(state, way.bytes, cost) < NONE;
  }

  /** Stores the costs of a state and along a text to one whose cost is known or found. The goal may come before its end. */
  function follow(state: LexedState, text: readonly number[], costOf: (to: LexedState) => number): number {
    let to = state;
    let read = 0;
    while (read < text.length && to !== DEAD_STATE && (read === 0 || !goal.reached(to))) {
      to = machine.step(to, text[read++]!);
    }
    if (to === DEAD_STATE || (costs.get(to) ?? costOf(to)) === NONE) return NONE;
    const bytes = text.slice(0, read);
    settle([
      { state, from: -1, bytes: [], length: 0 },
      { state: to, from: 0, bytes, length: read },
    ]);
    return costs.get(state)!;
  }

  /** Whether a completion is near after some byte that no move offers, such as the rest of an escape. */
  function findBehindByte(state: LexedState): boolean {
    for (const byte of representatives) {
      const next = machine.step(state, byte);
      if (next === DEAD_STATE) continue;
      if (!arrived(next) && !endsWithByte(next)) {
        const way = searches.nearFrom(next);
        if (typeof way !== "object") continue;
        settle(way.visits);
      }
      costs.set(state, 1 + costs.get(next)!);
      nextByte.set(state, byte);
      return true;
    }
    return false;
  }

  /** Whether one more byte suffices. If so, stores its cost. */
  function endsWithByte(state: LexedState): boolean {
    for (const byte of shared?.lastBytes(state) ?? representatives) {
      const next = machine.step(state, byte);
      if (next === DEAD_STATE || !goal.reached(next)) continue;
      costs.set(next, 0);
      costs.set(state, 1);
      nextByte.set(state, byte);
      return true;
    }
    return false;
  }

  /** Whether the completion of a state is known, because it is the goal or because an earlier search found one. */
  function arrived(state: LexedState): boolean {
    const known = costs.get(state);
    if (known !== undefined) return known < NONE;
    if (!goal.reached(state)) {
      const text = known === undefined ? goal.home?.(state) : undefined;
      return text !== undefined && follow(state, text, atGoal) < NONE;
    }
    costs.set(state, 0);
    return true;
  }

  /** The cost of a state that should be the goal. */
  function atGoal(state: LexedState): number {
    if (!goal.reached(state)) return NONE;
    costs.set(state, 0);
    return 0;
  }

  const cost = (state: LexedState): number => costs.get(state) ?? find(state);
  return {
    cost,
    undecided: (state: LexedState): boolean => cost(state) === NONE && undecided.has(state),
    of(state: LexedState): readonly number[] | undefined {
      if (cost(state) === NONE) return undefined;
      const bytes: number[] = [];
      for (let at = state; costs.get(at)! > 0; at = machine.step(at, bytes[bytes.length - 1]!)) {
        bytes.push(nextByte.get(at)!);
      }
      return bytes;
    },
    bytes(): number {
      return 96 * costs.size + 32 * undecided.size;
    },
  };
}
