// Computes the least number of bytes that complete a text from an Earley set: the cost of all rules that are pending in
// the set. It counts only spellings that are valid whatever else competes (boundary.ts).
//
// Which spellings may come next depends on the previous lexeme, through its kill set: the bytes that end it at once. So
// all costs are (min, +) vectors or matrices over kill sets.
//
//     finish(q)[a][b]   from rule state q to the end of its rule, from kill set a to kill set b
//     up(o, N)[b]       after nonterminal N, begun at set o, has ended with kill set b: to the end of the text
//     rest(S)[a]        from set S at the start of a lexeme
//
// The first is a least fixpoint over the rules, computed once. The others are memoised for the chart's sets, which form
// an acyclic graph except for chains within one set. Each is computed from older sets without recursion, so nesting may
// be as deep as memory allows.

import type { Chart, Completion, RuleAutomata, SetId } from "@espalier/earley";
import { burn, createPairTable } from "@espalier/monitor";
import type { Boundaries } from "./boundary.js";

export interface CompletionCost {
  /** Whether a clean continuation exists wherever a lexeme can end. Then no state needs to be searched. */
  readonly alwaysFinite: boolean;
  /** Returns the least bytes from `set` to the end of the text, for each kill set before it. Do not modify. */
  rest(set: SetId): readonly number[];
  /** Returns the memory held by the caches, in bytes. */
  bytes(): number;
}

const NONE = Number.POSITIVE_INFINITY;
/** Approximate overhead of a small typed array in bytes. */
const VECTOR_BYTES = 160;

/** The costs that depend only on the rules and not on a chart. */
export interface RuleCosts {
  readonly boundaries: Boundaries;
  readonly alwaysFinite: boolean;
  /** The entries of finish(q), one rule state after another. */
  readonly finish: Float64Array;
}

/** Computes the costs within rules: a least fixpoint, the most expensive part of completion costs. */
export function createRuleCosts(rules: RuleAutomata, boundaries: Boundaries): RuleCosts {
  const finish = finishCosts(rules, boundaries);
  return { boundaries, finish, alwaysFinite: boundaries.exhaustive && everyPlaceFinishes(rules, boundaries, finish) };
}

export function createCompletionCost(chart: Chart, { boundaries, finish, alwaysFinite }: RuleCosts): CompletionCost {
  const { rules } = chart;
  const count = boundaries.killSets.length;
  const upIds = createPairTable();
  const ups: (readonly number[])[] = [];
  const restOf = new Map<SetId, readonly number[]>();

  /** Lowers `into` to the cost through item (q, …), where the end of its rule costs `above`. */
  function lower(into: number[], q: number, above: readonly number[]): boolean {
    let changed = false;
    for (let a = 0; a < count; a++) {
      let best = into[a]!;
      const row = (q * count + a) * count;
      for (let b = 0; b < count; b++) {
        const sum = finish[row + b]! + above[b]!;
        if (sum < best) {
          best = sum;
          changed = true;
        }
      }
      into[a] = best;
    }
    return changed;
  }

  function known(origin: SetId, nonterminal: number): readonly number[] | undefined {
    const id = upIds.get(origin, nonterminal);
    return id < 0 ? undefined : ups[id]!;
  }

  function up(origin: SetId, nonterminal: number): readonly number[] {
    const pending: [SetId, number][] = [[origin, nonterminal]];
    while (pending.length > 0) {
      const [at, n] = pending[pending.length - 1]!;
      if (known(at, n) !== undefined) {
        pending.pop();
        continue;
      }
      // Nonterminals of this set that depend on each other are solved together.
      const group = [n];
      const completions: Completion[] = [];
      const missing: [SetId, number][] = [];
      for (const member of group) {
        const completion = chart.completion(at, member);
        completions.push(completion);
        const { items } = completion;
        burn("search", items.length >>> 2);
        for (let i = 0; i < items.length; i += 2) {
          const rule = rules.ruleOf[items[i]!]!;
          const from = items[i + 1]!;
          if (from === 0 || known(from, rule) !== undefined) continue;
          if (from !== at) missing.push([from, rule]);
          else if (!group.includes(rule)) group.push(rule);
        }
      }
      if (missing.length > 0) {
        pending.push(...missing);
        continue;
      }
      const solved = new Map(group.map((member, i) => [member, vectorOf(completions[i]!.accepts ? 0 : NONE)]));
      for (let changed = true; changed; ) {
        changed = false;
        for (const [i, member] of group.entries()) {
          const { items } = completions[i]!;
          const vector = solved.get(member)!;
          for (let k = 0; k < items.length; k += 2) {
            const q = items[k]!;
            const from = items[k + 1]!;
            const rule = rules.ruleOf[q]!;
            const above = from === 0 ? top : (known(from, rule) ?? solved.get(rule)!);
            if (lower(vector, q, above)) changed = true;
          }
        }
      }
      for (const [member, vector] of solved) {
        upIds.set(at, member, ups.length);
        ups.push(vector);
      }
    }
    return known(origin, nonterminal)!;
  }

  // Plain arrays: there are many short ones, and typed arrays of this size burden the garbage collector.
  const vectorOf = (value: number): number[] => new Array<number>(count).fill(value);
  const top: readonly number[] = vectorOf(0);

  return {
    alwaysFinite,
    rest(set: SetId): readonly number[] {
      const remembered = restOf.get(set);
      if (remembered !== undefined) return remembered;
      const vector = vectorOf(chart.accepts(set) ? 0 : NONE);
      const items = chart.items(set).slice();
      for (let i = 0; i < items.length; i += 2) {
        const q = items[i]!;
        const origin = items[i + 1]!;
        lower(vector, q, origin === 0 ? top : up(origin, rules.ruleOf[q]!));
      }
      restOf.set(set, vector);
      return vector;
    },
    bytes(): number {
      return upIds.bytes() + (ups.length + restOf.size) * (VECTOR_BYTES + 8 * count);
    },
  };
}

/**
 * Computes finish[(q · count + a) · count + b]: the least number of bytes from rule state q to the end of the rule, if
 * the previous lexeme left kill set a and the last lexeme of the rule leaves kill set b. (A kill set contains the bytes
 * that may come directly after a lexeme.)
 */
function finishCosts(rules: RuleAutomata, boundaries: Boundaries): Float64Array {
  const count = boundaries.killSets.length;
  const square = count * count;
  const finish = new Float64Array(rules.stateCount * square).fill(NONE);
  for (let q = 0; q < rules.stateCount; q++) {
    if (rules.final[q] === 1) for (let a = 0; a < count; a++) finish[q * square + a * count + a] = 0;
  }
  const through = (q: number, first: Float64Array, firstAt: number, target: number): boolean => {
    let changed = false;
    for (let a = 0; a < count; a++) {
      for (let k = 0; k < count; k++) {
        const left = first[firstAt + a * count + k]!;
        if (left === NONE) continue;
        for (let b = 0; b < count; b++) {
          const sum = left + finish[target * square + k * count + b]!;
          const at = q * square + a * count + b;
          if (sum < finish[at]!) {
            finish[at] = sum;
            changed = true;
          }
        }
      }
    }
    return changed;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let q = rules.stateCount - 1; q >= 0; q--) {
      for (let e = rules.terminalEdges[q]!; e < rules.terminalEdges[q + 1]!; e++) {
        const spell = boundaries.spell(q, rules.terminalLabel[e]!);
        if (through(q, spell, 0, rules.terminalTarget[e]!)) changed = true;
      }
      for (let e = rules.callEdges[q]!; e < rules.callEdges[q + 1]!; e++) {
        const callee = rules.startOf[rules.callLabel[e]!]!;
        if (through(q, finish, callee * square, rules.callTarget[e]!)) changed = true;
      }
    }
  }
  return finish;
}

/** Returns whether each rule can be finished from each of its states, for every kill set that is possible there. */
function everyPlaceFinishes(rules: RuleAutomata, boundaries: Boundaries, finish: Float64Array): boolean {
  const count = boundaries.killSets.length;
  // The kill sets that may precede each state, and that may follow each nonterminal, as bits; a least fixpoint.
  const before = new Int32Array(rules.stateCount);
  const after = new Int32Array(rules.nonterminals.length);
  before[rules.startOf[0]!] = 1 | boundaries.afterSkip;
  for (let changed = true; changed; ) {
    changed = false;
    const include = (target: Int32Array, at: number, bits: number): void => {
      const now = target[at]! | bits;
      if (now === target[at]) return;
      target[at] = now;
      changed = true;
    };
    for (let q = 0; q < rules.stateCount; q++) {
      const bits = before[q]!;
      if (bits === 0) continue;
      if (rules.final[q] === 1) include(after, rules.ruleOf[q]!, bits);
      for (let e = rules.terminalEdges[q]!; e < rules.terminalEdges[q + 1]!; e++) {
        const t = rules.terminalLabel[e]!;
        include(before, rules.terminalTarget[e]!, boundaries.after[t]! | boundaries.afterSkip);
      }
      for (let e = rules.callEdges[q]!; e < rules.callEdges[q + 1]!; e++) {
        const n = rules.callLabel[e]!;
        include(before, rules.startOf[n]!, bits);
        if (after[n] !== 0) include(before, rules.callTarget[e]!, after[n]!);
      }
    }
  }
  for (let q = 0; q < rules.stateCount; q++) {
    for (let a = 0; a < count; a++) {
      if (!((before[q]! >>> a) & 1)) continue;
      let finite = false;
      for (let b = 0; b < count; b++) finite ||= finish[(q * count + a) * count + b] !== NONE;
      if (!finite) return false;
    }
  }
  return true;
}
