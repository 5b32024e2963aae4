// What a chart asks of compiled rules: one small automaton per nonterminal, seen one state at a time. A grammar known whole
// (rule-automata.ts) answers from its tables; lazy rules make a state when it is first asked for, so that a large description
// costs only what is met of it.

import { burn } from "@espalier/monitor";

/** Rules as a chart reads them. Nonterminals and states are integers of the maker's choice, dense from 0. */
export interface ChartRules {
  /** The nonterminal that a text is derived from. */
  readonly start: number;
  /** Whether the empty terminal string is in the language; false when absent. */
  readonly acceptsEmpty?: boolean;
  /** The state in which the rule of `nonterminal` begins. No rule derives the empty string. */
  startOf(nonterminal: number): number;
  /** The nonterminal that `state` belongs to. */
  ruleOf(state: number): number;
  /** What leads on from `state`. Asked once by each chart, and remembered there. */
  edges(state: number): RuleEdges;
}

/** The edges of one state, and whether its rule may end there. */
export interface RuleEdges {
  readonly final: boolean;
  /** Terminal, target, terminal, target, …: ascending by terminal, each once. A target is a state. */
  readonly terminals: readonly number[];
  /** Nonterminal, target, nonterminal, target, …: each nonterminal once. */
  readonly calls: readonly number[];
}

/**
 * A compiled grammar whose rule states are made on demand. From every state its rule can be finished.
 *
 * What follows a *tracked* terminal depends on the text of its lexeme, as with keys and items that may not come again: the
 * target of an edge over it is not a state but an *edge*, an integer of the maker's choice, and `follow` gives the state.
 */
export interface LazyRules extends ChartRules {
  /** Least bytes from `state` to the end of its rule. Finite; 0 only where the rule may end. */
  cost(state: number): number;
  /** Whether what follows a lexeme of `terminal` depends on its text; never, when absent. */
  tracked?(terminal: number): boolean;
  /** The state after `edge` when its lexeme reads `text`; −1 when that text is refused. Texts of other terminals are not asked for. */
  follow?(edge: number, text: Uint8Array): number;
}

/** A state of a rule as a chart remembers it. */
export interface RuleState extends RuleEdges {
  readonly rule: number;
  /** Whether any edge leads on. */
  readonly live: boolean;
  /** Nonterminals that may begin here, directly or at the start of others; made when first needed. */
  predicted: readonly number[] | undefined;
  /** The id of the terminals that may come next, −1 until known. */
  context: number;
}

/** The states of `rules`, each made on its first visit. */
export interface RuleStates {
  /** The state with this number. */
  at(state: number): RuleState;
  /** The start state of a nonterminal. */
  startOf(nonterminal: number): RuleState;
  /** Nonterminals that may begin in `state`, in the order met. */
  predicted(state: RuleState): readonly number[];
  /** The same for all the rule states at `pool[from]`, `pool[from + 2]`, … below `to`. */
  predictedByAll(pool: Int32Array, from: number, to: number): readonly number[];
  count(): number;
}

const NONE: readonly number[] = [];

export function createRuleStates(rules: ChartRules): RuleStates {
  const states: (RuleState | undefined)[] = [];
  const starts: (RuleState | undefined)[] = [];
  let count = 0;

  function at(q: number): RuleState {
    return states[q] ?? make(q);
  }

  function make(q: number): RuleState {
    const { final, terminals, calls } = rules.edges(q);
    burn("parser", terminals.length + calls.length);
    const live = terminals.length > 0 || calls.length > 0;
    const rule = rules.ruleOf(q);
    const predicted = calls.length === 0 ? NONE : undefined;
    const state: RuleState = { final, terminals, calls, rule, live, predicted, context: -1 };
    // Without holes, however far ahead the number is: an array with many becomes a dictionary.
    while (states.length <= q) states.push(undefined);
    states[q] = state;
    count++;
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
    count(): number {
      return count;
    },
  };
}

/** What is in a list, once it is long. */
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

/** Appends what is not in the list yet: a few are compared one by one, many through the set, which is returned. */
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

/** The target of the edge over `label` in a row sorted by label; −1 when there is none. */
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

/** The target of the edge over `label` in a row in any order; −1 when there is none. */
export function anyEdge(row: readonly number[], label: number): number {
  for (let i = 0; i < row.length; i += 2) if (row[i] === label) return row[i + 1]!;
  return -1;
}
