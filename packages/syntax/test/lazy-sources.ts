// Lazy sources for tests, made from grammars in two independent ways: by derivatives of the rules' expressions, a state when it is
// asked for, and from the tables of compileRules.

import type { Regex } from "@espalier/automata";
import { compileRules, type LazyRules, type RuleEdges } from "@espalier/earley";
import { choice, EMPTY, type Expression, type Grammar, NOTHING, repeat, sequence } from "@espalier/grammar";
import type { LazySource, PatternTerminal } from "@espalier/syntax";

/** How many states and terminals have been asked for: what laziness is about. */
export interface Asked {
  states: number;
  terminals: number;
}

function nullable(expression: Expression): boolean {
  switch (expression.kind) {
    case "terminal":
    case "nonterminal":
      return false; // rules are not nullable here
    case "sequence":
      return expression.items.every(nullable);
    case "choice":
      return expression.options.some(nullable);
    case "repeat":
      return expression.min === 0 || nullable(expression.item);
  }
}

type Label = { readonly kind: "terminal" | "nonterminal"; readonly name: string };

function firsts(expression: Expression): Label[] {
  switch (expression.kind) {
    case "terminal":
    case "nonterminal":
      return [expression];
    case "sequence": {
      const end = expression.items.findIndex((item) => !nullable(item));
      return expression.items.slice(0, end < 0 ? undefined : end + 1).flatMap(firsts);
    }
    case "choice":
      return expression.options.flatMap(firsts);
    case "repeat":
      return expression.max === 0 ? [] : firsts(expression.item);
  }
}

function join(first: Expression, then: Expression): Expression {
  if (first === NOTHING) return NOTHING;
  const items = [first, then].flatMap((part) => (part.kind === "sequence" ? part.items : [part]));
  return items.length === 1 ? items[0]! : sequence(...items);
}

function derivative(expression: Expression, label: Label): Expression {
  switch (expression.kind) {
    case "terminal":
    case "nonterminal":
      return expression.kind === label.kind && expression.name === label.name ? EMPTY : NOTHING;
    case "sequence": {
      const [head, ...tail] = expression.items;
      if (head === undefined) return NOTHING;
      const through = join(derivative(head, label), sequence(...tail));
      return nullable(head) ? either(through, derivative(sequence(...tail), label)) : through;
    }
    case "choice":
      return either(...expression.options.map((option) => derivative(option, label)));
    case "repeat": {
      const { item, min, max } = expression;
      if (max === 0) return NOTHING;
      return join(derivative(item, label), repeat(item, Math.max(0, min - 1), max - 1));
    }
  }
}

function either(...options: readonly Expression[]): Expression {
  const distinct = new Map<string, Expression>();
  for (const option of options.flatMap((each) => (each.kind === "choice" ? each.options : [each]))) {
    distinct.set(
      JSON.stringify(option, (_, value) => (value === Number.POSITIVE_INFINITY ? "∞" : value)),
      option,
    );
  }
  const kept = [...distinct.values()].filter((option) => option !== NOTHING);
  return kept.length === 1 ? kept[0]! : choice(...kept);
}

function sourceOf(rules: LazyRules, terminals: readonly PatternTerminal[], asked: Asked): LazySource {
  return {
    rules,
    terminal(t: number): Regex {
      asked.terminals++;
      return terminals[t]!.regex;
    },
    terminalName: (t) => terminals[t]!.name,
    classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
    classCount: 256,
  };
}

/** Rules whose states are derivatives of their bodies. `lengths` are the least bytes of each terminal. No rule may be nullable. */
export function derivedSource(
  grammar: Grammar,
  terminals: readonly PatternTerminal[],
  lengths: readonly number[],
  asked: Asked = { states: 0, terminals: 0 },
): LazySource {
  const ruleIds = new Map(grammar.rules.map(({ name }, id) => [name, id]));
  const terminalIds = new Map(terminals.map(({ name }, id) => [name, id]));
  const states: { readonly rule: number; readonly left: Expression }[] = [];
  const ids = new Map<string, number>();
  const state = (rule: number, left: Expression): number => {
    const key = `${rule} ${JSON.stringify(left, (_, value) => (value === Number.POSITIVE_INFINITY ? "∞" : value))}`;
    let id = ids.get(key);
    if (id === undefined) {
      id = states.push({ rule, left }) - 1;
      ids.set(key, id);
    }
    return id;
  };
  // Least bytes of each rule: a fixpoint over whole expressions.
  const shortest = grammar.rules.map(() => Number.POSITIVE_INFINITY);
  const least = (expression: Expression): number => {
    switch (expression.kind) {
      case "terminal":
        return lengths[terminalIds.get(expression.name)!]!;
      case "nonterminal":
        return shortest[ruleIds.get(expression.name)!]!;
      case "sequence":
        return expression.items.reduce((sum, item) => sum + least(item), 0);
      case "choice":
        return Math.min(...expression.options.map(least));
      case "repeat":
        return expression.min === 0 ? 0 : expression.min * least(expression.item);
    }
  };
  for (let round = 0; round < grammar.rules.length; round++) {
    for (const [id, { body }] of grammar.rules.entries()) shortest[id] = least(body);
  }
  const rules: LazyRules = {
    start: ruleIds.get(grammar.start)!,
    startOf: (n) => state(n, grammar.rules[n]!.body),
    ruleOf: (q) => states[q]!.rule,
    cost: (q) => least(states[q]!.left),
    edges(q): RuleEdges {
      asked.states++;
      const { rule, left } = states[q]!;
      const edges = { terminal: new Map<number, number>(), nonterminal: new Map<number, number>() };
      for (const label of firsts(left)) {
        const id = (label.kind === "terminal" ? terminalIds : ruleIds).get(label.name)!;
        edges[label.kind].set(id, state(rule, derivative(left, label)));
      }
      return {
        final: nullable(left),
        terminals: [...edges.terminal].sort(([a], [b]) => a - b).flat(),
        calls: [...edges.nonterminal].flat(),
      };
    },
  };
  return sourceOf(rules, terminals, asked);
}

/** The rules of compileRules, which may begin with calls in any order; the language may hold the empty text. */
export function compiledSource(
  grammar: Grammar,
  terminals: readonly PatternTerminal[],
  lengths: readonly number[],
): LazySource {
  const automata = compileRules(
    grammar,
    terminals.map(({ name }) => name),
  );
  const edges = (q: number): RuleEdges => {
    const row = (at: Int32Array, label: Int32Array, target: Int32Array): number[] => {
      const pairs: number[] = [];
      for (let e = at[q]!; e < at[q + 1]!; e++) pairs.push(label[e]!, target[e]!);
      return pairs;
    };
    return {
      final: automata.final[q] === 1,
      terminals: row(automata.terminalEdges, automata.terminalLabel, automata.terminalTarget),
      calls: row(automata.callEdges, automata.callLabel, automata.callTarget),
    };
  };
  const costs = Array.from(automata.final, (final) => (final === 1 ? 0 : Number.POSITIVE_INFINITY));
  for (let changed = true; changed; ) {
    changed = false;
    for (let q = 0; q < automata.stateCount; q++) {
      const { terminals: over, calls } = edges(q);
      const ways: number[] = [];
      for (let i = 0; i < over.length; i += 2) {
        ways.push(lengths[over[i]!]! + costs[over[i + 1]!]!);
      }
      for (let i = 0; i < calls.length; i += 2) {
        const callee = automata.startOf[calls[i]!]!;
        ways.push(costs[callee]! + costs[calls[i + 1]!]!);
      }
      const best = Math.min(costs[q]!, ...ways);
      if (best < costs[q]!) {
        costs[q] = best;
        changed = true;
      }
    }
  }
  const rules: LazyRules = {
    start: 0,
    acceptsEmpty: automata.acceptsEmpty,
    startOf: (n) => automata.startOf[n]!,
    ruleOf: (q) => automata.ruleOf[q]!,
    edges,
    cost: (q) => costs[q]!,
  };
  return sourceOf(rules, terminals, { states: 0, terminals: 0 });
}
