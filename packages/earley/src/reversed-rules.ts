// Rule automata read backwards: which states lead into a state, and what may stand before the end of a rule.
//
// Rows are compressed as in rule-automata.ts, but an edge is listed under its *target*, with its source beside the label. A state
// may have several sources over one label, since the reverse of a deterministic automaton need not be deterministic.

import type { RuleAutomata } from "./rule-automata.js";

/** Edges by target. Row `i` of a table is `labels/sources[offsets[i], offsets[i + 1])`, ascending by label. */
export interface EdgesInto {
  readonly offsets: Int32Array;
  readonly labels: Int32Array;
  readonly sources: Int32Array;
}

/** What a backward parse asks of rules. */
export interface ReversedRules {
  readonly rules: RuleAutomata;
  /** Edges over terminals into each state. */
  readonly terminals: EdgesInto;
  /** Edges over nonterminals into each state. */
  readonly calls: EdgesInto;
  /** Edges over terminals into the states where each *rule* may end. */
  readonly lastTerminals: EdgesInto;
  /** Edges over nonterminals into the states where each rule may end. */
  readonly lastCalls: EdgesInto;
  /** The nonterminal whose rule begins in a state; −1 for the others. */
  readonly begins: Int32Array;
  /** 0 for states that nothing leads to: an item of theirs has told everything by what it completes. */
  readonly entered: Uint8Array;
  /** Nonterminals that may end right before something that `state` begins, in the order met. */
  wantedBefore(state: number): readonly number[];
  /** `nonterminal` itself, and those that its last symbol may be. */
  wantedAt(nonterminal: number): readonly number[];
}

type Edge = readonly [label: number, source: number];

/** Reverses `rules`. Cost: O(edges · log edges). */
export function reverseRules(rules: RuleAutomata): ReversedRules {
  const { stateCount, ruleOf, startOf, final } = rules;
  const ruleCount = startOf.length;
  const terminals = edgesByTarget(stateCount, rules.terminalEdges, rules.terminalLabel, rules.terminalTarget);
  const calls = edgesByTarget(stateCount, rules.callEdges, rules.callLabel, rules.callTarget);

  /** The rows of all states where a rule may end, as one row a rule. */
  const atEnds = (rows: readonly (readonly Edge[])[]): EdgesInto => {
    const byRule: Edge[][] = Array.from({ length: ruleCount }, () => []);
    for (let q = 0; q < stateCount; q++) {
      if (final[q] === 1) byRule[ruleOf[q]!]!.push(...rows[q]!);
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
  // The start rule's own beginning stays visible: it is an item of the set before any terminal.
  entered[startOf[0]!] = 1;

  const before: (readonly number[] | undefined)[] = [];
  const at: (readonly number[] | undefined)[] = [];
  /** Adds to `list` the nonterminals of one row, and whatever may end with them. */
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

/** Sorts each row by label and source, drops what is there twice, and lays the rows end to end. */
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
