// The right quotient of a language by a suffix, L/s, read as labels on the left chart's sets.
//
// No grammar is built and nothing is parsed again when the suffix changes. A left item (rule state q, origin) and a suffix item
// (q, end) make a whole rule; what lies below must connect to `end` (connections.ts). Where the text does not connect yet, some
// terminal string w has to come between, and one of the pending rules is finished across the place where the suffix
// begins (crossings.ts), those above it by w alone (rule-ends.ts):
//
//     pending rules:  … ( below ) ( crossed by w·s ) ( finished by w ) ( finished by w )
//
//     least(q, origin) = min( least crossing (q, end) over ends that the level below connects to,
//                             least end of q's rule + least of the level below )
//
// The second line is a least fixpoint in (min, +), solved once for every level and suffix, from the oldest set upwards.

import { createPairTable, type PairTable } from "@espalier/monitor";
import type { Chart, SetId } from "./chart.js";
import { createConnections, type LevelId, type StateMapping } from "./connections.js";
import { type Crossings, findCrossings } from "./crossings.js";
import { ChartLimitError, DEFAULT_CHART_LIMITS } from "./limits.js";
import type { RuleAutomata } from "./rule-automata.js";
import { leastRuleEnds } from "./rule-ends.js";
import type { ChartRules } from "./rules.js";
import type { SuffixChart, SuffixId } from "./suffix-chart.js";

/** How a left chart and suffixes go together. Everything is optional where both share their rules. */
export interface RightQuotientOptions extends Partial<StateMapping> {
  /** Least weight of each terminal, an integer ≥ 0: bytes of its shortest spelling. 1 by default. */
  readonly weight?: (terminal: number) => number;
  /** Bytes that labels may hold; as {@link ChartLimits} by default. */
  readonly bytes?: number;
}

/** Labels of left sets, by suffix. Each is worked out once; none depends on another suffix or another text. */
export interface RightQuotient {
  /** Is a text that leads to `set`, followed by `suffix`, in the language? */
  complete(set: SetId, suffix: SuffixId): boolean;
  /** Is it, with some terminals in between? */
  viable(set: SetId, suffix: SuffixId): boolean;
  /** The least weight of such terminals; `Infinity` when there are none. */
  least(set: SetId, suffix: SuffixId): number;
  /**
   * The first terminal of a lightest string that connects, of fewest terminals among those; −1 when that is the empty string
   * or there is none. Scanned again and again it leads to a complete set.
   */
  next(set: SetId, suffix: SuffixId): number;
  /** Bytes held by the labels. */
  readonly bytes: number;
}

/** Internal costs count terminals behind the weight, so that every terminal costs something and the shortest of equals wins. */
const WEIGHT = 2 ** 24;

/** What is known about one suffix. */
interface Labels {
  readonly crossings: Crossings;
  /** Set or level → index into `costs` and `firsts`. */
  readonly sets: PairTable;
  readonly costs: number[];
  readonly firsts: number[];
}

const SETS = 0;
const LEVELS = 1;

/**
 * Labels for the sets of `chart` by the suffixes of `suffixes`, which are over the same terminals and, but for
 * {@link StateMapping.baseOf}, over the same rules.
 *
 * @throws ChartLimitError from any method when labels pass `options.bytes`.
 * @throws RangeError when a weight is not an integer ≥ 0.
 */
export function createRightQuotient(
  chart: Chart<RuleAutomata | ChartRules>,
  suffixes: SuffixChart,
  options: RightQuotientOptions = {},
): RightQuotient {
  const { baseOf = (state) => state, mayEnd = () => true, bytes: mostBytes = DEFAULT_CHART_LIMITS.bytes } = options;
  const terminalCosts = suffixes.rules.terminals.map((name, terminal) => {
    const weight = options.weight?.(terminal) ?? 1;
    if (!Number.isInteger(weight) || weight < 0)
      throw new RangeError(`the weight of terminal ${terminal}, "${name}", is ${weight}, not an integer of at least 0`);
    return weight * WEIGHT + 1;
  });
  const costOf = (terminal: number): number => terminalCosts[terminal] as number;
  const ruleEnds = leastRuleEnds(suffixes.reversed, costOf);
  const connections = createConnections(chart, suffixes, { baseOf, mayEnd });
  const labelsOf = new Map<SuffixId, Labels>();
  let crossingBytes = 0;

  function bytes(): number {
    let sum = connections.bytes + crossingBytes;
    for (const { sets, costs } of labelsOf.values()) sum += sets.bytes + 16 * costs.length;
    return sum;
  }

  function labels(suffix: SuffixId): Labels {
    let known = labelsOf.get(suffix);
    if (known === undefined) {
      const held = bytes();
      if (held > mostBytes) {
        throw new ChartLimitError("bytes", mostBytes, "release the quotient and make a fresh one, or raise the limit");
      }
      const crossings = findCrossings(suffixes, suffix, ruleEnds, costOf);
      crossingBytes += crossings.bytes;
      known = { crossings, sets: createPairTable(), costs: [], firsts: [] };
      labelsOf.set(suffix, known);
    }
    return known;
  }

  function complete(set: SetId, suffix: SuffixId): boolean {
    if (chart.accepts(set) && suffixes.accepts(suffix)) return true;
    const left = chart.items(set);
    for (let i = 0; i < left.length; i += 2) {
      const state = left[i] as number;
      const base = baseOf(state);
      for (let j = 0; j < suffixes.endCount(suffix); j++) {
        if (!suffixes.moves.states.has(suffixes.statesAt(suffix, j), base)) continue;
        const end = suffixes.endAt(suffix, j);
        if (mayEnd(state, end) && connections.connects(connections.levelOf(state, left[i + 1] as SetId), end))
          return true;
      }
    }
    return false;
  }

  /** The index of the cheapest crossing of a pending state that connects below; −1 when none does. */
  function leastCrossing({ offsets, ends }: Crossings, base: number, state: number, level: LevelId): number {
    for (let i = offsets[base] as number; i < (offsets[base + 1] as number); i++) {
      const end = ends[i] as SuffixId;
      if (mayEnd(state, end) && connections.connects(level, end)) return i;
    }
    return -1;
  }

  // The best label found so far for whatever is being looked at.
  let best = Number.POSITIVE_INFINITY;
  let bestFirst = -1;

  function offer(cost: number, first: number): void {
    if (cost >= best) return;
    best = cost;
    bestFirst = first;
  }

  /** Offers what crosses a pending state, and its rule's end in w where what is below is known already. */
  function offerCrossing(crossings: Crossings, base: number, state: number, level: LevelId): void {
    const at = leastCrossing(crossings, base, state, level);
    if (at >= 0) offer(crossings.costs[at] as number, crossings.firsts[at] as number);
  }

  function offerEnd({ sets, costs, firsts }: Labels, base: number, level: LevelId): void {
    const below = sets.get(level, LEVELS);
    if (below < 0) return;
    const first = ruleEnds.first[base] as number;
    offer((ruleEnds.cost[base] as number) + (costs[below] as number), first >= 0 ? first : (firsts[below] as number));
  }

  /** Gives labels to `wanted` and to the levels below that may matter to them. */
  function solve(known: Labels, suffix: SuffixId, wanted: readonly LevelId[]): void {
    const { sets, costs, firsts, crossings } = known;
    const met: LevelId[] = [];
    const pending = [...wanted];
    for (let level = pending.pop(); level !== undefined; level = pending.pop()) {
      if (sets.get(level, LEVELS) >= 0) continue;
      met.push(level);
      best = connections.accepts(level) && suffixes.accepts(suffix) ? 0 : Number.POSITIVE_INFINITY;
      bestFirst = -1;
      const steps = connections.steps(level);
      for (let i = 0; i < steps.length; i += 3) {
        offerCrossing(crossings, steps[i] as number, steps[i + 1] as number, steps[i + 2] as LevelId);
      }
      sets.set(level, LEVELS, costs.length);
      costs.push(best);
      firsts.push(bestFirst);
      for (let i = 0; i < steps.length; i += 3) {
        // What lies below costs nothing at best.
        if ((ruleEnds.cost[steps[i] as number] as number) < best) pending.push(steps[i + 2] as LevelId);
      }
    }
    // From the oldest set upwards: what lies below belongs to older sets, or to the same one where rules recurse on the left.
    met.sort((a, b) => connections.originOf(a) - connections.originOf(b));
    for (let from = 0; from < met.length; ) {
      const origin = connections.originOf(met[from] as LevelId);
      let to = from;
      while (to < met.length && connections.originOf(met[to] as LevelId) === origin) to++;
      for (let changed = true; changed; ) {
        changed = false;
        for (let i = from; i < to; i++) if (relax(known, met[i] as LevelId)) changed = true;
        if (to - from === 1) break;
      }
      from = to;
    }
  }

  /** Lowers the label of a level by those below it; whether that changed anything. */
  function relax(known: Labels, level: LevelId): boolean {
    const { sets, costs, firsts } = known;
    const at = sets.get(level, LEVELS);
    best = costs[at] as number;
    bestFirst = firsts[at] as number;
    const before = best;
    const steps = connections.steps(level);
    for (let i = 0; i < steps.length; i += 3) offerEnd(known, steps[i] as number, steps[i + 2] as LevelId);
    costs[at] = best;
    firsts[at] = bestFirst;
    return best < before;
  }

  /** The index of the label of `set`. */
  function label(known: Labels, set: SetId, suffix: SuffixId): number {
    const { sets, costs, firsts, crossings } = known;
    const made = sets.get(set, SETS);
    if (made >= 0) return made;
    const items = chart.items(set);
    const levels: LevelId[] = [];
    for (let i = 0; i < items.length; i += 2) {
      levels.push(connections.levelOf(items[i] as number, items[i + 1] as SetId));
    }
    solve(known, suffix, levels);
    best = chart.accepts(set) && suffixes.accepts(suffix) ? 0 : Number.POSITIVE_INFINITY;
    bestFirst = -1;
    for (const [i, level] of levels.entries()) {
      const state = items[2 * i] as number;
      const base = baseOf(state);
      offerCrossing(crossings, base, state, level);
      offerEnd(known, base, level);
    }
    const index = costs.length;
    sets.set(set, SETS, index);
    costs.push(best);
    firsts.push(bestFirst);
    return index;
  }

  function least(set: SetId, suffix: SuffixId): number {
    const known = labels(suffix);
    return Math.floor((known.costs[label(known, set, suffix)] as number) / WEIGHT);
  }

  return {
    complete,
    viable: (set: SetId, suffix: SuffixId): boolean => least(set, suffix) < Number.POSITIVE_INFINITY,
    least,
    next(set: SetId, suffix: SuffixId): number {
      const known = labels(suffix);
      return known.firsts[label(known, set, suffix)] as number;
    },
    get bytes(): number {
      return bytes();
    },
  };
}
