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
// This is a shortest path through the levels (levels.ts), searched best first (connection-search.ts).

import type { Chart, SetId } from "./chart.js";
import { createLabelCache, type Labels, LEVELS, remember, SETS } from "./connection-labels.js";
import { createConnectionSearch } from "./connection-search.js";
import type { Connections, StateMapping } from "./connections.js";
import type { LevelId } from "./levels.js";
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

/** The result if nothing connects. */
const NONE = { cost: Number.POSITIVE_INFINITY, first: -1 };

/** `costOf` returns the cost of each terminal, above 0. */
export function createLeastConnections(
  chart: Chart<RuleAutomata | ChartRules>,
  suffixes: Suffixes,
  connections: Connections,
  mapping: StateMapping,
  costOf: (terminal: number) => number,
): LeastConnections {
  const ruleEnds = leastRuleEnds(suffixes.reversed, costOf);
  const labels = createLabelCache(suffixes, ruleEnds, costOf);
  const search = createConnectionSearch(suffixes, connections, mapping, ruleEnds);

  /** Returns the index of the result for `set`. */
  function label(known: Labels, set: SetId, suffix: SuffixId): number {
    const made = known.ids.get(set, SETS);
    if (made >= 0) return made;
    if (chart.accepts(set) && suffixes.accepts(suffix)) return remember(known, set, SETS, 0, -1);
    search.begin();
    const items = chart.items(set);
    for (let i = 0; i < items.length; i += 2) {
      const state = items[i]!;
      search.addRule(known, state, connections.levelOf(state, items[i + 1]!));
    }
    const { cost, first } = search.run(known, suffix) ?? NONE;
    return remember(known, set, SETS, cost, first);
  }

  /** Whether anything connects below a level. The result is cached. */
  function below(known: Labels, level: LevelId, suffix: SuffixId): boolean {
    if (known.ids.get(level, LEVELS) < 0) {
      search.begin();
      search.addLevel(level);
      search.run(known, suffix);
    }
    return known.costs[known.ids.get(level, LEVELS)]! < Number.POSITIVE_INFINITY;
  }

  return {
    cost(set: SetId, suffix: SuffixId): number {
      const known = labels.of(suffix);
      return known.costs[label(known, set, suffix)]!;
    },
    first(set: SetId, suffix: SuffixId): number {
      const known = labels.of(suffix);
      return known.firsts[label(known, set, suffix)]!;
    },
    belowAll(set: SetId, suffix: SuffixId): boolean {
      const known = labels.of(suffix);
      const items = chart.items(set);
      for (let i = 0; i < items.length; i += 2) {
        if (!below(known, connections.levelOf(items[i]!, items[i + 1]!), suffix)) return false;
      }
      return true;
    },
    bytes: labels.bytes,
    clear: labels.clear,
  };
}
