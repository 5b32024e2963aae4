// Finds the cheapest terminal string w that leads from an Earley set (the *left* set) to a suffix s.
//
// The pending rules form a stack. One of them contains the start of the suffix (crossings.ts). The rules below it
// (outside of it) must connect to the place in the suffix where that rule ends (connections.ts). The rules above it
// (inside it) are finished by w alone (rule-ends.ts):
//
//     pending rules:  … ( below ) ( crossed by w·s ) ( finished by w ) ( finished by w )
//
//     least(q, origin) = min( least crossing (q, end) over ends that the level below connects to,
//                             least end of q's rule + least of the level below )
//
// This is a shortest path through the levels, searched best first (Dijkstra 1959). A *level* is a pair (origin,
// nonterminal), which stands for the rules that wait for that nonterminal. The search tests whether a crossing connects
// only if it could be cheaper than the best answer so far. The levels on the path of the answer cache their remaining
// cost. If there is no answer, every visited level caches that.

import { createPairTable, type PairTable } from "@espalier/monitor";
import type { Chart, SetId } from "./chart.js";
import type { Connections, LevelId, StateMapping } from "./connections.js";
import { type Crossings, createCrossings } from "./crossings.js";
import { createPriorityQueue } from "./priority-queue.js";
import type { RuleAutomata } from "./rule-automata.js";
import { leastRuleEnds } from "./rule-ends.js";
import type { ChartRules } from "./rules.js";
import type { Suffixes, SuffixId } from "./suffixes.js";

export interface LeastConnections {
  /** Returns the cost of the cheapest w; `Infinity` if there is none. */
  cost(set: SetId, suffix: SuffixId): number;
  /** Returns the first terminal of that w; −1 if w is empty or does not exist. */
  first(set: SetId, suffix: SuffixId): number;
  /** Returns whether, for each pending rule of `set`, a w exists after that rule has ended. */
  belowAll(set: SetId, suffix: SuffixId): boolean;
  bytes(): number;
  /** Clears all tables. */
  clear(): void;
}

/** Cached results for one suffix. */
interface Labels {
  readonly crossings: Crossings;
  /** (set, SETS) and (level, LEVELS) → index into `costs` and `firsts`. */
  readonly ids: PairTable;
  readonly costs: number[];
  readonly firsts: number[];
}

/** The number of suffixes whose results are cached. Results of other suffixes are recomputed. */
const MOST_SUFFIXES = 256;

const SETS = 0;
const LEVELS = 1;

/** `costOf` returns the cost of each terminal, above 0. */
export function createLeastConnections(
  chart: Chart<RuleAutomata | ChartRules>,
  suffixes: Suffixes,
  connections: Connections,
  { baseOf, mayEnd }: StateMapping,
  costOf: (terminal: number) => number,
): LeastConnections {
  const ruleEnds = leastRuleEnds(suffixes.reversed, costOf);
  const labelsOf = new Map<SuffixId, Labels>();
  function bytes(): number {
    let sum = 0;
    for (const { crossings, ids, costs: list } of labelsOf.values())
      sum += crossings.bytes() + ids.bytes() + 16 * list.length;
    return sum;
  }

  // Most consecutive calls concern the same suffix.
  let last: SuffixId = -1;
  let lastLabels: Labels | undefined;

  function labels(suffix: SuffixId): Labels {
    if (lastLabels !== undefined && suffix === last) return lastLabels;
    let known = labelsOf.get(suffix);
    if (known === undefined) {
      const crossings = createCrossings(suffixes, suffix, ruleEnds, costOf);
      known = { crossings, ids: createPairTable(), costs: [], firsts: [] };
      // A Map iterates in insertion order, so the first key is the least recently used one.
      for (const oldest of labelsOf.size < MOST_SUFFIXES ? [] : labelsOf.keys()) {
        labelsOf.delete(oldest);
        break;
      }
    } else labelsOf.delete(suffix);
    labelsOf.set(suffix, known);
    last = suffix;
    lastLabels = known;
    return known;
  }

  function remember({ ids, costs, firsts }: Labels, id: number, kind: number, cost: number, first: number): number {
    ids.set(id, kind, costs.length);
    firsts.push(first);
    return costs.push(cost) - 1;
  }

  // The search queue. An entry is one of three things: the next crossing of a pending rule (a way to end that rule in
  // the suffix), a level (the pending rules that wait in one set for one nonterminal) to visit, or a level with a
  // cached result. Each entry has the cost of reaching it, a lower bound on the cost from there, and the level where it
  // was found (an index into `met`; −1 stands for the set where the search starts).
  const queue = createPriorityQueue();
  const kinds: number[] = [];
  const costs: number[] = [];
  const least: number[] = [];
  const parents: number[] = [];
  const states: number[] = [];
  /** The number of the crossing; for a level, the first terminal of the string that finishes the rule above it. */
  const details: number[] = [];
  const levels: LevelId[] = [];
  // The visited levels in order, as queue entries and as level ids.
  const met: number[] = [];
  const looked = createPairTable();

  const CROSSING = 0;
  const LEVEL = 1;
  const LABEL = 2;

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

  function search(known: Labels, set: SetId, suffix: SuffixId): number {
    if (chart.accepts(set) && suffixes.accepts(suffix)) return remember(known, set, SETS, 0, -1);
    begin();
    const items = chart.items(set);
    for (let i = 0; i < items.length; i += 2) {
      const state = items[i]!;
      offer(known, state, connections.levelOf(state, items[i + 1]!), 0, -1);
    }
    const last = bestEntry(known, suffix);
    if (last >= 0) {
      const { total, first } = settle(known, last);
      return remember(known, set, SETS, total, first);
    }
    return remember(known, set, SETS, Number.POSITIVE_INFINITY, -1);
  }

  /** Whether anything connects below a level. The result is cached. */
  function below(known: Labels, level: LevelId, suffix: SuffixId): boolean {
    if (known.ids.get(level, LEVELS) < 0) {
      begin();
      push(LEVEL, 0, 0, -1, 0, -1, level);
      const last = bestEntry(known, suffix);
      if (last >= 0) settle(known, last);
    }
    return known.costs[known.ids.get(level, LEVELS)]! < Number.POSITIVE_INFINITY;
  }

  function begin(): void {
    queue.clear();
    for (const list of [kinds, costs, least, parents, states, details, levels, met]) list.length = 0;
    looked.clear();
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
  function settle(known: Labels, last: number): { readonly total: number; readonly first: number } {
    const level = levels[last]!;
    let total = costs[last]!;
    let first = -1;
    if (kinds[last] === CROSSING) {
      const at = known.crossings.nth(baseOf(states[last]!), details[last]!);
      total += known.crossings.cost(at);
      first = known.crossings.first(at);
    } else {
      if (kinds[last] === LABEL) {
        const label = known.ids.get(level, LEVELS);
        total += known.costs[label]!;
        first = known.firsts[label]!;
      } else remember(known, level, LEVELS, 0, -1);
      if (details[last]! >= 0) first = details[last]!;
    }
    for (let at = parents[last]!; at >= 0; ) {
      const entry = met[at]!;
      remember(known, levels[entry]!, LEVELS, total - costs[entry]!, first);
      if (details[entry]! >= 0) first = details[entry]!;
      at = parents[entry]!;
    }
    return { total, first };
  }

  function label(known: Labels, set: SetId, suffix: SuffixId): number {
    const made = known.ids.get(set, SETS);
    return made >= 0 ? made : search(known, set, suffix);
  }

  return {
    cost(set: SetId, suffix: SuffixId): number {
      const known = labels(suffix);
      return known.costs[label(known, set, suffix)]!;
    },
    first(set: SetId, suffix: SuffixId): number {
      const known = labels(suffix);
      return known.firsts[label(known, set, suffix)]!;
    },
    belowAll(set: SetId, suffix: SuffixId): boolean {
      const known = labels(suffix);
      const items = chart.items(set);
      for (let i = 0; i < items.length; i += 2) {
        if (!below(known, connections.levelOf(items[i]!, items[i + 1]!), suffix)) return false;
      }
      return true;
    },
    bytes(): number {
      return bytes();
    },
    clear(): void {
      labelsOf.clear();
      lastLabels = undefined;
    },
  };
}
