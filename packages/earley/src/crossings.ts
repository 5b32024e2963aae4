// Which rules can be finished across the place where a suffix begins, and at what cost.
//
// A crossing (q, end) of a suffix says: from rule state q on, some terminal string w followed by what lies between the beginning of the
// suffix and `end` finishes the rule. Where w is empty these are the suffix's items; from there costs grow backwards through rules,
// and a rule that is crossed from its very start takes the place of a nonterminal in the rules around it, which go on into the
// suffix. Dijkstra's algorithm over (state, end); only ends that items lead to are ever met.

import { createPairTable } from "@espalier/monitor";
import type { IntegerSetId } from "./integer-sets.js";
import { createPriorityQueue } from "./priority-queue.js";
import type { RuleEnds } from "./rule-ends.js";
import type { Suffixes, SuffixId } from "./suffixes.js";

/** The crossings of one suffix. Those of state q lie at `[offsets[q], offsets[q + 1])`, the cheapest first. */
export interface Crossings {
  readonly offsets: Int32Array;
  readonly ends: Int32Array;
  /** Cost of w. */
  readonly costs: Float64Array;
  /** The first terminal of w; −1 when w is empty. */
  readonly firsts: Int32Array;
  readonly bytes: number;
}

/** `costOf` gives the cost of each terminal, above 0; `ruleEnds` belongs to it. Cost: O(c · log c) for c crossings and the edges into them. */
export function findCrossings(
  suffixes: Suffixes,
  suffix: SuffixId,
  ruleEnds: RuleEnds,
  costOf: (terminal: number) => number,
): Crossings {
  const { terminals, calls, begins, rules } = suffixes.reversed;
  const ids = createPairTable();
  const states: number[] = [];
  const ends: number[] = [];
  const costs: number[] = [];
  const firsts: number[] = [];
  const settled: number[] = [];
  const order: number[] = [];
  const queue = createPriorityQueue();

  function relax(q: number, end: SuffixId, cost: number, first: number): void {
    let id = ids.get(q, end);
    if (id < 0) {
      id = states.length;
      ids.set(q, end, id);
      states.push(q);
      ends.push(end);
      costs.push(cost);
      firsts.push(first);
      settled.push(0);
    } else if (cost < (costs[id] as number)) {
      costs[id] = cost;
      firsts[id] = first;
    } else return;
    queue.push(id, cost);
  }

  for (let i = 0; i < suffixes.endCount(suffix); i++) {
    const end = suffixes.endAt(suffix, i);
    for (const q of suffixes.moves.states.members(suffixes.statesAt(suffix, i))) relax(q, end, 0, -1);
  }
  for (let id = queue.pop(); id >= 0; id = queue.pop()) {
    if (settled[id] === 1) continue;
    settled[id] = 1;
    order.push(id);
    const q = states[id] as number;
    const end = ends[id] as SuffixId;
    const cost = costs[id] as number;
    for (let e = terminals.offsets[q] as number; e < (terminals.offsets[q + 1] as number); e++) {
      const terminal = terminals.labels[e] as number;
      relax(terminals.sources[e] as number, end, cost + costOf(terminal), terminal);
    }
    for (let e = calls.offsets[q] as number; e < (calls.offsets[q + 1] as number); e++) {
      const begin = rules.startOf[calls.labels[e] as number] as number;
      relax(calls.sources[e] as number, end, cost + (ruleEnds.cost[begin] as number), ruleEnds.first[begin] as number);
    }
    const rule = begins[q] as number;
    if (rule < 0) continue;
    const around = suffixes.completion(end, rule);
    for (let i = 0; i < around.length; i += 2) {
      for (const p of suffixes.moves.states.members(around[i + 1] as IntegerSetId)) {
        relax(p, around[i] as SuffixId, cost, firsts[id] as number);
      }
    }
  }

  // Sorted by state; within a state, settled in ascending order of cost.
  const offsets = new Int32Array(rules.stateCount + 1);
  for (const q of states) offsets[q + 1] = (offsets[q + 1] as number) + 1;
  for (let q = 0; q < rules.stateCount; q++) offsets[q + 1] = (offsets[q + 1] as number) + (offsets[q] as number);
  const next = offsets.slice();
  const count = states.length;
  const result = { ends: new Int32Array(count), costs: new Float64Array(count), firsts: new Int32Array(count) };
  for (const id of order) {
    const q = states[id] as number;
    const at = next[q] as number;
    next[q] = at + 1;
    result.ends[at] = ends[id] as number;
    result.costs[at] = costs[id] as number;
    result.firsts[at] = firsts[id] as number;
  }
  return { ...result, offsets, bytes: offsets.byteLength + 16 * count };
}
