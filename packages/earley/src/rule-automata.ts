// A grammar compiled for recognition: one small ε-free automaton for each rule, over terminals and nonterminals.
//
// Only the language matters here, so compilation rewrites the grammar, always exactly:
//
// - Repetition becomes a loop inside a rule, so lists need no recursion.
// - A nullable nonterminal N becomes "N without the empty text" and a skipping edge (Aycock and Horspool, 2002). No
//   completion then spans the empty text, and the origin of an item is always older than its set.
// - Direct left recursion A → A β | γ becomes γ β*, and a self call in tail position becomes a jump to the start of the
//   rule.
// - Small rules that do not call themselves are inlined into their callers.
//
// In the compiled form, states are numbered across all rules. Edges lie in compressed rows, separately for terminals
// and nonterminals.
//
// The file is long because it holds all of these rewriting steps.

import { listOf, optionally, signature, text } from "@espalier/arguments";
import {
  checkGrammar,
  type Expression,
  type Grammar,
  grammarKind,
  nullableRules,
  terminalNames,
} from "@espalier/grammar";
import { allowedTerminals } from "./allowed-terminals.js";
import { limitsKind } from "./kinds.js";
import { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";
import { addState, createNfa, type Dfa, determinize, embed, type Label, type Nfa } from "./nfa.js";

/** The compiled grammar. Do not modify the arrays. Indices are terminal, nonterminal and state ids. */
export interface RuleAutomata {
  /** The name of each terminal. */
  readonly terminals: readonly string[];
  /** The rule name of each nonterminal. Nonterminal 0 is the start. */
  readonly nonterminals: readonly string[];
  /** Whether the empty terminal string is in the language. */
  readonly acceptsEmpty: boolean;
  readonly stateCount: number;
  /** The nonterminal to which each state belongs. */
  readonly ruleOf: Int32Array;
  /** The start state of each nonterminal. */
  readonly startOf: Int32Array;
  /** 1 for states where the rule may end. */
  readonly final: Uint8Array;
  /**
   * Terminal edges of state q: `terminalLabel/terminalTarget[terminalEdges[q], terminalEdges[q + 1])`, ascending by
   * terminal.
   */
  readonly terminalEdges: Int32Array;
  readonly terminalLabel: Int32Array;
  readonly terminalTarget: Int32Array;
  /** Nonterminal edges, in the same format. */
  readonly callEdges: Int32Array;
  readonly callLabel: Int32Array;
  readonly callTarget: Int32Array;
  /**
   * The terminals that can come next from q, including predictions: `allowedWords` words for each state, bit t =
   * terminal t.
   */
  readonly allowed: Uint32Array;
  readonly allowedWords: number;
}

/** A rule is inlined if it has at most this many edges… */
const INLINE_EDGES = 96;
/** …or only one caller. Inlining never creates a rule with more states than this… */
const INLINE_STATES = 600;
/** …and never changes a rule that has this many edges. */
const INLINE_CALLER_EDGES = 2_000;
/** How often the inliner retries rules that have stopped calling themselves. */
const INLINE_PASSES = 4;

function ruleNfa(
  body: Expression,
  label: (kind: "terminal" | "nonterminal", name: string) => Label | undefined,
  nullable: ReadonlySet<string>,
  limits: ChartLimits,
): Nfa {
  const nfa = createNfa();
  const build = (expression: Expression, from: number): number => {
    if (nfa.edges.length > limits.ruleStates) {
      throw new ChartLimitError("ruleStates", limits.ruleStates, "a rule repeats too much; lower its counts");
    }
    switch (expression.kind) {
      case "terminal":
      case "nonterminal": {
        const to = addState(nfa);
        const edge = label(expression.kind, expression.name);
        if (edge !== undefined) nfa.edges[from]!.push([edge, to]);
        if (expression.kind === "nonterminal" && nullable.has(expression.name)) nfa.epsilon[from]!.push(to);
        return to;
      }
      case "sequence":
        return expression.items.reduce((state, item) => build(item, state), from);
      case "choice": {
        const to = addState(nfa);
        for (const option of expression.options) {
          // All options may begin at the same state: no option returns to it, because a loop begins at a state of its
          // own.
          nfa.epsilon[build(option, from)]!.push(to);
        }
        return to;
      }
      case "repeat": {
        let at = from;
        for (let i = 0; i < expression.min; i++) at = build(expression.item, at);
        const to = addState(nfa);
        if (expression.max === Number.POSITIVE_INFINITY) {
          const head = addState(nfa);
          nfa.epsilon[at]!.push(head);
          nfa.epsilon[build(expression.item, head)]!.push(head);
          nfa.epsilon[head]!.push(to);
          return to;
        }
        for (let i = expression.min; i < expression.max; i++) {
          nfa.epsilon[at]!.push(to);
          at = build(expression.item, at);
        }
        nfa.epsilon[at]!.push(to);
        return to;
      }
    }
  };
  nfa.accepting.add(build(body, 0));
  return nfa;
}

/** Returns the automaton without the empty text. If possible, its start has no incoming edges. */
function withoutEmpty(dfa: Dfa): Dfa {
  if (dfa.accepting[0] !== true) return dfa;
  const entered = dfa.edges.some((row) => [...row.values()].includes(0));
  if (!entered) return { edges: dfa.edges, accepting: dfa.accepting.map((accepts, q) => accepts && q !== 0) };
  // State 0 moves to the end; a copy that does not accept replaces it.
  const moved = dfa.edges.length;
  const rename = (q: number): number => (q === 0 ? moved : q);
  const rows = dfa.edges.map((row) => new Map([...row].map(([l, q]) => [l, rename(q)] as const)));
  const accepting = dfa.accepting.map((accepts, q) => accepts && q !== 0);
  return { edges: [...rows, new Map(rows[0])], accepting: [...accepting, true] };
}

/** Turns direct left recursion into loops, and self calls in tail position into jumps. */
function withoutSelfCalls(dfa: Dfa, self: Label, maxStates: number): Dfa {
  let current = dfa;
  for (;;) {
    const next = withoutLeftCall(current, self, maxStates) ?? withoutTailCall(current, self, maxStates);
    // A rule that cannot be rewritten within bounds stays as it is: calls are slower, but correct.
    if (next === undefined) return current;
    current = withoutEmpty(next);
  }
}

/** Rewrites A → A β | γ, with A at the very start, to γ β*. */
function withoutLeftCall(dfa: Dfa, self: Label, maxStates: number): Dfa | undefined {
  const after = dfa.edges[0]!.get(self);
  if (after === undefined) return undefined;
  const nfa = createNfa();
  const base = embed(nfa, dfa);
  // A separate start state, so that only calls at the very start count as left recursion.
  nfa.edges[0] = nfa.edges[base]!.filter(([label]) => label !== self);
  dfa.accepting.forEach((accepts, state) => {
    if (!accepts) return;
    nfa.accepting.add(base + state);
    nfa.epsilon[base + state]!.push(base + after);
  });
  return determinize(nfa, maxStates);
}

/**
 * Replaces a recursive call in tail position with a jump to the start of the rule. For an edge p —A→ r inside rule A,
 * this is correct if whatever may follow r may also follow the end of the inner A.
 */
function withoutTailCall(dfa: Dfa, self: Label, maxStates: number): Dfa | undefined {
  const finals = dfa.accepting.flatMap((accepts, state) => (accepts ? [state] : []));
  const isTail = (target: number): boolean =>
    dfa.accepting[target] === true && (dfa.edges[target]!.size === 0 || (finals.length === 1 && finals[0] === target));
  if (!dfa.edges.some((row) => row.has(self) && isTail(row.get(self)!))) return undefined;
  const nfa = createNfa();
  const base = embed(nfa, dfa);
  nfa.epsilon[0]!.push(base);
  for (const state of finals) nfa.accepting.add(base + state);
  dfa.edges.forEach((row, state) => {
    const target = row.get(self);
    if (target === undefined || !isTail(target)) return;
    nfa.edges[base + state] = nfa.edges[base + state]!.filter(([label]) => label !== self);
    nfa.epsilon[base + state]!.push(base);
  });
  return determinize(nfa, maxStates);
}

function edgeCount(dfa: Dfa): number {
  return dfa.edges.reduce((sum, row) => sum + row.size, 0);
}

/** Returns how many edges of `dfa` call each rule. */
function callCounts(dfa: Dfa): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const row of dfa.edges) {
    for (const label of row.keys()) if (label < 0) counts.set(~label, (counts.get(~label) ?? 0) + 1);
  }
  return counts;
}

function inlined(caller: Dfa, callee: Dfa, label: Label, maxStates: number): Dfa | undefined {
  const nfa = createNfa();
  const base = embed(nfa, caller);
  nfa.epsilon[0]!.push(base);
  for (const [state, accepts] of caller.accepting.entries()) if (accepts) nfa.accepting.add(base + state);
  caller.edges.forEach((row, state) => {
    const target = row.get(label);
    if (target === undefined) return;
    const from = base + state;
    nfa.edges[from] = nfa.edges[from]!.filter(([edge]) => edge !== label);
    const entry = embed(nfa, callee);
    nfa.epsilon[from]!.push(entry);
    for (const [inner, accepts] of callee.accepting.entries()) {
      if (accepts) nfa.epsilon[entry + inner]!.push(base + target);
    }
  });
  return determinize(nfa, maxStates);
}

/**
 * Inlines small rules into their callers, smallest first, until none qualifies. Never inlines rule `start` or the rules
 * in `kept`.
 */
function inlineSmallRules(rules: Map<number, Dfa>, start: number, kept: ReadonlySet<number>): void {
  // calls.get(caller).get(callee), and the transposed map; both are kept up to date.
  const calls = new Map<number, ReadonlyMap<number, number>>();
  const callers = new Map<number, Set<number>>();
  const count = (id: number): void => {
    for (const callee of calls.get(id)?.keys() ?? []) callers.get(callee)?.delete(id);
    const counts = callCounts(rules.get(id)!);
    calls.set(id, counts);
    for (const callee of counts.keys()) {
      const known = callers.get(callee);
      if (known === undefined) callers.set(callee, new Set([id]));
      else known.add(id);
    }
  };
  for (const id of rules.keys()) count(id);

  /** Inlines `id` into those callers that stay small. Returns whether anything changed. */
  const inlineRule = (id: number): boolean => {
    const callee = rules.get(id);
    if (callee === undefined || id === start || kept.has(id) || calls.get(id)?.has(id) === true) return false;
    const edges = edgeCount(callee);
    const from = [...(callers.get(id) ?? [])];
    const uses = from.reduce((sum, caller) => sum + (calls.get(caller)?.get(id) ?? 0), 0);
    if ((uses - 1) * edges > INLINE_EDGES) return false;
    let changed = false;
    for (const caller of from) {
      const dfa = rules.get(caller)!;
      const growth = (calls.get(caller)?.get(id) ?? 0) * callee.edges.length;
      if (dfa.edges.length + growth > INLINE_STATES || edgeCount(dfa) > INLINE_CALLER_EDGES) continue;
      const grown = inlined(dfa, callee, ~id, INLINE_STATES);
      if (grown === undefined) continue;
      rules.set(caller, withoutSelfCalls(grown, ~caller, INLINE_STATES));
      count(caller);
      changed = true;
    }
    if (callers.get(id)?.size === 0) {
      rules.delete(id);
      for (const callee of calls.get(id)?.keys() ?? []) callers.get(callee)?.delete(id);
    }
    return changed;
  };

  for (let pass = 0; pass < INLINE_PASSES; pass++) {
    const order = [...rules].map(([id, dfa]) => [id, edgeCount(dfa)] as const).sort((a, b) => a[1] - b[1]);
    let changed = false;
    for (const [id] of order) if (inlineRule(id)) changed = true;
    if (!changed) return;
  }
}

function productive(rules: ReadonlyMap<number, Dfa>): ReadonlySet<number> {
  const done = new Set<number>();
  const users = new Map<number, Set<number>>();
  for (const [id, dfa] of rules) {
    for (const callee of calledBy(dfa)) users.set(callee, (users.get(callee) ?? new Set()).add(id));
  }
  // A rule is examined again when a rule that it calls has become productive.
  const pending = new Set(rules.keys());
  for (const id of pending) {
    pending.delete(id);
    const dfa = rules.get(id);
    if (dfa === undefined || done.has(id)) continue;
    const seen = new Set([0]);
    for (const state of seen) {
      for (const [label, target] of dfa.edges[state]!) {
        if (label >= 0 || done.has(~label)) seen.add(target);
      }
    }
    if (![...seen].some((state) => dfa.accepting[state])) continue;
    done.add(id);
    for (const user of users.get(id) ?? []) pending.add(user);
  }
  return done;
}

function called(rules: ReadonlyMap<number, Dfa>, start: number): ReadonlySet<number> {
  const seen = new Set([start]);
  for (const id of seen) {
    const dfa = rules.get(id);
    if (dfa !== undefined) for (const callee of calledBy(dfa)) seen.add(callee);
  }
  return seen;
}

/** The rules that a rule's edges call, possibly with repetitions. */
function* calledBy(dfa: Dfa): Generator<number> {
  for (const row of dfa.edges) for (const label of row.keys()) if (label < 0) yield ~label;
}

const checkCompileRules = signature("compileRules", {
  grammar: grammarKind,
  terminals: optionally(listOf(text)),
  limits: limitsKind,
  kept: listOf(text),
});

/**
 * Compiles `grammar`. Terminal ids follow the order of `terminals` (by default, the order of first mention). Rules
 * named in `kept` keep automata of their own.
 *
 * @throws GrammarError if names are undefined or defined twice.
 * @throws ChartLimitError if the automata have more than `limits.ruleStates` states.
 */
export function compileRules(
  grammar: Grammar,
  terminals: readonly string[] = terminalNames(grammar),
  limits: ChartLimits = DEFAULT_CHART_LIMITS,
  kept: readonly string[] = [],
): RuleAutomata {
  checkCompileRules(grammar, terminals, limits, kept);
  checkGrammar(grammar);
  const terminalId = new Map(terminals.map((name, id) => [name, id]));
  const ruleId = new Map(grammar.rules.map((rule, id) => [rule.name, id]));
  const nullable = nullableRules(grammar);
  const rules = new Map<number, Dfa>();
  const label = (kind: "terminal" | "nonterminal", name: string): Label | undefined => {
    if (kind === "nonterminal") return ~ruleId.get(name)!;
    const id = terminalId.get(name);
    if (id === undefined)
      throw new RangeError(`terminal "${name}" is not among the ${terminals.length} terminals given`);
    return id;
  };
  for (const [id, rule] of grammar.rules.entries()) {
    const dfa = determinize(ruleNfa(rule.body, label, nullable, limits), limits.ruleStates);
    if (dfa === undefined)
      throw new ChartLimitError("ruleStates", limits.ruleStates, `rule "${rule.name}" is too large`);
    rules.set(id, withoutSelfCalls(withoutEmpty(dfa), ~id, limits.ruleStates));
  }
  const start = ruleId.get(grammar.start)!;
  keepUseful(rules, start);
  inlineSmallRules(rules, start, new Set(kept.map((name) => ruleId.get(name)!)));
  keepUseful(rules, start);
  return flatten(rules, start, grammar, terminals, nullable.has(grammar.start), limits);
}

/**
 * Removes rules that derive nothing or are never called, and the edges over them. The start rule stays, even if it
 * derives nothing.
 */
function keepUseful(rules: Map<number, Dfa>, start: number): void {
  const useful = productive(rules);
  for (const [id, dfa] of rules) {
    if (!useful.has(id)) {
      rules.delete(id);
      continue;
    }
    if (!dfa.edges.some((row) => [...row.keys()].some((label) => label < 0 && !useful.has(~label)))) continue;
    const nfa = createNfa();
    const base = embed(nfa, dfa);
    nfa.epsilon[0]!.push(base);
    for (const row of nfa.edges) {
      const kept = row.filter(([label]) => label >= 0 || useful.has(~label));
      row.length = 0;
      row.push(...kept);
    }
    for (const [state, accepts] of dfa.accepting.entries()) if (accepts) nfa.accepting.add(base + state);
    rules.set(id, determinize(nfa, nfa.edges.length + 1)!);
  }
  if (!rules.has(start)) rules.set(start, { edges: [new Map()], accepting: [false] });
  const reached = called(rules, start);
  for (const id of [...rules.keys()]) if (!reached.has(id)) rules.delete(id);
}

function flatten(
  rules: ReadonlyMap<number, Dfa>,
  start: number,
  grammar: Grammar,
  terminals: readonly string[],
  acceptsEmpty: boolean,
  limits: ChartLimits,
): RuleAutomata {
  const order = [start, ...[...rules.keys()].filter((id) => id !== start)];
  const nonterminalOf = new Map(order.map((id, n) => [id, n]));
  const startOf = new Int32Array(order.length);
  let stateCount = 0;
  order.forEach((id, n) => {
    startOf[n] = stateCount;
    stateCount += rules.get(id)!.edges.length;
  });
  if (stateCount > limits.ruleStates) {
    throw new ChartLimitError("ruleStates", limits.ruleStates, `the grammar has ${stateCount} rule states`);
  }
  const ruleOf = new Int32Array(stateCount);
  const final = new Uint8Array(stateCount);
  const terminalEdges = new Int32Array(stateCount + 1);
  const callEdges = new Int32Array(stateCount + 1);
  const terminalLabel: number[] = [];
  const terminalTarget: number[] = [];
  const callLabel: number[] = [];
  const callTarget: number[] = [];
  order.forEach((id, n) => {
    const dfa = rules.get(id)!;
    const base = startOf[n]!;
    dfa.edges.forEach((row, q) => {
      const state = base + q;
      ruleOf[state] = n;
      final[state] = dfa.accepting[q] ? 1 : 0;
      for (const [edge, target] of [...row].sort((a, b) => a[0] - b[0])) {
        if (edge >= 0) {
          terminalLabel.push(edge);
          terminalTarget.push(base + target);
        } else {
          callLabel.push(nonterminalOf.get(~edge)!);
          callTarget.push(base + target);
        }
      }
      terminalEdges[state + 1] = terminalLabel.length;
      callEdges[state + 1] = callLabel.length;
    });
  });

  const edges = {
    terminalEdges,
    terminalLabel: Int32Array.from(terminalLabel),
    terminalTarget: Int32Array.from(terminalTarget),
    callEdges,
    callLabel: Int32Array.from(callLabel),
    callTarget: Int32Array.from(callTarget),
  };
  return {
    terminals,
    nonterminals: order.map((id) => grammar.rules[id]!.name),
    acceptsEmpty,
    stateCount,
    ruleOf,
    startOf,
    final,
    ...edges,
    ...allowedTerminals(edges, startOf, terminals.length),
  };
}
