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
import { type Connections, type LevelId, outOfBytes, type StateMapping } from "./connections.js";
import { type Crossings, findCrossings } from "./crossings.js";
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
  readonly bytes: number;
}

/** What is known about one suffix. */
interface Labels {
  readonly crossings: Crossings;
  /** (set, SETS) and (level, LEVELS) → index into `costs` and `firsts`. */
  readonly ids: PairTable;
  readonly costs: number[];
  readonly firsts: number[];
}

const SETS = 0;
const LEVELS = 1;

/** `costOf` gives the cost of each terminal, above 0. */
export function createLeastConnections(
  chart: Chart<RuleAutomata | ChartRules>,
  suffixes: Suffixes,
  connections: Connections,
  { baseOf, mayEnd }: StateMapping,
  costOf: (terminal: number) => number,
  mostBytes: number,
): LeastConnections {
  const ruleEnds = leastRuleEnds(suffixes.reversed, costOf);
  const labelsOf = new Map<SuffixId, Labels>();
  let crossingBytes = 0;

  function bytes(): number {
    let sum = crossingBytes;
    for (const { ids, costs: list } of labelsOf.values()) sum += ids.bytes + 16 * list.length;
    return sum;
  }

  function labels(suffix: SuffixId): Labels {
    let known = labelsOf.get(suffix);
    if (known === undefined) {
      if (bytes() > mostBytes) throw outOfBytes(mostBytes);
      const crossings = findCrossings(suffixes, suffix, ruleEnds, costOf);
      crossingBytes += crossings.bytes;
      known = { crossings, ids: createPairTable(), costs: [], firsts: [] };
      labelsOf.set(suffix, known);
    }
    return known;
  }

  function remember({ ids, costs, firsts }: Labels, id: number, kind: number, cost: number, first: number): number {
    ids.set(id, kind, costs.length);
    firsts.push(first);
    return costs.push(cost) - 1;
  }

  // The search. What waits in the queue: a crossing of a pending rule, a level to look at, or one whose label is known; with what it
  // costs to come there, and the level that it was found in (an index into `met`; −1 for the set itself).
  const queue = createPriorityQueue();
  const kinds: number[] = [];
  const costs: number[] = [];
  const parents: number[] = [];
  /** A crossing's left rule state, and its index; the first terminal that finishes the rule above a level. */
  const states: number[] = [];
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
    parent: number,
    state: number,
    detail: number,
    level: LevelId,
    priority: number,
  ) {
    queue.push(kinds.length, priority);
    kinds.push(kind);
    costs.push(cost);
    parents.push(parent);
    states.push(state);
    details.push(detail);
    levels.push(level);
  }

  /** Queues what can become of a pending rule: being crossed, or being finished. */
  function offer(
    { crossings, ids, costs: known }: Labels,
    state: number,
    level: LevelId,
    cost: number,
    parent: number,
  ): void {
    const base = baseOf(state);
    const at = crossings.offsets[base] as number;
    if (at < (crossings.offsets[base + 1] as number)) {
      push(CROSSING, cost, parent, state, at, level, cost + (crossings.costs[at] as number));
    }
    const below = cost + (ruleEnds.cost[base] as number);
    const first = ruleEnds.first[base] as number;
    const label = ids.get(level, LEVELS);
    if (label < 0) push(LEVEL, below, parent, state, first, level, below);
    else if ((known[label] as number) < Number.POSITIVE_INFINITY) {
      push(LABEL, below, parent, state, first, level, below + (known[label] as number));
    }
  }

  function search(known: Labels, set: SetId, suffix: SuffixId): number {
    if (chart.accepts(set) && suffixes.accepts(suffix)) return remember(known, set, SETS, 0, -1);
    queue.clear();
    for (const list of [kinds, costs, parents, states, details, levels, met]) list.length = 0;
    looked.clear();
    const items = chart.items(set);
    for (let i = 0; i < items.length; i += 2) {
      const state = items[i] as number;
      offer(known, state, connections.levelOf(state, items[i + 1] as SetId), 0, -1);
    }
    for (let entry = queue.pop(); entry >= 0; entry = queue.pop()) {
      const found = kinds[entry] === CROSSING ? cross(known, entry) : look(known, entry, suffix);
      if (!found) continue;
      return settle(known, set, entry);
    }
    for (const entry of met) remember(known, levels[entry] as LevelId, LEVELS, Number.POSITIVE_INFINITY, -1);
    return remember(known, set, SETS, Number.POSITIVE_INFINITY, -1);
  }

  /** Does this crossing connect? If not, the next of its state may. */
  function cross({ crossings }: Labels, entry: number): boolean {
    const at = details[entry] as number;
    const state = states[entry] as number;
    const level = levels[entry] as LevelId;
    const end = crossings.ends[at] as SuffixId;
    if (mayEnd(state, end) && connections.connects(level, end)) return true;
    if (at + 1 < (crossings.offsets[baseOf(state) + 1] as number)) {
      const cost = costs[entry] as number;
      push(CROSSING, cost, parents[entry] as number, state, at + 1, level, cost + (crossings.costs[at + 1] as number));
    }
    return false;
  }

  /** Does the search end at this level? If not, it goes on with what is pending there. */
  function look(known: Labels, entry: number, suffix: SuffixId): boolean {
    const level = levels[entry] as LevelId;
    if (kinds[entry] === LABEL) return true;
    if (looked.get(level, 0) >= 0) return false;
    looked.set(level, 0, 1);
    const parent = met.push(entry) - 1;
    if (connections.accepts(level) && suffixes.accepts(suffix)) return true;
    const steps = connections.steps(level);
    for (let i = 0; i < steps.length; i += 3) {
      offer(known, steps[i + 1] as number, steps[i + 2] as LevelId, costs[entry] as number, parent);
    }
    return false;
  }

  /** Gives labels to the set and to the levels on the way to the last entry; returns the index of the set's. */
  function settle(known: Labels, set: SetId, last: number): number {
    const level = levels[last] as LevelId;
    let total = costs[last] as number;
    let first = -1;
    if (kinds[last] === CROSSING) {
      const at = details[last] as number;
      total += known.crossings.costs[at] as number;
      first = known.crossings.firsts[at] as number;
    } else {
      if (kinds[last] === LABEL) {
        const label = known.ids.get(level, LEVELS);
        total += known.costs[label] as number;
        first = known.firsts[label] as number;
      } else remember(known, level, LEVELS, 0, -1);
      if ((details[last] as number) >= 0) first = details[last] as number;
    }
    for (let at = parents[last] as number; at >= 0; ) {
      const entry = met[at] as number;
      remember(known, levels[entry] as LevelId, LEVELS, total - (costs[entry] as number), first);
      if ((details[entry] as number) >= 0) first = details[entry] as number;
      at = parents[entry] as number;
    }
    return remember(known, set, SETS, total, first);
  }

  function label(known: Labels, set: SetId, suffix: SuffixId): number {
    const made = known.ids.get(set, SETS);
    return made >= 0 ? made : search(known, set, suffix);
  }

  return {
    cost(set: SetId, suffix: SuffixId): number {
      const known = labels(suffix);
      return known.costs[label(known, set, suffix)] as number;
    },
    first(set: SetId, suffix: SuffixId): number {
      const known = labels(suffix);
      return known.firsts[label(known, set, suffix)] as number;
    },
    get bytes(): number {
      return bytes();
    },
  };
}
