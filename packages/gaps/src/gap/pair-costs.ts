// Finds completions of a pair (a state of a gap, a state of an automaton), and proofs that there are none. First, it
// tries the completion of the gap alone; the automaton may accept it. Then it searches lexeme by lexeme. Both need few
// steps, but prove nothing if they fail. So at last it searches with estimates from the rules of the grammar
// (layout-rows.ts): first with quick ones, which may be too low, and then with exact ones.
//
// The estimates take bounded work. If a bound is reached before there is a completion or a proof, the pair is
// *unproven*. It then counts as a pair without a completion, for good. That is safe: each other pair on the way to a
// known completion has a completion that does not lead through an unproven pair.

import { burn } from "@espalier/monitor";
import { type FiniteReader, REFUSED } from "@espalier/syntax";
import { DEAD_STATE, type LexedState } from "../language/machine.js";
import { createPriorityQueue } from "../language/priority-queue.js";
import type { LayoutGap } from "./layout-gap.js";

/** The number of pairs that the search for one completion visits: by the quick estimates, and by the exact ones. */
const [FEW_VISITS, MOST_VISITS] = [1_000, 20_000];
/** After this many failed searches lexeme by lexeme in turn, the rules come first. */
const MOST_MISSES = 4;
const NONE = Number.POSITIVE_INFINITY;

/** Estimates the symbols from a pair to the end of the middle, with bounded work. */
export interface Estimates {
  /** Infinity if there is no way; `undefined` if the work does not suffice to know. */
  of(state: LexedState, at: number): number | undefined;
  /** Whether an estimate has been asked for. */
  isBegun(): boolean;
  /** Whether some ways are missing, so that Infinity proves nothing. */
  isIncomplete(): boolean;
}

export interface PairCosts {
  /** The length of a known completion; Infinity if there is none. The next pair on that completion has a cost that is smaller by one. */
  cost(state: LexedState, at: number): number;
  /** Whether a cost of Infinity is not proven. */
  isUnproven(state: LexedState, at: number): boolean;
  /** The number of such pairs so far. */
  unproven(): number;
}

/**
 * Returns what finds the costs of pairs (a state of a gap, a state of an automaton).
 *
 * @param hasDeadRules whether the rules of the grammar alone prove that a state has no completion.
 * @param searched a completion that a search lexeme by lexeme finds.
 * @param quick estimates that are never too high.
 * @param exact estimates of the shortest completion.
 */
export function createPairCosts(
  { machine, accepts, witnesses }: LayoutGap,
  reader: FiniteReader,
  hasDeadRules: (state: LexedState) => boolean,
  searched: (state: LexedState, at: number) => readonly number[] | undefined,
  quick: Estimates,
  exact: Estimates,
): PairCosts {
  // By pair: the length of a completion that has been found.
  const costs = new Map<string, number>();
  /** Pairs without a completion, and those among them without a proof. */
  const dead = new Set<string>();
  const unproven = new Set<string>();
  /** Where the automaton refuses the completion of the gap alone. */
  const refused = new Set<string>();

  /** Stores the costs along a completion. Returns whether it is one, and leads through no pair that counts as dead. */
  function keep(state: LexedState, at: number, text: readonly number[]): boolean {
    const keys = [keyOf(state, at)];
    let [here, finite] = [state, at];
    let rest = costs.get(keys[0]!);
    for (let i = 0; rest === undefined && i < text.length; i++) {
      finite = reader.step(finite, text[i]!);
      here = finite === REFUSED ? DEAD_STATE : machine.step(here, text[i]!);
      const key = keyOf(here, finite);
      if (here === DEAD_STATE || dead.has(key)) return false;
      keys.push(key);
      rest = costs.get(key);
    }
    if (rest === undefined && !(accepts(here) && reader.accepts(finite))) return false;
    for (let i = keys.length - 1; i >= 0; i--) costs.set(keys[i]!, (rest ?? 0) + keys.length - 1 - i);
    return true;
  }

  /** The length of a known completion: one that was found, or that of the gap alone if the automaton accepts it. */
  function knownCost(state: LexedState, at: number): number | undefined {
    const key = keyOf(state, at);
    const known = costs.get(key);
    if (known !== undefined || refused.has(key)) return known;
    const text = accepts(state) && reader.accepts(at) ? [] : witnesses.of(state);
    if (text === undefined || !keep(state, at, text)) refused.add(key);
    return costs.get(key);
  }

  /** Finds a completion, best first by estimates, and stores the costs along it. Infinity proves that there is none; `undefined` proves nothing. */
  function find(state: LexedState, at: number, estimates: Estimates, most: number): number | undefined {
    interface Visit {
      readonly state: LexedState;
      readonly at: number;
      readonly before: Visit | undefined;
      readonly length: number;
    }
    const queue = createPriorityQueue<Visit>();
    queue.push({ state, at, before: undefined, length: 0 }, 0);
    const seen = new Set([keyOf(state, at)]);
    let isProof = true;
    for (let visit = queue.pop(); visit !== undefined; visit = queue.pop()) {
      burn("search", 1);
      if (seen.size > most) return undefined;
      let cost = knownCost(visit.state, visit.at);
      if (cost !== undefined) {
        for (let on: Visit | undefined = visit; on !== undefined; on = on.before)
          costs.set(keyOf(on.state, on.at), cost++);
        return cost - 1;
      }
      for (const byte of reader.bytes) {
        const after = reader.step(visit.at, byte);
        const to = after === REFUSED ? DEAD_STATE : machine.step(visit.state, byte);
        const key = keyOf(to, after);
        if (to === DEAD_STATE || seen.has(key)) continue;
        if (dead.has(key)) {
          isProof &&= !unproven.has(key);
          continue;
        }
        const missing = estimates.of(to, after);
        isProof &&= missing !== undefined;
        if (missing === undefined || missing === NONE) continue;
        seen.add(key);
        const length = visit.length + 1;
        queue.push({ state: to, at: after, before: visit, length }, length + 1.5 * missing);
      }
    }
    return isProof && !estimates.isIncomplete() ? NONE : undefined;
  }

  /** The cost by the estimates; `undefined` if they find neither a completion nor a proof that there is none. */
  function costByRules(state: LexedState, at: number): number | undefined {
    for (const [estimates, most] of [
      [quick, FEW_VISITS],
      [exact, MOST_VISITS],
    ] as const) {
      const least = estimates.of(state, at);
      if (least === undefined) return undefined;
      if (least === NONE) return estimates.isIncomplete() ? undefined : NONE;
      const found = find(state, at, estimates, most);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  // The number of searches lexeme by lexeme that have failed since one succeeded.
  let misses = 0;
  function search(state: LexedState, at: number): number | undefined {
    const text = searched(state, at);
    const found = text !== undefined && keep(state, at, text) ? costs.get(keyOf(state, at)) : undefined;
    misses = found === undefined ? misses + 1 : 0;
    return found;
  }

  function decide(state: LexedState, at: number): number {
    const key = keyOf(state, at);
    // The rules of all pairs together take long to begin, and then answer fast for pairs that have no completion.
    const searchesFirst = !quick.isBegun() || misses < MOST_MISSES;
    const found = hasDeadRules(state)
      ? NONE
      : ((searchesFirst ? search(state, at) : undefined) ??
        costByRules(state, at) ??
        (searchesFirst ? undefined : search(state, at)));
    if (found === undefined) unproven.add(key);
    if (found === undefined || found === NONE) dead.add(key);
    return found ?? NONE;
  }

  return {
    cost(state, at) {
      if (dead.has(keyOf(state, at))) return NONE;
      return knownCost(state, at) ?? decide(state, at);
    },
    isUnproven: (state, at) => unproven.has(keyOf(state, at)),
    unproven: () => unproven.size,
  };
}

const keyOf = (state: LexedState, at: number): string => `${state};${at}`;
