// The interface between a chart and compiled rules: one small automaton for each nonterminal, read one state at a time.
// For a grammar compiled in advance, rule-automata.ts reads its tables. Lazy rules create a state on first use, so that
// a large grammar costs only the part that a text visits.

import { burn } from "@espalier/monitor";

/** Rules as a chart reads them. Nonterminals and states are integers that the implementation chooses, dense from 0. */
export interface ChartRules {
  /** The start nonterminal. */
  readonly start: number;
  /** Whether the empty terminal string is in the language; false by default. */
  readonly acceptsEmpty?: boolean;
  /** Returns the start state of the rule of `nonterminal`. No rule derives the empty string. */
  startOf(nonterminal: number): number;
  /** Returns the nonterminal to which `state` belongs. */
  ruleOf(state: number): number;
  /** Returns the edges of `state`. Each chart calls this once for each state and caches the result. */
  edges(state: number): RuleEdges;
  /** Returns the memory that the rules hold for the states and edges created so far, in bytes. If absent, none counts. */
  bytes?(): number;
}

/** The edges of one state, and whether its rule may end there. */
export interface RuleEdges {
  readonly final: boolean;
  /** Terminal, target, terminal, target, …: ascending by terminal, each terminal once. A target is a state. */
  readonly terminals: readonly number[];
  /** Nonterminal, target, nonterminal, target, …: each nonterminal once. */
  readonly calls: readonly number[];
}

/**
 * A compiled grammar whose rule states are created on demand. From every state, its rule can be finished.
 *
 * For a *tracked* terminal, the continuation depends on the text of its lexeme; object keys and array items that must
 * not repeat are examples. The target of an edge over such a terminal is not a state but an *edge*, an integer that the
 * implementation chooses. `follow` maps it to a state.
 */
export interface LazyRules extends ChartRules {
  /** Returns the least number of bytes from `state` to the end of its rule: finite, and 0 only if the rule may end. */
  cost(state: number): number;
  /**
   * Returns an upper bound of the cost for states that stand for several, such as objects with an unknown name; by
   * default `cost`.
   */
  mostCost?(state: number): number;
  /**
   * Returns whether `terminal` is tracked: whether the continuation after its lexeme depends on the lexeme's text. If
   * the method is absent, no terminal is tracked.
   */
  tracked?(terminal: number): boolean;
  /**
   * Returns the state after `edge` if the lexeme on this edge has the text `text`; −1 if the edge rejects that text.
   * Called for tracked terminals only.
   */
  follow?(edge: number, text: Uint8Array): number;
}

/** A rule state, with what a chart caches about it. */
export interface RuleState extends RuleEdges {
  readonly rule: number;
  /** Whether it has any edges. */
  readonly live: boolean;
  /** Nonterminals that may begin here, directly or at the start of other nonterminals; computed on first use. */
  predicted: readonly number[] | undefined;
  /** The id of the set of terminals that may come next; −1 if not computed. */
  lookahead: number;
}

/** The states of `rules`, each created on the first visit. */
export interface RuleStates {
  /** The state with this number. */
  at(state: number): RuleState;
  /** Returns the start state of a nonterminal. */
  startOf(nonterminal: number): RuleState;
  /** Returns the nonterminals that may begin in `state`, in discovery order. */
  predicted(state: RuleState): readonly number[];
  /** The same for all rule states `pool[from]`, `pool[from + 2]`, … below `to`. */
  predictedByAll(pool: Int32Array, from: number, to: number): readonly number[];
  /** Returns the memory that the states, their edges and the rules hold, in bytes. */
  bytes(): number;
}

/** Approximate size in bytes of a state without its edges on the JavaScript heap, and of an edge. */
const STATE_BYTES = 160;
const EDGE_BYTES = 16;

/** Units of fuel for a state, beside those for its edges. */
const STATE_FUEL = 32;

const NONE: readonly number[] = [];

export function createRuleStates(rules: ChartRules): RuleStates {
  const states: (RuleState | undefined)[] = [];
  const starts: (RuleState | undefined)[] = [];
  let ownBytes = 0;

  function at(q: number): RuleState {
    return states[q] ?? make(q);
  }

  function make(q: number): RuleState {
    const { final, terminals, calls } = rules.edges(q);
    burn("parser", STATE_FUEL + terminals.length + calls.length);
    const live = terminals.length > 0 || calls.length > 0;
    const rule = rules.ruleOf(q);
    const predicted = calls.length === 0 ? NONE : undefined;
    const state: RuleState = { final, terminals, calls, rule, live, predicted, lookahead: -1 };
    // Fill the gap up to q: V8 turns arrays with many holes into dictionaries.
    while (states.length <= q) states.push(undefined);
    states[q] = state;
    ownBytes += STATE_BYTES + (EDGE_BYTES / 2) * (terminals.length + calls.length);
    return state;
  }

  function startOf(nonterminal: number): RuleState {
    const known = starts[nonterminal];
    if (known !== undefined) return known;
    const state = at(rules.startOf(nonterminal));
    while (starts.length <= nonterminal) starts.push(undefined);
    starts[nonterminal] = state;
    return state;
  }

  function predicted(state: RuleState): readonly number[] {
    if (state.predicted !== undefined) return state.predicted;
    const list: number[] = [];
    let met = addCalls(list, undefined, state);
    for (let i = 0; i < list.length; i++) met = addCalls(list, met, startOf(list[i]!));
    state.predicted = list;
    return list;
  }

  return {
    at,
    startOf,
    predicted,
    predictedByAll(pool: Int32Array, from: number, to: number): readonly number[] {
      let union: readonly number[] = NONE;
      let own: number[] | undefined;
      for (let i = from; i < to; i += 2) {
        const list = predicted(at(pool[i]!));
        if (list.length === 0) continue;
        if (union.length === 0) union = list;
        else if (list !== union) {
          own ??= union.slice();
          union = own;
          addAll(own, list);
        }
      }
      return union;
    },
    bytes: () => ownBytes + (rules.bytes?.() ?? 0),
  };
}

/** The elements of a list, once the list is long. */
type Met = Set<number> | undefined;

function addCalls(list: number[], met: Met, { calls }: RuleState): Met {
  let seen = met;
  for (let i = 0; i < calls.length; i += 2) seen = add(list, seen, calls[i]!);
  return seen;
}

function addAll(list: number[], items: readonly number[]): void {
  let met: Met;
  for (let i = 0; i < items.length; i++) met = add(list, met, items[i]!);
}

/**
 * Appends an item unless it is in the list. A few items are compared one by one; many use the set, which is returned.
 */
function add(list: number[], met: Met, item: number): Met {
  if (list.length < 16) {
    if (!list.includes(item)) list.push(item);
    return met;
  }
  const all = met ?? new Set(list);
  if (!all.has(item)) {
    all.add(item);
    list.push(item);
  }
  return all;
}

/** Returns the target of the edge over `label` in a row sorted by label; −1 if there is none. */
export function sortedEdge(row: readonly number[], label: number): number {
  if (row.length <= 8) {
    for (let i = 0; i < row.length; i += 2) if (row[i] === label) return row[i + 1]!;
    return -1;
  }
  let low = 0;
  let high = (row.length >>> 1) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const at = row[2 * middle]!;
    if (at === label) return row[2 * middle + 1]!;
    if (at < label) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Returns the target of the edge over `label` in an unsorted row; −1 if there is none. */
export function anyEdge(row: readonly number[], label: number): number {
  for (let i = 0; i < row.length; i += 2) if (row[i] === label) return row[i + 1]!;
  return -1;
}
