// Rule automata reversed: the predecessors of each state, and the symbols that may end a rule.
//
// Rows are compressed as in rule-automata.ts, but an edge is listed under its *target*, with its source beside the
// label. A state may have several predecessors over one label, because the reverse of a deterministic automaton need
// not be deterministic.

import type { RuleAutomata } from "./rule-automata.js";

/** Edges grouped by target. Row `i` is `labels/sources[offsets[i], offsets[i + 1])`, ascending by label. */
export interface EdgesInto {
  readonly offsets: Int32Array;
  readonly labels: Int32Array;
  readonly sources: Int32Array;
}

/** The reversed rules, as a backward parse reads them. */
export interface ReversedRules {
  readonly rules: RuleAutomata;
  /** Terminal edges into each state. */
  readonly terminals: EdgesInto;
  /** Nonterminal edges into each state. */
  readonly calls: EdgesInto;
  /** For each *rule*, terminal edges into its final states. */
  readonly lastTerminals: EdgesInto;
  /** For each rule, nonterminal edges into its final states. */
  readonly lastCalls: EdgesInto;
  /** The nonterminal whose rule begins in a state; −1 for other states. */
  readonly begins: Int32Array;
  /** 0 for states without incoming edges. An item of such a state has no further moves; it only completes its rule. */
  readonly entered: Uint8Array;
  /** Returns the nonterminals that may end directly before `state`, in discovery order. */
  wantedBefore(state: number): readonly number[];
  /** Returns `nonterminal` and every nonterminal that its last symbol may be. */
  wantedAt(nonterminal: number): readonly number[];
}

type Edge = readonly [label: number, source: number];

/** Reverses `rules`. Cost: O(edges · log edges). */
export function reverseRules(rules: RuleAutomata): ReversedRules {
  const { stateCount, ruleOf, startOf, final } = rules;
  const ruleCount = startOf.length;
  const terminals = edgesByTarget(stateCount, rules.terminalEdges, rules.terminalLabel, rules.terminalTarget);
  const calls = edgesByTarget(stateCount, rules.callEdges, rules.callLabel, rules.callTarget);

  /** Merges the rows of the final states of each rule into one row. */
  const atEnds = (rows: readonly (readonly Edge[])[]): EdgesInto => {
    const byRule: Edge[][] = Array.from({ length: ruleCount }, () => []);
    for (let q = 0; q < stateCount; q++) {
      if (final[q] === 1) for (const edge of rows[q]!) byRule[ruleOf[q]!]!.push(edge);
    }
    return compress(byRule);
  };
  const lastTerminals = atEnds(terminals);
  const lastCalls = atEnds(calls);
  const into = { terminals: compress(terminals), calls: compress(calls) };

  const begins = new Int32Array(stateCount).fill(-1);
  startOf.forEach((q, n) => {
    begins[q] = n;
  });
  const entered = new Uint8Array(stateCount);
  for (let q = 0; q < stateCount; q++) {
    if (terminals[q]!.length + calls[q]!.length > 0) entered[q] = 1;
  }
  // The start rule's first state counts as entered: it is an item of the set before any terminal.
  entered[startOf[0]!] = 1;

  const before: (readonly number[] | undefined)[] = [];
  const at: (readonly number[] | undefined)[] = [];
  /** Adds the nonterminals of one row to `list`, and every nonterminal that may end with them. */
  const close = (list: Set<number>): readonly number[] => {
    for (const n of list) eachLabel(lastCalls, n, (label) => list.add(label));
    return [...list];
  };
  return {
    rules,
    terminals: into.terminals,
    calls: into.calls,
    lastTerminals,
    lastCalls,
    begins,
    entered,
    wantedBefore(state: number): readonly number[] {
      const known = before[state];
      if (known !== undefined) return known;
      const list = new Set<number>();
      eachLabel(into.calls, state, (label) => list.add(label));
      while (before.length <= state) before.push(undefined);
      const closed = close(list);
      before[state] = closed;
      return closed;
    },
    wantedAt(nonterminal: number): readonly number[] {
      const known = at[nonterminal];
      if (known !== undefined) return known;
      while (at.length <= nonterminal) at.push(undefined);
      const closed = close(new Set([nonterminal]));
      at[nonterminal] = closed;
      return closed;
    },
  };
}

function eachLabel(table: EdgesInto, row: number, visit: (label: number) => void): void {
  for (let e = table.offsets[row]!; e < table.offsets[row + 1]!; e++) visit(table.labels[e]!);
}

function edgesByTarget(stateCount: number, edges: Int32Array, labels: Int32Array, targets: Int32Array): Edge[][] {
  const rows: Edge[][] = Array.from({ length: stateCount }, () => []);
  for (let q = 0; q < stateCount; q++) {
    for (let e = edges[q]!; e < edges[q + 1]!; e++) {
      rows[targets[e]!]!.push([labels[e]!, q]);
    }
  }
  return rows;
}

/** Sorts each row by label and source, removes duplicates, and concatenates the rows. */
function compress(rows: readonly (readonly Edge[])[]): EdgesInto {
  const offsets = new Int32Array(rows.length + 1);
  const labels: number[] = [];
  const sources: number[] = [];
  for (const [i, row] of rows.entries()) {
    let last: Edge = [-1, -1];
    for (const edge of [...row].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      if (edge[0] === last[0] && edge[1] === last[1]) continue;
      labels.push(edge[0]);
      sources.push(edge[1]);
      last = edge;
    }
    offsets[i + 1] = labels.length;
  }
  return { offsets, labels: Int32Array.from(labels), sources: Int32Array.from(sources) };
}
