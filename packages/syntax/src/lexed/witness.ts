// A completion, spelt out: from a state, lexeme by lexeme, the most promising first, until the goal is reached (A*: Hart, Nilsson and
// Raphael 1968, with earley's labels as the estimate, which blanks and columns make too low at times). What comes out is certain, since
// every byte was stepped; its length is the state's cost. Costs are remembered for every state on the way, each one more than that of
// the next, so following them downwards always arrives.

import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";
import { createPriorityQueue } from "./priority-queue.js";
import { createMoves, type Goal, type Moves, NONE } from "./witness-moves.js";

export interface Witnesses {
  /** The bytes of a completion; undefined when none was found. */
  of(state: LexedState): readonly number[] | undefined;
  /** Their number; Infinity when none was found. */
  cost(state: LexedState): number;
  /** The same where it has been found out; Infinity where not. */
  known(state: LexedState): number;
  /** The next byte of a completion whose cost is known and above 0. */
  next(state: LexedState): number;
  bytes(): number;
}

/** A lexeme more, or the rest of one: bytes from a visited state. */
interface Move {
  readonly from: number;
  readonly bytes: readonly number[];
}

/** A state on the way: where it was reached from. */
interface Visit {
  readonly state: LexedState;
  readonly from: number;
  readonly bytes: readonly number[];
  readonly length: number;
}

/** Visits, each reached from the one before, and the bytes from the first to the goal. */
interface Way {
  readonly visits: readonly Visit[];
  readonly length: number;
}

/** States looked at in a search for some completion, which follows the estimate eagerly… */
const MOST_VISITS = 2_000;
const EAGER = 64;
/** …and in one for a shorter. */
const FEW_VISITS = 64;

export function createWitnesses(machine: LexedMachine, goal: Goal): Witnesses {
  const moves = createMoves(machine, goal);
  const costs = new Map<LexedState, number>();
  const nextByte = new Map<LexedState, number>();

  /** Finds a completion of `state` and remembers the costs on its way. */
  function find(state: LexedState): number {
    if (arrived(state)) return costs.get(state) as number;
    if (endsWithByte(state)) return 1;
    const guided = goal.next === undefined ? undefined : search(state, moves.named, EAGER, FEW_VISITS, NONE);
    const found = guided ?? searchAll(state);
    if (found === undefined) costs.set(state, NONE);
    else settle(found.visits);
    return costs.get(state) as number;
  }

  /** Whether one more byte is enough; its cost is known then. */
  function endsWithByte(state: LexedState): boolean {
    for (const byte of machine.core.compiled.lexer.representatives) {
      const next = machine.step(state, byte);
      if (next === DEAD_STATE || !goal.reached(next)) continue;
      costs.set(next, 0);
      costs.set(state, 1);
      nextByte.set(state, byte);
      return true;
    }
    return false;
  }

  function searchAll(state: LexedState): Way | undefined {
    const some = search(state, moves.all, EAGER, MOST_VISITS, NONE);
    return some === undefined ? undefined : (search(state, moves.all, 1, FEW_VISITS, some.length) ?? some);
  }

  /** The way to a state from where it is known how to go on, shorter than `limit`; what is missing counts `weight` times in the order of visits. */
  function search(
    state: LexedState,
    offerMoves: Moves["all"],
    weight: number,
    most: number,
    limit: number,
  ): Way | undefined {
    const visits: Visit[] = [{ state, from: -1, bytes: [], length: 0 }];
    const closed = new Set<LexedState>([state]);
    const open = createPriorityQueue<Move>();
    for (let at = 0; at < visits.length && at < most; at++) {
      const { state: here, length } = visits[at] as Visit;
      offerMoves(here, (bytes, rest) => {
        const estimate = length + bytes.length + rest;
        if (estimate < limit) open.push({ from: at, bytes }, estimate + (weight - 1) * rest);
      });
      for (let move = open.pop(); move !== undefined; move = open.pop()) {
        const from = visits[move.from] as Visit;
        const bytes: number[] = [];
        let to = from.state;
        for (const byte of move.bytes) {
          to = machine.step(to, byte);
          bytes.push(byte);
          if (to === DEAD_STATE || arrived(to)) break;
        }
        if (to === DEAD_STATE || closed.has(to)) continue;
        closed.add(to);
        visits.push({ state: to, from: move.from, bytes, length: from.length + bytes.length });
        const length = from.length + bytes.length + (arrived(to) ? (costs.get(to) as number) : 0);
        if (arrived(to) && length < limit) return { visits: wayTo(visits), length };
        break;
      }
    }
    return undefined;
  }

  /** Whether the way on from a state is known: it is the goal, or a completion of it was found before. */
  function arrived(state: LexedState): boolean {
    const known = costs.get(state);
    if (known !== undefined) return known < NONE;
    if (!goal.reached(state)) return false;
    costs.set(state, 0);
    return true;
  }

  /** Gives every state on the way its cost, from its end backwards. */
  function settle(way: readonly Visit[]): void {
    let cost = costs.get((way[way.length - 1] as Visit).state) as number;
    for (let at = way.length - 1; at > 0; at--) {
      const { bytes } = way[at] as Visit;
      const passed: LexedState[] = [(way[at - 1] as Visit).state];
      for (const byte of bytes) passed.push(machine.step(passed[passed.length - 1] as LexedState, byte));
      for (let i = bytes.length - 1; i >= 0; i--) {
        const before = passed[i] as LexedState;
        const known = costs.get(before);
        if (known !== undefined && known < NONE) {
          cost = known;
          continue;
        }
        cost++;
        costs.set(before, cost);
        nextByte.set(before, bytes[i] as number);
      }
    }
  }

  const cost = (state: LexedState): number => costs.get(state) ?? find(state);
  return {
    cost,
    known: (state: LexedState): number => costs.get(state) ?? NONE,
    next: (state: LexedState): number => nextByte.get(state) as number,
    of(state: LexedState): readonly number[] | undefined {
      if (cost(state) === NONE) return undefined;
      const bytes: number[] = [];
      for (let at = state; (costs.get(at) as number) > 0; at = machine.step(at, bytes[bytes.length - 1] as number)) {
        bytes.push(nextByte.get(at) as number);
      }
      return bytes;
    },
    bytes(): number {
      return 96 * costs.size;
    },
  };
}

/** Completions by one goal where it has any, else by another that is reached in more places. */
export function firstOf(machine: LexedMachine, first: Witnesses, second: Witnesses): Witnesses {
  /** What is known by the second stays in force on its way, so that costs fall along it. */
  function cost(state: LexedState): number {
    const own = first.cost(state);
    return own === NONE ? second.cost(state) : Math.min(own, second.known(state));
  }
  const next = (state: LexedState): number =>
    second.known(state) < first.known(state) ? second.next(state) : first.next(state);
  return {
    cost,
    known: (state: LexedState): number => Math.min(first.known(state), second.known(state)),
    next,
    of(state: LexedState): readonly number[] | undefined {
      if (cost(state) === NONE) return undefined;
      const bytes: number[] = [];
      for (let at = state; cost(at) > 0; at = machine.step(at, bytes[bytes.length - 1] as number)) bytes.push(next(at));
      return bytes;
    },
    bytes(): number {
      return first.bytes() + second.bytes();
    },
  };
}

/** The visits that lead to the last one. */
function wayTo(visits: readonly Visit[]): readonly Visit[] {
  const way: Visit[] = [];
  for (let at = visits.length - 1; at >= 0; at = (visits[at] as Visit).from) way.push(visits[at] as Visit);
  return way.reverse();
}
