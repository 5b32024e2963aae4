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
  addState,
  compressed,
  createNfa,
  type Dfa,
  determinize,
  embed,
  finalsOf,
  type Nfa,
  NO_TEXT,
} from "@espalier/dfa";
import {
  checkGrammar,
  type Expression,
  type Grammar,
  grammarKind,
  nullableRules,
  terminalNames,
} from "@espalier/grammar";
import { burn } from "@espalier/monitor";
import { allowedTerminals } from "./allowed-terminals.js";
import { limitsKind } from "./kinds.js";
import { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";

/** Units of work for each unit of {@link determinize}: later steps visit the edges that it finds, too. */
const WORK = 4;

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

/** A label of a rule's automaton: a terminal id t ≥ 0, or ~n for nonterminal n. */
type Label = number;

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

function deterministic(nfa: Nfa, maxStates: number): Dfa | undefined {
  return determinize(nfa, maxStates, (work) => burn("parser", WORK * work));
}

/** Returns the automaton without the empty text. If possible, its start has no incoming edges. */
function withoutEmpty(dfa: Dfa): Dfa {
  if (dfa.accepting[0] !== 1) return dfa;
  const { first, label, target } = dfa;
  const accepting = [0, ...dfa.accepting.subarray(1)];
  if (!target.includes(0)) return { ...dfa, accepting: Uint8Array.from(accepting) };
  // State 0 moves to the end; a copy that does not accept replaces it.
  const moved = target.map((q) => q || accepting.length);
  const row = first[1]!;
  return compressed(
    [...accepting, 1],
    [...first, label.length + row],
    [...label, ...label.subarray(0, row)],
    [...moved, ...moved.subarray(0, row)],
  );
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

/** Where the states of an automaton begin if it is the first that is copied. */
const BASE = 1;

/** Copies `dfa` into `nfa`, which has only its start, with the same start and the same accepting states. */
function begin(nfa: Nfa, dfa: Dfa, keeps: (source: number, label: Label, target: number) => boolean): Nfa {
  nfa.epsilon[0]!.push(BASE);
  burn("parser", WORK * dfa.label.length);
  embed(nfa, dfa, keeps);
  for (const state of finalsOf(dfa)) nfa.accepting.add(BASE + state);
  return nfa;
}

/** Rewrites A → A β | γ, with A at the very start, to γ β*. */
function withoutLeftCall(dfa: Dfa, self: Label, maxStates: number): Dfa | undefined {
  if (!dfa.label.includes(self)) return undefined;
  const nfa = createNfa();
  embed(nfa, dfa);
  const call = nfa.edges[BASE]!.find(([label]) => label === self);
  if (call === undefined) return undefined;
  // A separate start state, so that only calls at the very start count as left recursion.
  nfa.edges[0] = nfa.edges[BASE]!.filter(([label]) => label !== self);
  for (const state of finalsOf(dfa)) {
    nfa.accepting.add(BASE + state);
    nfa.epsilon[BASE + state]!.push(call[1]);
  }
  return deterministic(nfa, maxStates);
}

/**
 * Replaces a recursive call in tail position with a jump to the start of the rule. For an edge p —A→ r inside rule A,
 * this is correct if whatever may follow r may also follow the end of the inner A.
 */
function withoutTailCall(dfa: Dfa, self: Label, maxStates: number): Dfa | undefined {
  const { accepting, first } = dfa;
  if (!dfa.label.includes(self)) return undefined;
  const isOnlyFinal = finalsOf(dfa).length === 1;
  const nfa = createNfa();
  let jumps = false;
  begin(nfa, dfa, (source, label, target) => {
    if (label !== self || accepting[target] !== 1 || !(isOnlyFinal || first[target] === first[target + 1])) return true;
    nfa.epsilon[BASE + source]!.push(BASE);
    jumps = true;
    return false;
  });
  return jumps ? deterministic(nfa, maxStates) : undefined;
}

/** Returns how many edges of `dfa` call each rule. */
function callCounts(dfa: Dfa): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const label of dfa.label) if (label < 0) counts.set(~label, (counts.get(~label) ?? 0) + 1);
  return counts;
}

function inlined(caller: Dfa, callee: Dfa, by: Label, maxStates: number): Dfa | undefined {
  const finals = finalsOf(callee);
  const nfa = createNfa();
  begin(nfa, caller, (source, label, target) => {
    if (label !== by) return true;
    const entry = embed(nfa, callee);
    nfa.epsilon[BASE + source]!.push(entry);
    for (const inner of finals) nfa.epsilon[entry + inner]!.push(BASE + target);
    return false;
  });
  return deterministic(nfa, maxStates);
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
    const edges = callee.label.length;
    const from = [...(callers.get(id) ?? [])];
    const uses = from.reduce((sum, caller) => sum + (calls.get(caller)?.get(id) ?? 0), 0);
    if ((uses - 1) * edges > INLINE_EDGES) return false;
    let changed = false;
    for (const caller of from) {
      const dfa = rules.get(caller)!;
      const growth = (calls.get(caller)?.get(id) ?? 0) * callee.accepting.length;
      if (dfa.accepting.length + growth > INLINE_STATES || dfa.label.length > INLINE_CALLER_EDGES) continue;
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
    const order = [...rules].map(([id, dfa]) => [id, dfa.label.length] as const).sort((a, b) => a[1] - b[1]);
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
    burn("parser", dfa.label.length >>> 3);
    const seen = new Set([0]);
    for (const state of seen) {
      for (let edge = dfa.first[state]!; edge < dfa.first[state + 1]!; edge++) {
        const label = dfa.label[edge]!;
        if (label >= 0 || done.has(~label)) seen.add(dfa.target[edge]!);
      }
    }
    if (![...seen].some((state) => dfa.accepting[state] === 1)) continue;
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

/** Returns the rules that a rule's edges call. */
function calledBy({ label }: Dfa): ReadonlySet<number> {
  const callees = new Set<number>();
  for (let edge = 0; edge < label.length; edge++) if (label[edge]! < 0) callees.add(~label[edge]!);
  return callees;
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
    const dfa = deterministic(ruleNfa(rule.body, label, nullable, limits), limits.ruleStates);
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
    const isUseless = (label: Label): boolean => label < 0 && !useful.has(~label);
    if (!dfa.label.some(isUseless)) continue;
    const nfa = begin(createNfa(), dfa, (_, label) => !isUseless(label));
    rules.set(id, deterministic(nfa, nfa.edges.length + 1)!);
  }
  if (!rules.has(start)) rules.set(start, NO_TEXT);
  const reached = called(rules, start);
  for (const id of [...rules.keys()]) if (!reached.has(id)) rules.delete(id);
}

/** Returns the edges of a state, ascending by label. */
function rowOf({ first, label }: Dfa, state: number): readonly number[] {
  const from = first[state]!;
  const row = Array.from({ length: first[state + 1]! - from }, (_, i) => from + i);
  // Sorting costs much in long rows, which are mostly in order.
  const isSorted = row.every((edge, i) => i === 0 || label[edge - 1]! < label[edge]!);
  return isSorted ? row : row.sort((a, b) => label[a]! - label[b]!);
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
    stateCount += rules.get(id)!.accepting.length;
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
    dfa.accepting.forEach((accepts, q) => {
      const state = base + q;
      ruleOf[state] = n;
      final[state] = accepts;
      for (const edge of rowOf(dfa, q)) {
        const label = dfa.label[edge]!;
        if (label >= 0) {
          terminalLabel.push(label);
          terminalTarget.push(base + dfa.target[edge]!);
        } else {
          callLabel.push(nonterminalOf.get(~label)!);
          callTarget.push(base + dfa.target[edge]!);
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
