// Contexts: which terminals may come next, interned. One of a rule state is made once, from its own edges and those of the
// rules that may begin there; one of a set is the union of its items', and unions of two are remembered. Nothing here
// depends on how many terminals there are, so they may grow in number while a chart runs.

import { createPairTable, createSequenceTable } from "@espalier/monitor";
import type { RuleState, RuleStates } from "./rules.js";

export interface Contexts {
  /** The terminals that may come next from `state`, predictions included. */
  of(state: RuleState): number;
  union(a: number, b: number): number;
  /** The terminals of a context, ascending. */
  terminals(context: number): readonly number[];
  readonly bytes: number;
}

/** The context of no terminals. */
export const NO_TERMINALS = 0;

/** Where a context is put together before it is interned. */
let scratch = new Int32Array(64);

function reserve(length: number): void {
  if (scratch.length < length) scratch = new Int32Array(2 * length);
}

export function createContexts(states: RuleStates): Contexts {
  const sequences = createSequenceTable();
  const unions = createPairTable();
  const lists: (readonly number[])[] = [[]];
  sequences.intern(new Int32Array(0), 0);

  /** The context of scratch[0, length), which is ascending. */
  function intern(length: number): number {
    const id = sequences.intern(scratch, length);
    if (id === lists.length) lists.push(Array.from(scratch.subarray(0, length)));
    return id;
  }

  function own({ terminals }: RuleState): number {
    const length = terminals.length >>> 1;
    if (length === 0) return NO_TERMINALS;
    reserve(length);
    for (let i = 0; i < length; i++) scratch[i] = terminals[2 * i] as number;
    return intern(length);
  }

  function union(a: number, b: number): number {
    if (a === b || b === NO_TERMINALS) return a;
    if (a === NO_TERMINALS) return b;
    const [low, high] = a < b ? [a, b] : [b, a];
    let id = unions.get(low, high);
    if (id >= 0) return id;
    const x = lists[low] as readonly number[];
    const y = lists[high] as readonly number[];
    reserve(x.length + y.length);
    let length = 0;
    for (let i = 0, j = 0; i < x.length || j < y.length; ) {
      const p = i < x.length ? (x[i] as number) : Number.POSITIVE_INFINITY;
      const q = j < y.length ? (y[j] as number) : Number.POSITIVE_INFINITY;
      scratch[length++] = Math.min(p, q);
      if (p <= q) i++;
      if (q <= p) j++;
    }
    id = intern(length);
    unions.set(low, high, id);
    return id;
  }

  return {
    of(state: RuleState): number {
      if (state.context >= 0) return state.context;
      let context = own(state);
      for (const nonterminal of states.predicted(state)) context = union(context, own(states.startOf(nonterminal)));
      state.context = context;
      return context;
    },
    union,
    terminals: (context: number): readonly number[] => lists[context] as readonly number[],
    get bytes(): number {
      return 2 * sequences.bytes + unions.bytes;
    },
  };
}
