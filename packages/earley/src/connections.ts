// Does what is pending below a rule connect to the rest of a suffix?
//
// A *level* is a pair (origin, nonterminal) of the left chart: the end of that nonterminal, begun in that set, is awaited by whatever
// lies below. Level and suffix connect when everything below can be finished by exactly that suffix. The stacks of pending rules
// that a fixed suffix finishes form a regular language (Büchi 1964; Bouajjani, Esparza and Maler 1997): levels are its stack symbols,
// suffixes its states, and this is its membership, memoised for each pair. Neither part knows of the other's text, so an answer
// holds for every text that leaves the one and every suffix that leaves the other.

import { createPairTable, type PairTable } from "@espalier/monitor";
import type { Chart, SetId } from "./chart.js";
import { ChartLimitError } from "./limits.js";
import type { RuleAutomata } from "./rule-automata.js";
import type { ChartRules } from "./rules.js";
import type { Suffixes, SuffixId } from "./suffixes.js";

/** How the states of the left chart relate to those of the suffixes. */
export interface StateMapping {
  /** The state of the suffixes' rules that a left rule state stands for. */
  baseOf(state: number): number;
  /** Whether a pending left rule state may be finished by what lies before `end`. */
  mayEnd(state: number, end: SuffixId): boolean;
}

/** A pair (origin, nonterminal) of the left chart. */
export type LevelId = number;

export interface Connections {
  /** The level below a left item. */
  levelOf(state: number, origin: SetId): LevelId;
  /** The set that the level began in: those below it are never younger. */
  originOf(level: LevelId): SetId;
  /** Whether the text may end when the level does. */
  accepts(level: LevelId): boolean;
  /** What is live when the level ends, three integers each: the state of the suffixes' rules, the left rule state, the level below. */
  steps(level: LevelId): readonly number[];
  /** Can what lies below the level be finished by exactly `suffix`? */
  connects(level: LevelId, suffix: SuffixId): boolean;
  bytes(): number;
  /** Forgets everything. Levels get new ids. */
  clear(): void;
}

/** @throws ChartLimitError from `connects` when what is known passes `mostBytes`. */
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
  // 1 when level and suffix connect, 0 when they do not.
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

  // The search: pairs entered and not decided yet, in order, with the earliest pair that each is known to lead to (Tarjan 1972).
  // Suffixes with cycles and left recursion make pairs that lead to each other; they are decided together.
  const entered: PairTable = createPairTable();
  const pairLevel: LevelId[] = [];
  const pairSuffix: SuffixId[] = [];
  const earliest: number[] = [];
  // The path being followed: pair, step of its level, end of its suffix.
  const path: number[] = [];

  function bytes(): number {
    return levels.bytes() + known.bytes() + entered.bytes() + stepBytes + 48 * origins.length;
  }

  function checkBytes(): void {
    if (bytes() <= mostBytes) return;
    throw new ChartLimitError("bytes", mostBytes, "text and suffix are too deep for each other; raise the limit");
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

  /** Decides all pairs from `pair` on. */
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
    // Whatever is undecided leads to a pair of the path, and so to its end.
    if (found) decide(0, 1);
    return found;
  }

  /** Enters a pair, unless it is known; true when it connects. */
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

  /** Goes on from the end of the path, or leaves it; true when the end has been found to connect. */
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

  /** Leaves the end of the path. If it leads to nothing earlier, neither it nor what was entered since connects. */
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
