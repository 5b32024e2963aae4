// The *lookahead* of an Earley set: the terminals that may come next, as an interned set. It is collected from the
// edges of the set's items and from the rules that may begin there. Most sets have one item, so each rule state caches
// its own lookahead. No data structure here depends on the number of terminals, so terminals may be added while a chart
// is in use.

import { burn, createSequenceTable } from "@espalier/monitor";
import type { RuleState, RuleStates } from "./rules.js";

export interface Lookaheads {
  /** Returns the lookahead of one rule state, including predictions. */
  of(state: RuleState): number;
  /** Returns the lookahead of the rule states `pool[from]`, `pool[from + 2]`, … below `to`. */
  ofItems(pool: Int32Array, from: number, to: number): number;
  /** Returns the terminals of a lookahead, ascending. */
  terminals(lookahead: number): readonly number[];
  bytes(): number;
}

/** Scratch for the lookahead under construction. */
let gathered = new Int32Array(64);

export function createLookaheads(states: RuleStates): Lookaheads {
  const sequences = createSequenceTable();
  const lists: (readonly number[])[] = [];
  // By terminal and by nonterminal: equal to `stamp` if already in the lookahead under construction.
  const terminalStamps: number[] = [];
  const nonterminalStamps: number[] = [];
  let stamp = 0;
  let length = 0;

  function gather({ terminals }: RuleState): void {
    for (let i = 0; i < terminals.length; i += 2) {
      const terminal = terminals[i]!;
      while (terminalStamps.length <= terminal) terminalStamps.push(0);
      if (terminalStamps[terminal] === stamp) continue;
      terminalStamps[terminal] = stamp;
      if (length === gathered.length) {
        const longer = new Int32Array(2 * length);
        longer.set(gathered);
        gathered = longer;
      }
      gathered[length++] = terminal;
    }
  }

  function gatherAll(state: RuleState): void {
    gather(state);
    for (const nonterminal of states.predicted(state)) {
      while (nonterminalStamps.length <= nonterminal) nonterminalStamps.push(0);
      if (nonterminalStamps[nonterminal] === stamp) continue;
      nonterminalStamps[nonterminal] = stamp;
      gather(states.startOf(nonterminal));
    }
  }

  function intern(): number {
    sort(gathered, length);
    // A new list is stored twice.
    burn("parser", 2 * length);
    const id = sequences.intern(gathered, length);
    if (id === lists.length) {
      const list: number[] = [];
      for (let i = 0; i < length; i++) list.push(gathered[i]!);
      lists.push(list);
    }
    return id;
  }

  /** Asks the rules for all that is needed before anything is gathered: whoever answers may use a chart too. */
  function visit(state: RuleState): void {
    for (const nonterminal of states.predicted(state)) states.startOf(nonterminal);
  }

  function of(state: RuleState): number {
    if (state.lookahead < 0) {
      visit(state);
      begin();
      gatherAll(state);
      state.lookahead = intern();
    }
    return state.lookahead;
  }

  function begin(): void {
    stamp++;
    length = 0;
  }

  return {
    of,
    ofItems(pool: Int32Array, from: number, to: number): number {
      if (to - from === 2) return of(states.at(pool[from]!));
      for (let i = from; i < to; i += 2) visit(states.at(pool[i]!));
      begin();
      for (let i = from; i < to; i += 2) gatherAll(states.at(pool[i]!));
      return intern();
    },
    terminals: (lookahead: number): readonly number[] => lists[lookahead]!,
    bytes(): number {
      return 2 * sequences.bytes() + 8 * (terminalStamps.length + nonterminalStamps.length);
    },
  };
}

/** Sorts items[0, length), which is often sorted already. */
function sort(items: Int32Array, length: number): void {
  for (let i = 1; i < length; i++) {
    const item = items[i]!;
    if (items[i - 1]! < item) continue;
    if (length > 32) {
      items.subarray(0, length).sort();
      return;
    }
    let j = i - 1;
    for (; j >= 0 && items[j]! > item; j--) items[j + 1] = items[j]!;
    items[j + 1] = item;
  }
}
