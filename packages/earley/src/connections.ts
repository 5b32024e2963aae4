// Decides whether a suffix finishes all rules that are pending outside of a given rule.
//
// A level (levels.ts) stands for pending rules. A level and a suffix connect if exactly that suffix can finish all those
// rules.
// The stacks of pending rules that a fixed suffix finishes form a regular language (Büchi 1964; Bouajjani, Esparza and
// Maler 1997). Its stack symbols are the levels, its states are the suffixes, and this file decides membership,
// memoised for each pair. An answer does not depend on the text that leads to the level or on how the suffix was built,
// so it is valid for all such texts and suffixes.

import { createPairTable, type PairTable } from "@espalier/monitor";
import type { Chart } from "./chart.js";
import { createLevels, type LevelId, type Levels } from "./levels.js";
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

export interface Connections extends Levels {
  /** Returns whether exactly `suffix` can finish everything below the level. */
  connects(level: LevelId, suffix: SuffixId): boolean;
}

/** @throws ChartLimitError from `connects` if the tables pass `mostBytes`. */
export function createConnections(
  chart: Chart<RuleAutomata | ChartRules>,
  suffixes: Suffixes,
  { baseOf, mayEnd }: StateMapping,
  mostBytes: number,
): Connections {
  const levels = createLevels(chart, baseOf);
  const { accepts, steps } = levels;
  // 1 if level and suffix connect, 0 if not.
  const known: PairTable = createPairTable();

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
    return levels.bytes() + known.bytes() + entered.bytes();
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
    ...levels,
    connects,
    bytes,
    clear(): void {
      levels.clear();
      known.clear();
      entered.clear();
    },
  };
}
