// The search for the cheapest connection (least-connection.ts): a queue of entries, taken out best first (Dijkstra
// 1959). An entry is one of three things: the next crossing of a pending rule (a way to end that rule in the suffix), a
// level (the pending rules that wait in one set for one nonterminal) to visit, or a level with a cached result. The
// search tests whether a crossing connects only if it could be cheaper than the best answer so far.

import { createPairTable } from "@espalier/monitor";
import { type Labels, LEVELS, remember } from "./connection-labels.js";
import type { Connections, StateMapping } from "./connections.js";
import type { Crossings } from "./crossings.js";
import type { LevelId } from "./levels.js";
import { createPriorityQueue } from "./priority-queue.js";
import type { RuleEnds } from "./rule-ends.js";
import type { Suffixes, SuffixId } from "./suffixes.js";

/** The cheapest terminal string that connects. */
export interface Cheapest {
  readonly cost: number;
  /** Its first terminal; −1 if it is empty. */
  readonly first: number;
}

/** A search, which is used again for each question. */
export interface ConnectionSearch {
  /** Removes all entries. */
  begin(): void;
  /** Adds a pending rule of the set where the search starts. */
  addRule(labels: Labels, state: number, level: LevelId): void;
  /** Adds a level where the search starts. */
  addLevel(level: LevelId): void;
  /**
   * Searches with what has been added. The levels on the path of the answer cache their remaining cost. If there is no
   * answer, every visited level caches that.
   */
  run(labels: Labels, suffix: SuffixId): Cheapest | undefined;
}

const CROSSING = 0;
const LEVEL = 1;
const LABEL = 2;

export function createConnectionSearch(
  suffixes: Suffixes,
  connections: Connections,
  { baseOf, mayEnd }: StateMapping,
  ruleEnds: RuleEnds,
): ConnectionSearch {
  // The entries, by index.
  const queue = createPriorityQueue();
  const kinds: number[] = [];
  /** The cost of reaching the entry, and a lower bound on the cost from there. */
  const costs: number[] = [];
  const least: number[] = [];
  /** The level where the entry was found, as an index into `met`; −1 stands for where the search starts. */
  const parents: number[] = [];
  const states: number[] = [];
  /** The number of the crossing; for a level, the first terminal of the string that finishes the rule above it. */
  const details: number[] = [];
  const levels: LevelId[] = [];
  /** The visited levels in order, as entries; and as ids. */
  const met: number[] = [];
  const looked = createPairTable();

  function push(
    kind: number,
    cost: number,
    more: number,
    parent: number,
    state: number,
    detail: number,
    level: LevelId,
  ) {
    queue.push(kinds.length, cost + more);
    kinds.push(kind);
    costs.push(cost);
    least.push(more);
    parents.push(parent);
    states.push(state);
    details.push(detail);
    levels.push(level);
  }

  /** Queues both ways to continue a pending rule: a crossing, or finishing the rule. */
  function offer(known: Labels, state: number, level: LevelId, cost: number, parent: number): void {
    const base = baseOf(state);
    offerCrossing(known.crossings, base, cost, parent, state, 0, level);
    const below = cost + ruleEnds.cost[base]!;
    const first = ruleEnds.first[base]!;
    const label = known.ids.get(level, LEVELS);
    const more = label < 0 ? 0 : known.costs[label]!;
    if (more < Number.POSITIVE_INFINITY) push(label < 0 ? LEVEL : LABEL, below, more, parent, state, first, level);
  }

  /** Queues the nth crossing of a state, whether or not it has been found; nothing if it does not exist. */
  function offerCrossing(
    crossings: Crossings,
    base: number,
    cost: number,
    parent: number,
    state: number,
    n: number,
    level: LevelId,
  ): void {
    const at = crossings.nth(base, n);
    const more = at >= 0 ? crossings.cost(at) : crossings.frontier();
    if (more < Number.POSITIVE_INFINITY) push(CROSSING, cost, more, parent, state, n, level);
  }

  /** Returns the entry with which the search ends; −1 if there is none, and then no visited level connects. */
  function bestEntry(known: Labels, suffix: SuffixId): number {
    for (let entry = queue.pop(); entry >= 0; entry = queue.pop()) {
      if (kinds[entry] === CROSSING ? cross(known, entry) : look(known, entry, suffix)) return entry;
    }
    for (const entry of met) remember(known, levels[entry]!, LEVELS, Number.POSITIVE_INFINITY, -1);
    return -1;
  }

  /** Whether this crossing is found and connects. If not, queues it again, or the next one of its state. */
  function cross({ crossings }: Labels, entry: number): boolean {
    const state = states[entry]!;
    const level = levels[entry]!;
    const n = details[entry]!;
    const base = baseOf(state);
    let at = crossings.nth(base, n);
    if (at < 0) {
      crossings.findUpTo(least[entry]!);
      at = crossings.nth(base, n);
    }
    const due = at >= 0 && crossings.cost(at) <= least[entry]!;
    if (due && mayEnd(state, crossings.end(at)) && connections.connects(level, crossings.end(at))) return true;
    const next = due ? n + 1 : n;
    offerCrossing(crossings, base, costs[entry]!, parents[entry]!, state, next, level);
    return false;
  }

  /** Whether the search ends at this level. If not, queues its pending rules. */
  function look(known: Labels, entry: number, suffix: SuffixId): boolean {
    const level = levels[entry]!;
    if (kinds[entry] === LABEL) return true;
    if (looked.get(level, 0) >= 0) return false;
    looked.set(level, 0, 1);
    const parent = met.push(entry) - 1;
    if (connections.accepts(level) && suffixes.accepts(suffix)) return true;
    const steps = connections.steps(level);
    for (let i = 0; i < steps.length; i += 3) {
      offer(known, steps[i + 1]!, steps[i + 2]!, costs[entry]!, parent);
    }
    return false;
  }

  /** Caches the results of the levels on the path to the last entry. Returns the total cost and the first terminal. */
  function settle(known: Labels, last: number): Cheapest {
    const level = levels[last]!;
    let cost = costs[last]!;
    let first = -1;
    if (kinds[last] === CROSSING) {
      const at = known.crossings.nth(baseOf(states[last]!), details[last]!);
      cost += known.crossings.cost(at);
      first = known.crossings.first(at);
    } else {
      if (kinds[last] === LABEL) {
        const label = known.ids.get(level, LEVELS);
        cost += known.costs[label]!;
        first = known.firsts[label]!;
      } else remember(known, level, LEVELS, 0, -1);
      if (details[last]! >= 0) first = details[last]!;
    }
    for (let at = parents[last]!; at >= 0; ) {
      const entry = met[at]!;
      remember(known, levels[entry]!, LEVELS, cost - costs[entry]!, first);
      if (details[entry]! >= 0) first = details[entry]!;
      at = parents[entry]!;
    }
    return { cost, first };
  }

  return {
    begin(): void {
      queue.clear();
      for (const list of [kinds, costs, least, parents, states, details, levels, met]) list.length = 0;
      looked.clear();
    },
    addRule: (known: Labels, state: number, level: LevelId): void => offer(known, state, level, 0, -1),
    addLevel: (level: LevelId): void => push(LEVEL, 0, 0, -1, 0, -1, level),
    run(known: Labels, suffix: SuffixId): Cheapest | undefined {
      const last = bestEntry(known, suffix);
      return last < 0 ? undefined : settle(known, last);
    },
  };
}
