// Analyses of a grammar: undefined and duplicate names, nullable, productive and reachable rules, and least weights.
// Each is a least fixpoint over the rules (Hopcroft, Motwani, Ullman, §7.1).

import { callable, signature } from "@espalier/arguments";
import { GrammarError, type GrammarIssue } from "./error.js";
import type { Expression, Grammar, Rule } from "./grammar.js";
import { grammarKind } from "./kinds.js";

/**
 * Calls `visit` on every symbol of `expression`, left to right. The depth of the expression does not affect the stack.
 */
function eachSymbol(expression: Expression, visit: (symbol: Expression & { readonly name: string }) => void): void {
  const pending: Expression[] = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    switch (next.kind) {
      case "terminal":
      case "nonterminal":
        visit(next);
        break;
      case "sequence":
        for (let i = next.items.length - 1; i >= 0; i--) pending.push(next.items[i]!);
        break;
      case "choice":
        for (let i = next.options.length - 1; i >= 0; i--) pending.push(next.options[i]!);
        break;
      case "repeat":
        pending.push(next.item);
        break;
    }
  }
}

const checkTerminalNames = signature("terminalNames", { grammar: grammarKind });

/** Returns the names of the terminals in the rules, in order of first occurrence. */
export function terminalNames(grammar: Grammar): readonly string[] {
  checkTerminalNames(grammar);
  const names = new Set<string>();
  for (const rule of grammar.rules)
    eachSymbol(rule.body, (symbol) => symbol.kind === "terminal" && names.add(symbol.name));
  return [...names];
}

const checkGrammarIssues = signature("grammarIssues", { grammar: grammarKind });

/** Returns every naming error: undefined or duplicate rules, an undefined start. Empty if there are none. */
export function grammarIssues(grammar: Grammar): readonly GrammarIssue[] {
  checkGrammarIssues(grammar);
  const issues: GrammarIssue[] = [];
  const defined = new Set<string>();
  for (const rule of grammar.rules) {
    if (defined.has(rule.name)) {
      issues.push({ code: "duplicate-rule", rule: rule.name, message: `rule "${rule.name}" is defined twice` });
    }
    defined.add(rule.name);
  }
  if (!defined.has(grammar.start)) {
    issues.push({
      code: "undefined-start",
      rule: grammar.start,
      message: `start rule "${grammar.start}" is not defined`,
    });
  }
  for (const rule of grammar.rules) {
    const reported = new Set<string>();
    eachSymbol(rule.body, (symbol) => {
      if (symbol.kind !== "nonterminal" || defined.has(symbol.name) || reported.has(symbol.name)) return;
      reported.add(symbol.name);
      const message = `rule "${rule.name}" uses "${symbol.name}", which is not defined`;
      issues.push({ code: "undefined-rule", rule: rule.name, message });
    });
  }
  return issues;
}

const checkCheck = signature("checkGrammar", { grammar: grammarKind });

/** @throws GrammarError with every issue if there are any. */
export function checkGrammar(grammar: Grammar): void {
  checkCheck(grammar);
  const issues = grammarIssues(grammar);
  if (issues.length > 0) throw new GrammarError(issues);
}

/** For each name, the rules whose bodies mention it. */
function usersByName(grammar: Grammar): ReadonlyMap<string, ReadonlySet<Rule>> {
  const users = new Map<string, Set<Rule>>();
  for (const rule of grammar.rules) {
    eachSymbol(rule.body, ({ kind, name }) => {
      if (kind !== "nonterminal") return;
      const known = users.get(name);
      if (known === undefined) users.set(name, new Set([rule]));
      else known.add(rule);
    });
  }
  return users;
}

const checkLeastWeights = signature("leastWeights", { grammar: grammarKind, weight: callable });

/**
 * Returns, for each rule, the least total weight of a terminal string that it derives; `Infinity` if it derives none.
 * Cost: linear if the weight of each rule changes a bounded number of times; O(rules · size) in the worst case.
 */
export function leastWeights(grammar: Grammar, weight: (terminal: string) => number): ReadonlyMap<string, number> {
  checkLeastWeights(grammar, weight);
  const least = new Map<string, number>(grammar.rules.map((rule) => [rule.name, Number.POSITIVE_INFINITY]));
  const of = (expression: Expression): number => {
    switch (expression.kind) {
      case "terminal":
        return weight(expression.name);
      case "nonterminal":
        return least.get(expression.name) ?? Number.POSITIVE_INFINITY;
      case "sequence":
        return expression.items.reduce((sum, item) => sum + of(item), 0);
      case "choice":
        return expression.options.reduce((best, option) => Math.min(best, of(option)), Number.POSITIVE_INFINITY);
      case "repeat":
        return expression.min === 0 ? 0 : expression.min * of(expression.item);
    }
  };
  const users = usersByName(grammar);
  // A rule is examined again when a rule that it uses has changed. Iterating over a Set also visits members added
  // meanwhile.
  const pending = new Set(grammar.rules);
  for (const rule of pending) {
    pending.delete(rule);
    const now = of(rule.body);
    if (now >= least.get(rule.name)!) continue;
    least.set(rule.name, now);
    for (const user of users.get(rule.name) ?? []) pending.add(user);
  }
  return least;
}

const checkNullableRules = signature("nullableRules", { grammar: grammarKind });

/** Returns the names of the rules that derive the empty text. */
export function nullableRules(grammar: Grammar): ReadonlySet<string> {
  checkNullableRules(grammar);
  const least = leastWeights(grammar, () => 1);
  return new Set(grammar.rules.filter((rule) => least.get(rule.name) === 0).map((rule) => rule.name));
}

const checkProductiveRules = signature("productiveRules", { grammar: grammarKind });

/** Returns the names of the rules that derive at least one terminal string. */
export function productiveRules(grammar: Grammar): ReadonlySet<string> {
  checkProductiveRules(grammar);
  const least = leastWeights(grammar, () => 1);
  return new Set(grammar.rules.filter((rule) => Number.isFinite(least.get(rule.name))).map((rule) => rule.name));
}

const checkReachableRules = signature("reachableRules", { grammar: grammarKind });

/**
 * Returns the names of the rules that can appear in a derivation from the start, whether or not they are productive.
 */
export function reachableRules(grammar: Grammar): ReadonlySet<string> {
  checkReachableRules(grammar);
  const byName = new Map<string, Rule>(grammar.rules.map((rule) => [rule.name, rule]));
  const reached = new Set<string>();
  const pending = [grammar.start];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const rule = byName.get(name);
    if (rule === undefined || reached.has(name)) continue;
    reached.add(name);
    eachSymbol(rule.body, (symbol) => symbol.kind === "nonterminal" && pending.push(symbol.name));
  }
  return reached;
}
