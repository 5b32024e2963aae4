// Finds the rules that a suffix can finish after some inserted terminals, and the cost of those terminals.
//
// A *crossing* is a rule that begins before the suffix and ends inside it. It is a pair (q, end): from state q of the
// rule, some terminal string w, followed by the suffix up to `end`, finishes the rule. With an empty w, the crossings
// are the items of the suffix. From these, the search goes backwards through the rules and adds the cost of each
// terminal to w. When it reaches the start of a rule, that rule serves as a nonterminal in the rules around it, and
// these extend further into the suffix. The search is Dijkstra's algorithm over (state, end). It runs only as far as
// callers need, because most gaps close after a few terminals and most crossings cost more.

import { createPairTable } from "@espalier/monitor";
import { createPriorityQueue } from "./priority-queue.js";
import type { RuleEnds } from "./rule-ends.js";
import type { Suffixes, SuffixId } from "./suffixes.js";

/** The crossings of one suffix, computed on demand. */
export interface Crossings {
  /** Returns a lower bound on the cost of all crossings not found yet; `Infinity` if all are found. */
  frontier(): number;
  /** Finds all crossings that cost at most `cost`. */
  findUpTo(cost: number): void;
  /** Returns the nth cheapest crossing of a rule state, from 0; −1 if it is not found yet or does not exist. */
  nth(state: number, n: number): number;
  /** Returns the part of the suffix after the rule. */
  end(crossing: number): SuffixId;
  /** Returns the cost of w. */
  cost(crossing: number): number;
  /** Returns the first terminal of w; −1 if w is empty. */
  first(crossing: number): number;
  bytes(): number;
}

/**
 * `costOf` returns the cost of a terminal, which must be greater than 0. `ruleEnds` must use the same costs. Running
 * time: O(c · log c) for c crossings (rules that begin before the suffix and end in it) and their incoming edges.
 */
export function createCrossings(
  suffixes: Suffixes,
  suffix: SuffixId,
  ruleEnds: RuleEnds,
  costOf: (terminal: number) => number,
): Crossings {
  const { terminals, calls, begins, rules } = suffixes.reversed;
  const ids = createPairTable();
  const states: number[] = [];
  const ends: SuffixId[] = [];
  const costs: number[] = [];
  const firsts: number[] = [];
  const settled: boolean[] = [];
  const queue = createPriorityQueue();
  /** The crossings of each state, cheapest first. */
  const found = new Map<number, number[]>();

  function relax(q: number, end: SuffixId, cost: number, first: number): void {
    let id = ids.get(q, end);
    if (id < 0) {
      id = states.length;
      ids.set(q, end, id);
      states.push(q);
      ends.push(end);
      costs.push(cost);
      firsts.push(first);
      settled.push(false);
    } else if (cost < costs[id]!) {
      costs[id] = cost;
      firsts[id] = first;
    } else return;
    queue.push(id, cost);
  }

  function settle(id: number): void {
    settled[id] = true;
    const q = states[id]!;
    const end = ends[id]!;
    const cost = costs[id]!;
    const known = found.get(q);
    if (known === undefined) found.set(q, [id]);
    else known.push(id);
    for (let e = terminals.offsets[q]!; e < terminals.offsets[q + 1]!; e++) {
      const terminal = terminals.labels[e]!;
      relax(terminals.sources[e]!, end, cost + costOf(terminal), terminal);
    }
    for (let e = calls.offsets[q]!; e < calls.offsets[q + 1]!; e++) {
      const begin = rules.startOf[calls.labels[e]!]!;
      const first = ruleEnds.first[begin]!;
      relax(calls.sources[e]!, end, cost + ruleEnds.cost[begin]!, first);
    }
    const rule = begins[q]!;
    if (rule < 0) return;
    const around = suffixes.completion(end, rule);
    for (let i = 0; i < around.length; i += 2) {
      for (const p of suffixes.moves.states.members(around[i + 1]!)) {
        relax(p, around[i]!, cost, firsts[id]!);
      }
    }
  }

  for (let i = 0; i < suffixes.endCount(suffix); i++) {
    const end = suffixes.endAt(suffix, i);
    for (const q of suffixes.moves.states.members(suffixes.statesAt(suffix, i))) relax(q, end, 0, -1);
  }
  return {
    frontier: queue.peek,
    findUpTo(cost: number): void {
      while (queue.peek() <= cost && queue.peek() < Number.POSITIVE_INFINITY) {
        const id = queue.pop();
        if (settled[id] === false) settle(id);
      }
    },
    nth: (state: number, n: number): number => found.get(state)?.[n] ?? -1,
    end: (crossing: number): SuffixId => ends[crossing]!,
    cost: (crossing: number): number => costs[crossing]!,
    first: (crossing: number): number => firsts[crossing]!,
    bytes(): number {
      return ids.bytes() + 72 * states.length + 64 * found.size;
    },
  };
}
