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
  /** Whether none was found because the search ended at its bound: one may exist. */
  undecided(state: LexedState): boolean;
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

/** A search that ended at its bound. */
const BOUND = "bound";

/** States looked at in a search for some completion, which follows the estimate eagerly… */
const MOST_VISITS = 2_000;
const EAGER = 64;
/** …and in one for a shorter. */
const FEW_VISITS = 64;

/**
 * Completions of the states of a machine.
 *
 * @param goal what is to be reached.
 * @param others the same goal by other estimates, asked in this order where the first finds nothing. All share one table of costs, so that a
 * cost falls by one with each byte of its witness, whichever estimate found it.
 */
export function createWitnesses(machine: LexedMachine, goal: Goal, ...others: readonly Goal[]): Witnesses {
  const estimates = [goal, ...others].map((each) => ({ goal: each, moves: createMoves(machine, each) }));
  const costs = new Map<LexedState, number>();
  const nextByte = new Map<LexedState, number>();
  const undecided = new Set<LexedState>();

  /** Finds a completion of `state` and remembers the costs on its way. */
  function find(state: LexedState): number {
    if (arrived(state)) return costs.get(state)!;
    if (endsWithByte(state)) return 1;
    const found = firstFound(state);
    if (typeof found === "object") settle(found.visits);
    else if (!findBehindByte(state)) {
      costs.set(state, NONE);
      if (found === BOUND) undecided.add(state);
    }
    return costs.get(state)!;
  }

  /** Whether a completion is near behind any byte: one that no move spells, such as the rest of an escape. */
  function findBehindByte(state: LexedState): boolean {
    for (const byte of machine.core.compiled.lexer.representatives) {
      const next = machine.step(state, byte);
      if (next === DEAD_STATE) continue;
      if (!arrived(next) && !endsWithByte(next)) {
        const way = firstOf(({ moves }) => search(next, moves.all, EAGER, FEW_VISITS, NONE));
        if (typeof way !== "object") continue;
        settle(way.visits);
      }
      costs.set(state, 1 + costs.get(next)!);
      nextByte.set(state, byte);
      return true;
    }
    return false;
  }

  function firstFound(state: LexedState): Way | typeof BOUND | undefined {
    return firstOf(({ goal: its, moves }) => {
      const guided = its.next === undefined ? undefined : search(state, moves.named, EAGER, FEW_VISITS, NONE);
      return typeof guided === "object" ? guided : searchAll(state, moves);
    });
  }

  /** The first way that a search by one of the estimates finds; else whether one of them ended at its bound. */
  function firstOf(
    searched: (by: (typeof estimates)[number]) => Way | typeof BOUND | undefined,
  ): Way | typeof BOUND | undefined {
    let found: typeof BOUND | undefined;
    for (const estimate of estimates) {
      const way = searched(estimate);
      if (typeof way === "object") return way;
      found ??= way;
    }
    return found;
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

  function searchAll(state: LexedState, moves: Moves): Way | typeof BOUND | undefined {
    const some = search(state, moves.all, EAGER, MOST_VISITS, NONE);
    if (typeof some !== "object") return some;
    const shorter = search(state, moves.all, 1, FEW_VISITS, some.length);
    return typeof shorter === "object" ? shorter : some;
  }

  /** The way to a state from where it is known how to go on, shorter than `limit`; what is missing counts `weight` times in the order of visits. */
  function search(
    state: LexedState,
    offerMoves: Moves["all"],
    weight: number,
    most: number,
    limit: number,
  ): Way | typeof BOUND | undefined {
    const visits: Visit[] = [{ state, from: -1, bytes: [], length: 0 }];
    const closed = new Set<LexedState>([state]);
    const open = createPriorityQueue<Move>();
    for (let at = 0; at < visits.length && at < most; at++) {
      const { state: here, length } = visits[at]!;
      offerMoves(here, (bytes, rest) => {
        const estimate = length + bytes.length + rest;
        if (estimate < limit) open.push({ from: at, bytes }, estimate + (weight - 1) * rest);
      });
      for (let move = open.pop(); move !== undefined; move = open.pop()) {
        const from = visits[move.from]!;
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
        const length = from.length + bytes.length + (arrived(to) ? costs.get(to)! : 0);
        if (arrived(to) && length < limit) return { visits: wayTo(visits), length };
        break;
      }
    }
    return visits.length > most ? BOUND : undefined;
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
    let cost = costs.get(way[way.length - 1]!.state)!;
    for (let at = way.length - 1; at > 0; at--) {
      const { bytes } = way[at]!;
      const passed: LexedState[] = [way[at - 1]!.state];
      for (const byte of bytes) passed.push(machine.step(passed[passed.length - 1]!, byte));
      for (let i = bytes.length - 1; i >= 0; i--) {
        const before = passed[i]!;
        const known = costs.get(before);
        if (known !== undefined && known < NONE) {
          cost = known;
          continue;
        }
        cost++;
        costs.set(before, cost);
        nextByte.set(before, bytes[i]!);
      }
    }
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

/** The visits that lead to the last one. */
function wayTo(visits: readonly Visit[]): readonly Visit[] {
  const way: Visit[] = [];
  for (let at = visits.length - 1; at >= 0; at = visits[at]!.from) way.push(visits[at]!);
  return way.reverse();
}
