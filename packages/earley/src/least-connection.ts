// The cheapest way from a left set to a suffix: some terminals w, as cheap as they come.
//
// Some pending rule is finished across the place where the suffix begins (crossings.ts), and what lies below it connects to where
// that leads (connections.ts); the rules above are finished by w alone (rule-ends.ts):
//
//     pending rules:  … ( below ) ( crossed by w·s ) ( finished by w ) ( finished by w )
//
//     least(q, origin) = min( least crossing (q, end) over ends that the level below connects to,
//                             least end of q's rule + least of the level below )
//
// That is a shortest path through the levels, searched best first (Dijkstra 1959): only crossings that could be cheaper than the
// answer are ever asked whether they connect. Levels on the path of an answer keep what is left of its cost, and where there is
// no answer, every level met keeps that.

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
  /** The cost of the cheapest w; `Infinity` when there is none. */
  cost(set: SetId, suffix: SuffixId): number;
  /** The first terminal of that w; −1 when it is empty or there is none. */
  first(set: SetId, suffix: SuffixId): number;
  /** Whether there is a w for every pending rule of `set` once that rule has ended. */
  belowAll(set: SetId, suffix: SuffixId): boolean;
  bytes(): number;
  /** Forgets everything. */
  clear(): void;
}

/** What is known about one suffix. */
interface Labels {
  readonly crossings: Crossings;
  /** (set, SETS) and (level, LEVELS) → index into `costs` and `firsts`. */
  readonly ids: PairTable;
  readonly costs: number[];
  readonly firsts: number[];
}

/** Labels of so many suffixes are kept; those of others are worked out again when they come back. */
const MOST_SUFFIXES = 256;

const SETS = 0;
const LEVELS = 1;

/** `costOf` gives the cost of each terminal, above 0. */
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

  // Asked about the same suffix again and again, as a rule.
  let last: SuffixId = -1;
  let lastLabels: Labels | undefined;

  function labels(suffix: SuffixId): Labels {
    if (lastLabels !== undefined && suffix === last) return lastLabels;
    let known = labelsOf.get(suffix);
    if (known === undefined) {
      const crossings = createCrossings(suffixes, suffix, ruleEnds, costOf);
      known = { crossings, ids: createPairTable(), costs: [], firsts: [] };
      // A map gives its keys in the order in which they came: the first is the one that has not been asked for longest.
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

  // The search. What waits in the queue: the next crossing of a pending rule, a level to look at, or one whose label is known; with
  // what it costs to come there, what more it costs at least, and the level that it was found in (an index into `met`; −1 for the set).
  const queue = createPriorityQueue();
  const kinds: number[] = [];
  const costs: number[] = [];
  const least: number[] = [];
  const parents: number[] = [];
  const states: number[] = [];
  /** Which of the state's crossings; for a level, the first terminal of what finishes the rule above it. */
  const details: number[] = [];
  const levels: LevelId[] = [];
  // Entries of the levels looked at, in order, and which those are.
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

  /** Queues what can become of a pending rule: being crossed, or being finished. */
  function offer(known: Labels, state: number, level: LevelId, cost: number, parent: number): void {
    const base = baseOf(state);
    offerCrossing(known.crossings, base, cost, parent, state, 0, level);
    const below = cost + ruleEnds.cost[base]!;
    const first = ruleEnds.first[base]!;
    const label = known.ids.get(level, LEVELS);
    const more = label < 0 ? 0 : known.costs[label]!;
    if (more < Number.POSITIVE_INFINITY) push(label < 0 ? LEVEL : LABEL, below, more, parent, state, first, level);
  }

  /** Queues the nth crossing of a state, found or not; nothing when there is none. */
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

  /** Whether anything connects below a level; its label is then known. */
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

  /** The entry that the search ends with; −1 when there is none, and then no level met leads anywhere. */
  function bestEntry(known: Labels, suffix: SuffixId): number {
    for (let entry = queue.pop(); entry >= 0; entry = queue.pop()) {
      if (kinds[entry] === CROSSING ? cross(known, entry) : look(known, entry, suffix)) return entry;
    }
    for (const entry of met) remember(known, levels[entry]!, LEVELS, Number.POSITIVE_INFINITY, -1);
    return -1;
  }

  /** Is this crossing found, and does it connect? If not, it or the next of its state comes back at its cost. */
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

  /** Does the search end at this level? If not, it goes on with what is pending there. */
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

  /** Gives labels to the levels on the way to the last entry; returns what the way costs, and its first terminal. */
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
