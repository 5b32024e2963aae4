// The least that is missing to the end of a rule, for every rule state: the cheapest terminals, and the first of them.
//
// Dijkstra's algorithm over the reversed automata; an edge over a nonterminal counts once the cheapest text of that nonterminal
// is known (Knuth 1977, "A Generalization of Dijkstra's Algorithm").

import { createPriorityQueue } from "./priority-queue.js";
import type { ReversedRules } from "./reversed-rules.js";

/** Costs by rule state. */
export interface RuleEnds {
  /** Least cost of a terminal string that finishes the rule; `Infinity` when none does. */
  readonly cost: Float64Array;
  /** The first terminal of such a string; −1 where it is empty or there is none. */
  readonly first: Int32Array;
}

/** `costOf` gives the cost of each terminal, above 0. Cost: O(edges · log edges). */
export function leastRuleEnds(reversed: ReversedRules, costOf: (terminal: number) => number): RuleEnds {
  const { rules, terminals, calls, begins } = reversed;
  const { stateCount, startOf, final, callEdges, callLabel, callTarget } = rules;
  const cost = new Float64Array(stateCount).fill(Number.POSITIVE_INFINITY);
  const first = new Int32Array(stateCount).fill(-1);
  const settled = new Uint8Array(stateCount);
  const queue = createPriorityQueue();
  // Callers of each nonterminal: the source and the target of every edge over it.
  const callers: number[][] = Array.from({ length: startOf.length }, () => []);
  for (let q = 0; q < stateCount; q++) {
    for (let e = callEdges[q] as number; e < (callEdges[q + 1] as number); e++) {
      (callers[callLabel[e] as number] as number[]).push(q, callTarget[e] as number);
    }
  }

  function relax(q: number, value: number, terminal: number): void {
    if (value >= (cost[q] as number)) return;
    cost[q] = value;
    first[q] = terminal;
    queue.push(q, value);
  }

  for (let q = 0; q < stateCount; q++) if (final[q] === 1) relax(q, 0, -1);
  for (let q = queue.pop(); q >= 0; q = queue.pop()) {
    if (settled[q] === 1) continue;
    settled[q] = 1;
    const here = cost[q] as number;
    for (let e = terminals.offsets[q] as number; e < (terminals.offsets[q + 1] as number); e++) {
      const terminal = terminals.labels[e] as number;
      relax(terminals.sources[e] as number, here + costOf(terminal), terminal);
    }
    for (let e = calls.offsets[q] as number; e < (calls.offsets[q + 1] as number); e++) {
      const begin = startOf[calls.labels[e] as number] as number;
      if (settled[begin] === 1)
        relax(calls.sources[e] as number, here + (cost[begin] as number), first[begin] as number);
    }
    const rule = begins[q] as number;
    if (rule < 0) continue;
    const edges = callers[rule] as number[];
    for (let i = 0; i < edges.length; i += 2) {
      const target = edges[i + 1] as number;
      if (settled[target] === 1) relax(edges[i] as number, here + (cost[target] as number), first[q] as number);
    }
  }
  return { cost, first };
}
