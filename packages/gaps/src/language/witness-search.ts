// A best-first search from a state, lexeme by lexeme, to a state whose completion is known (A*: Hart, Nilsson and Raphael 1968).

import { burn } from "@espalier/monitor";
import { NONE } from "./goal.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";
import { createPriorityQueue } from "./priority-queue.js";
import type { Moves } from "./witness-moves.js";

/** The bytes of a lexeme, or of the rest of one, from a visited state. */
interface Move {
  readonly from: number;
  readonly bytes: readonly number[];
}

/** A visited state, and how it was reached. */
export interface Visit {
  readonly state: LexedState;
  readonly from: number;
  readonly bytes: readonly number[];
  readonly length: number;
}

/** A path of visits, and the bytes from the first visit to the goal. */
export interface Way {
  readonly visits: readonly Visit[];
  readonly length: number;
}

/** The work of one visit, in units of fuel. */
const STEPS = 16;

/** The result of a search that reached its limit. */
export const BOUND = "bound";

/** The states whose completion is known. */
export interface Settled {
  arrived(state: LexedState): boolean;
  /** The cost of each of them. */
  readonly costs: ReadonlyMap<LexedState, number>;
}

/** A way, shorter than `limit`, to a state whose completion is known. `weight` is the factor of the estimate in the order of visits. */
export function searchWay(
  machine: LexedMachine,
  { arrived, costs }: Settled,
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
    burn("search", STEPS);
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

/** Stores the cost of every state on the way, from its end backwards, and its next byte. */
export function settleAlong(
  machine: LexedMachine,
  way: readonly Visit[],
  costs: Map<LexedState, number>,
  nextByte: Map<LexedState, number>,
): void {
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

/** The visits that lead to the last one. */
function wayTo(visits: readonly Visit[]): readonly Visit[] {
  const way: Visit[] = [];
  for (let at = visits.length - 1; at >= 0; at = visits[at]!.from) way.push(visits[at]!);
  return way.reverse();
}
