// The least number of bytes that complete a text of a lazy language, computed from the costs that the rules declare.
//
//     rest(S)      least over the items (q, origin) of S of  cost(q) + above(origin, rule of q);  0 if S accepts
//     above(o, N)  bytes still needed after nonterminal N, begun at set o, has ended
//
// Costs are plain sums, because no lexeme affects the next one. `above` is memoised for each pair. The sets form an
// acyclic graph except for chains within one set, so each value is computed from older sets without recursion. Nesting
// may be as deep as memory allows.

import { burn, createPairTable } from "@espalier/monitor";
import type { Chart, SetId } from "./chart.js";
import type { LazyRules } from "./rules.js";

export interface LazyCost {
  /** Returns the least number of bytes from `set`, at a lexeme boundary, to the end of the text. */
  rest(set: SetId): number;
  bytes(): number;
}

const NONE = Number.POSITIVE_INFINITY;
/** Cached costs are integers below 2³¹; larger ones are clamped. */
const LARGEST = 2 ** 31 - 1;

export function createLazyCost(chart: Chart<LazyRules>): LazyCost {
  const { rules } = chart;
  const aboves = createPairTable();
  const restOf = new Map<SetId, number>();

  /**
   * Returns the least cost to the end of the text after `nonterminal`, which began at set `at`, has ended. It is the
   * minimum over the items that are completed then. `group` contains preliminary values for nonterminals of the set
   * `at`.
   */
  function through(at: SetId, nonterminal: number, group: ReadonlyMap<number, number>): number {
    const { accepts, items } = chart.completion(at, nonterminal);
    let best = accepts ? 0 : NONE;
    for (let i = 0; i < items.length; i += 2) {
      const q = items[i]!;
      const origin = items[i + 1]!;
      const rule = rules.ruleOf(q);
      const known = origin === 0 ? 0 : aboves.get(origin, rule);
      const above = known >= 0 ? known : origin === at ? (group.get(rule) ?? NONE) : NONE;
      best = Math.min(best, rules.cost(q) + above);
    }
    return best;
  }

  function above(origin: SetId, nonterminal: number): number {
    if (origin === 0) return 0;
    const known = aboves.get(origin, nonterminal);
    if (known >= 0) return known;
    const pending: number[] = [origin, nonterminal];
    while (pending.length > 0) {
      const n = pending[pending.length - 1]!;
      const at = pending[pending.length - 2]!;
      if (aboves.get(at, n) >= 0) {
        pending.length -= 2;
        continue;
      }
      // Nonterminals of this set that depend on each other are solved together.
      const group = [n];
      const before = pending.length;
      for (const member of group) {
        const { items } = chart.completion(at, member);
        for (let i = 0; i < items.length; i += 2) {
          const rule = rules.ruleOf(items[i]!);
          const from = items[i + 1]!;
          if (from === 0 || aboves.get(from, rule) >= 0) continue;
          if (from !== at) pending.push(from, rule);
          else if (!group.includes(rule)) group.push(rule);
        }
      }
      if (pending.length > before) continue;
      const solved = new Map<number, number>();
      for (let changed = true; changed; ) {
        changed = false;
        for (const member of group) {
          const cost = through(at, member, solved);
          if (cost >= (solved.get(member) ?? NONE)) continue;
          solved.set(member, cost);
          changed = true;
        }
      }
      for (const member of group) aboves.set(at, member, Math.min(solved.get(member) ?? NONE, LARGEST));
    }
    return aboves.get(origin, nonterminal);
  }

  return {
    rest(set: SetId): number {
      let cost = restOf.get(set);
      if (cost !== undefined) return cost;
      cost = chart.accepts(set) ? 0 : NONE;
      if (cost > 0) {
        const items = chart.items(set).slice();
        burn("parser", items.length);
        for (let i = 0; i < items.length; i += 2) {
          const q = items[i]!;
          cost = Math.min(cost, rules.cost(q) + above(items[i + 1]!, rules.ruleOf(q)));
        }
      }
      restOf.set(set, cost);
      return cost;
    },
    bytes(): number {
      return aboves.bytes() + 48 * restOf.size;
    },
  };
}
