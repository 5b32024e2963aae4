// Which rules can be finished across the place where a suffix begins, and at what cost.
//
// A crossing (q, end) of a suffix says: from rule state q on, some terminal string w followed by what lies between the beginning of the
// suffix and `end` finishes the rule. Where w is empty these are the suffix's items; from there costs grow backwards through rules,
// and a rule that is crossed from its very start takes the place of a nonterminal in the rules around it, which go on into the
// suffix. Dijkstra's algorithm over (state, end), halted where nobody asks for more: most gaps are closed by a few terminals, and
// most crossings cost more.

import { createPairTable } from "@espalier/monitor";
import { createPriorityQueue } from "./priority-queue.js";
import type { RuleEnds } from "./rule-ends.js";
import type { Suffixes, SuffixId } from "./suffixes.js";

/** The crossings of one suffix, found as far as they are needed. */
export interface Crossings {
  /** No crossing that is not found yet costs less; `Infinity` when all are found. */
  frontier(): number;
  /** Finds all that cost at most `cost`. */
  findUpTo(cost: number): void;
  /** The nth cheapest crossing of a rule state, from 0 on; −1 when it is not found or there is none. */
  nth(state: number, n: number): number;
  /** What is left of the suffix behind the rule. */
  end(crossing: number): SuffixId;
  /** Cost of w. */
  cost(crossing: number): number;
  /** The first terminal of w; −1 when w is empty. */
  first(crossing: number): number;
  bytes(): number;
}

/** `costOf` gives the cost of each terminal, above 0; `ruleEnds` belongs to it. Cost: O(c · log c) for c crossings and the edges into them. */
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
  /** By state: its crossings, the cheapest first. */
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
