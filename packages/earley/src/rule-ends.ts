// For every rule state, the cheapest terminal string that finishes the rule: its cost and its first terminal.
//
// Dijkstra's algorithm over the reversed automata. An edge over a nonterminal counts once the cheapest text of that
// nonterminal is known (Knuth 1977, "A Generalization of Dijkstra's Algorithm").

import { createPriorityQueue } from "./priority-queue.js";
import type { ReversedRules } from "./reversed-rules.js";

/** Costs by rule state. */
export interface RuleEnds {
  /** The least cost of a terminal string that finishes the rule; `Infinity` if there is none. */
  readonly cost: Float64Array;
  /** The first terminal of such a string; −1 if it is empty or does not exist. */
  readonly first: Int32Array;
}

/** `costOf` returns the cost of each terminal, above 0. Cost: O(edges · log edges). */
export function leastRuleEnds(reversed: ReversedRules, costOf: (terminal: number) => number): RuleEnds {
  const { rules, terminals, calls, begins } = reversed;
  const { stateCount, startOf, final, callEdges, callLabel, callTarget } = rules;
  const cost = new Float64Array(stateCount).fill(Number.POSITIVE_INFINITY);
  const first = new Int32Array(stateCount).fill(-1);
  const settled = new Uint8Array(stateCount);
  const queue = createPriorityQueue();
  // For each nonterminal, the source and target of every edge over it.
  const callers: number[][] = Array.from({ length: startOf.length }, () => []);
  for (let q = 0; q < stateCount; q++) {
    for (let e = callEdges[q]!; e < callEdges[q + 1]!; e++) {
      callers[callLabel[e]!]!.push(q, callTarget[e]!);
    }
  }

  function relax(q: number, value: number, terminal: number): void {
    if (value >= cost[q]!) return;
    cost[q] = value;
    first[q] = terminal;
    queue.push(q, value);
  }

  for (let q = 0; q < stateCount; q++) if (final[q] === 1) relax(q, 0, -1);
  for (let q = queue.pop(); q >= 0; q = queue.pop()) {
    if (settled[q] === 1) continue;
    settled[q] = 1;
    const here = cost[q]!;
    for (let e = terminals.offsets[q]!; e < terminals.offsets[q + 1]!; e++) {
      const terminal = terminals.labels[e]!;
      relax(terminals.sources[e]!, here + costOf(terminal), terminal);
    }
    for (let e = calls.offsets[q]!; e < calls.offsets[q + 1]!; e++) {
      const begin = startOf[calls.labels[e]!]!;
      if (settled[begin] === 1) relax(calls.sources[e]!, here + cost[begin]!, first[begin]!);
    }
    const rule = begins[q]!;
    if (rule < 0) continue;
    const edges = callers[rule]!;
    for (let i = 0; i < edges.length; i += 2) {
      const target = edges[i + 1]!;
      if (settled[target] === 1) relax(edges[i]!, here + cost[target]!, first[q]!);
    }
  }
  return { cost, first };
}
