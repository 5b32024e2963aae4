// Decides whether a suffix finishes all rules that are pending outside of a given rule.
//
// A *level* is a pair (origin, nonterminal) of the left chart. It stands for the pending rules that wait in set
// `origin` for `nonterminal` to end. A level and a suffix connect if exactly that suffix can finish all those rules.
// The stacks of pending rules that a fixed suffix finishes form a regular language (Büchi 1964; Bouajjani, Esparza and
// Maler 1997). Its stack symbols are the levels, its states are the suffixes, and this file decides membership,
// memoised for each pair. An answer does not depend on the text that leads to the level or on how the suffix was built,
// so it is valid for all such texts and suffixes.

import { createPairTable, type PairTable } from "@espalier/monitor";
import type { Chart, SetId } from "./chart.js";
import { ChartLimitError } from "./limits.js";
import type { RuleAutomata } from "./rule-automata.js";
import type { ChartRules } from "./rules.js";
import type { Suffixes, SuffixId } from "./suffixes.js";

/** Maps the states of the left chart to those of the suffixes. */
export interface StateMapping {
  /** Returns the state in the suffixes' rules that corresponds to a left rule state. */
  baseOf(state: number): number;
  /** Returns whether a pending left rule state may be finished by the text before `end`. */
  mayEnd(state: number, end: SuffixId): boolean;
}

/** The id of a pair (origin, nonterminal) of the left chart. */
export type LevelId = number;

export interface Connections {
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
  steps(level: LevelId): readonly number[];
  /** Returns whether exactly `suffix` can finish everything below the level. */
  connects(level: LevelId, suffix: SuffixId): boolean;
  bytes(): number;
  /** Clears all tables. Levels get new ids. */
  clear(): void;
}

/** @throws ChartLimitError from `connects` if the tables pass `mostBytes`. */
export function createConnections(
  chart: Chart<RuleAutomata | ChartRules>,
  suffixes: Suffixes,
  { baseOf, mayEnd }: StateMapping,
  mostBytes: number,
): Connections {
  const { rules } = chart;
  const ruleOf = "edges" in rules ? (q: number): number => rules.ruleOf(q) : (q: number): number => rules.ruleOf[q]!;
  const levels: PairTable = createPairTable();
  const origins: SetId[] = [];
  const nonterminals: number[] = [];
  const accepting: boolean[] = [];
  const stepsOf: (readonly number[] | undefined)[] = [];
  let stepBytes = 0;
  // 1 if level and suffix connect, 0 if not.
  const known: PairTable = createPairTable();

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

  function steps(id: LevelId): readonly number[] {
    const made = stepsOf[id];
    if (made !== undefined) return made;
    const { accepts, items } = chart.completion(origins[id]!, nonterminals[id]!);
    const list: number[] = [];
    for (let i = 0; i < items.length; i += 2) {
      const state = items[i]!;
      list.push(baseOf(state), state, level(items[i + 1]!, ruleOf(state)));
    }
    accepting[id] = accepts;
    stepsOf[id] = list;
    stepBytes += 40 + 8 * list.length;
    return list;
  }

  function accepts(id: LevelId): boolean {
    steps(id);
    return accepting[id]!;
  }

  // The search, after Tarjan's algorithm for strongly connected components (1972). `entered` contains the undecided
  // pairs in the order of their discovery, each with the earliest pair that it is known to reach. Pairs that reach each
  // other, because of left recursion or cyclic suffixes, are decided together.
  const entered: PairTable = createPairTable();
  const pairLevel: LevelId[] = [];
  const pairSuffix: SuffixId[] = [];
  const earliest: number[] = [];
  // The current path; for each entry the pair, the step of its level, and the end of its suffix.
  const path: number[] = [];

  function bytes(): number {
    return levels.bytes() + known.bytes() + entered.bytes() + stepBytes + 48 * origins.length;
  }

  function checkBytes(): void {
    if (bytes() <= mostBytes) return;
    throw new ChartLimitError(
      "bytes",
      mostBytes,
      "text and suffix are nested too deeply to be compared; raise the limit",
    );
  }

  function enter(id: LevelId, suffix: SuffixId): void {
    const pair = pairLevel.length;
    if ((pair & 0xfff) === 0xfff || (known.size & 0xfff) === 0xfff) checkBytes();
    entered.set(id, suffix, pair);
    pairLevel.push(id);
    pairSuffix.push(suffix);
    earliest.push(pair);
    path.push(pair, 0, 0);
  }

  /** Decides all pairs from index `pair` on. */
  function decide(pair: number, answer: 0 | 1): void {
    while (pairLevel.length > pair) known.set(pairLevel.pop()!, pairSuffix.pop()!, answer);
    earliest.length = pair;
  }

  function connects(id: LevelId, suffix: SuffixId): boolean {
    const answer = known.get(id, suffix);
    if (answer >= 0) return answer === 1;
    entered.clear();
    for (const list of [pairLevel, pairSuffix, earliest, path]) list.length = 0;
    let found = reaches(id, suffix);
    while (!found && path.length > 0) found = follow();
    // Every undecided pair reaches a pair on the path, and therefore the end of the path.
    if (found) decide(0, 1);
    return found;
  }

  /** Enters a pair unless it is decided. Returns true if it connects. */
  function reaches(id: LevelId, suffix: SuffixId): boolean {
    const answer = known.get(id, suffix);
    if (answer >= 0) return answer === 1;
    const pair = entered.get(id, suffix);
    if (pair >= 0) {
      const current = path[path.length - 3]!;
      if (pair < earliest[current]!) earliest[current] = pair;
      return false;
    }
    enter(id, suffix);
    return accepts(id) && suffixes.accepts(suffix);
  }

  /** Extends the path at its end, or backtracks. Returns true if the end connects. */
  function follow(): boolean {
    const top = path.length - 3;
    const pair = path[top]!;
    const list = steps(pairLevel[pair]!);
    const suffix = pairSuffix[pair]!;
    const endCount = suffixes.endCount(suffix);
    for (let step = path[top + 1]!; step < list.length; step += 3, path[top + 1] = step, path[top + 2] = 0) {
      const q = list[step]!;
      for (let i = path[top + 2]!; i < endCount; i++) {
        if (!suffixes.moves.states.has(suffixes.statesAt(suffix, i), q)) continue;
        const end = suffixes.endAt(suffix, i);
        if (!mayEnd(list[step + 1]!, end)) continue;
        path[top + 2] = i + 1;
        if (reaches(list[step + 2]!, end)) return true;
        if (path.length > top + 3) return false;
      }
    }
    leave();
    return false;
  }

  /**
   * Leaves the last pair (level, suffix) of the path. If it reaches no earlier pair, the pair and all pairs discovered
   * after it do not connect.
   */
  function leave(): void {
    const top = path.length - 3;
    const pair = path[top]!;
    path.length = top;
    const first = earliest[pair]!;
    if (first === pair) decide(pair, 0);
    else {
      const before = path[top - 3]!;
      if (first < earliest[before]!) earliest[before] = first;
    }
  }

  return {
    levelOf: (state: number, origin: SetId): LevelId => level(origin, ruleOf(state)),
    originOf: (id: LevelId): SetId => origins[id]!,
    accepts,
    steps,
    connects,
    bytes(): number {
      return bytes();
    },
    clear(): void {
      levels.clear();
      known.clear();
      entered.clear();
      stepBytes = 0;
      origins.length = 0;
      nonterminals.length = 0;
      accepting.length = 0;
      stepsOf.length = 0;
    },
  };
}
