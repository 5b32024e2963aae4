// Moves whole sets of rule states backwards over a symbol, for suffix-chart.ts. There, a suffix is a list of items:
// pairs (state of a rule, *end*, which is where the rule ends). A suffix has many items but few distinct ends (in
// Python about twenty items and two ends), and the states with one end form a set that recurs. Each move of a set is
// computed once.

import { createPairTable, type PairTable } from "@espalier/monitor";
import { createIntegerSets, type IntegerSetId, type IntegerSets } from "./integer-sets.js";
import type { EdgesInto, ReversedRules } from "./reversed-rules.js";

/** The predecessors of a set of states over one symbol. */
export interface BackwardMove {
  /** The predecessors that have incoming edges themselves. */
  readonly states: IntegerSetId;
  /** The nonterminals whose rules begin in a predecessor: these rules are complete. */
  readonly begun: readonly number[];
}

export interface BackwardMoves {
  /** The interned sets of rule states. */
  readonly states: IntegerSets;
  /** The interned sets of nonterminals. */
  readonly rules: IntegerSets;
  /** Returns those of the states that an edge over a nonterminal leads to. */
  called(states: IntegerSetId): IntegerSetId;
  /** Returns the set of nonterminals that may end before any of the states. */
  wanted(states: IntegerSetId): IntegerSetId;
  /** The set of nonterminals that may end at the end of the text. */
  readonly wantedAtEnd: IntegerSetId;
  overTerminal(states: IntegerSetId, terminal: number): BackwardMove;
  overCall(states: IntegerSetId, nonterminal: number): BackwardMove;
  /** Like `overTerminal`, but starts from the final states of the rules of the given nonterminals. */
  lastTerminal(rules: IntegerSetId, terminal: number): BackwardMove;
  lastCall(rules: IntegerSetId, nonterminal: number): BackwardMove;
  bytes(): number;
}

export function createBackwardMoves(reversed: ReversedRules): BackwardMoves {
  const states = createIntegerSets();
  const rules = createIntegerSets();
  const { begins, entered, calls } = reversed;
  const made: BackwardMove[] = [];
  const tables: PairTable[] = [];
  let listBytes = 0;

  function mover(table: EdgesInto, rows: IntegerSets): (set: IntegerSetId, label: number) => BackwardMove {
    const known = createPairTable();
    tables.push(known);
    return (set, label) => {
      const id = known.get(set, label);
      if (id >= 0) return made[id]!;
      const sources = new Set<number>();
      const begun = new Set<number>();
      for (const row of rows.members(set)) {
        for (let e = firstEdge(table, row, label); e < table.offsets[row + 1]!; e++) {
          if (table.labels[e] !== label) break;
          const q = table.sources[e]!;
          if (entered[q] === 1) sources.add(q);
          if (begins[q]! >= 0) begun.add(begins[q]!);
        }
      }
      const move: BackwardMove = { states: states.intern(Int32Array.from(sources).sort()), begun: [...begun] };
      known.set(set, label, made.length);
      made.push(move);
      listBytes += 64 + 8 * begun.size;
      return move;
    };
  }

  const calledBy: (IntegerSetId | undefined)[] = [];
  const wantedBy: (IntegerSetId | undefined)[] = [];
  const setOf = (members: Iterable<number>): IntegerSetId => rules.intern(Int32Array.from(new Set(members)).sort());

  return {
    states,
    rules,
    called(set: IntegerSetId): IntegerSetId {
      let known = calledBy[set];
      if (known !== undefined) return known;
      known = states.intern(states.members(set).filter((q) => calls.offsets[q]! < calls.offsets[q + 1]!));
      while (calledBy.length <= set) calledBy.push(undefined);
      calledBy[set] = known;
      return known;
    },
    wanted(set: IntegerSetId): IntegerSetId {
      let known = wantedBy[set];
      if (known !== undefined) return known;
      known = setOf([...states.members(set)].flatMap((q) => reversed.wantedBefore(q)));
      while (wantedBy.length <= set) wantedBy.push(undefined);
      wantedBy[set] = known;
      return known;
    },
    wantedAtEnd: setOf(reversed.wantedAt(0)),
    overTerminal: mover(reversed.terminals, states),
    overCall: mover(reversed.calls, states),
    lastTerminal: mover(reversed.lastTerminals, rules),
    lastCall: mover(reversed.lastCalls, rules),
    bytes(): number {
      const lists = listBytes + 8 * (wantedBy.length + calledBy.length);
      return states.bytes() + rules.bytes() + lists + tables.reduce((sum, t) => sum + t.bytes(), 0);
    },
  };
}

/** Returns the index of the first edge over `label` in a row; if there is none, that of another edge. */
function firstEdge({ labels, offsets }: EdgesInto, row: number, label: number): number {
  let low = offsets[row]!;
  let high = offsets[row + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (labels[middle]! < label) low = middle + 1;
    else high = middle;
  }
  return low;
}
