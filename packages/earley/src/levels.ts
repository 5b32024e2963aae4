// The levels of a chart. A *level* is a pair (origin, nonterminal): the pending rules that wait in set `origin` for
// `nonterminal` to end.

import { createPairTable, type PairTable } from "@espalier/monitor";
import type { Chart, SetId } from "./chart.js";
import type { RuleAutomata } from "./rule-automata.js";
import type { ChartRules } from "./rules.js";

/** The id of a pair (origin, nonterminal) of the left chart. */
export type LevelId = number;

export interface Levels {
  /** Returns the level below a left item. */
  levelOf(state: number, origin: SetId): LevelId;
  /** Returns the set where the level began. Levels below it began in the same set or in earlier ones. */
  originOf(level: LevelId): SetId;
  /** Returns whether the text may end when the level ends. */
  accepts(level: LevelId): boolean;
  /**
   * Returns the items that wait for the nonterminal of a level (the pending rules that wait in one set for one
   * nonterminal), after they have been moved over that nonterminal. Each item is three integers: the rule state of the
   * suffix chart, the rule state of the left chart, and the level below.
   */
  steps(level: LevelId): Int32Array;
  bytes(): number;
  /** Clears all tables. Levels get new ids. */
  clear(): void;
}

/** @param baseOf returns the rule state of the suffix chart that corresponds to one of the left chart. */
export function createLevels(chart: Chart<RuleAutomata | ChartRules>, baseOf: (state: number) => number): Levels {
  const { rules } = chart;
  const ruleOf = "edges" in rules ? (q: number): number => rules.ruleOf(q) : (q: number): number => rules.ruleOf[q]!;
  const levels: PairTable = createPairTable();
  const origins: SetId[] = [];
  const nonterminals: number[] = [];
  const accepting: boolean[] = [];
  const stepsOf: (Int32Array | undefined)[] = [];
  let stepBytes = 0;

  function level(origin: SetId, nonterminal: number): LevelId {
    let id = levels.get(origin, nonterminal);
    if (id >= 0) return id;
    id = origins.length;
    levels.set(origin, nonterminal, id);
    origins.push(origin);
    nonterminals.push(nonterminal);
    accepting.push(false);
    stepsOf.push(undefined);
    return id;
  }

  function steps(id: LevelId): Int32Array {
    const made = stepsOf[id];
    if (made !== undefined) return made;
    const { accepts, items } = chart.completion(origins[id]!, nonterminals[id]!);
    // An array of numbers would take twice as much, and ambiguous grammars have levels with many items.
    const list = new Int32Array((items.length / 2) * 3);
    for (let i = 0, to = 0; i < items.length; i += 2) {
      const state = items[i]!;
      list[to++] = baseOf(state);
      list[to++] = state;
      list[to++] = level(items[i + 1]!, ruleOf(state));
    }
    accepting[id] = accepts;
    stepsOf[id] = list;
    stepBytes += 200 + list.byteLength;
    return list;
  }

  return {
    levelOf: (state: number, origin: SetId): LevelId => level(origin, ruleOf(state)),
    originOf: (id: LevelId): SetId => origins[id]!,
    accepts(id: LevelId): boolean {
      steps(id);
      return accepting[id]!;
    },
    steps,
    bytes: (): number => levels.bytes() + stepBytes + 48 * origins.length,
    clear(): void {
      levels.clear();
      stepBytes = 0;
      for (const list of [origins, nonterminals, accepting, stepsOf]) list.length = 0;
    },
  };
}
