// Simplifies a grammar. Removes rules that derive nothing or are unreachable, duplicate options, duplicate rules, and
// rules that consist of a single symbol.

import {
  EMPTY,
  type Expression,
  type Grammar,
  NOTHING,
  productiveRules,
  type Rule,
  reachableRules,
} from "@espalier/grammar";
import { concat } from "./partial-derivatives.js";

/**
 * Returns a simpler grammar of the same language. `made` says whether a rule was generated. Generated rules may be
 * merged or inlined; the others keep their names and, except for parts that derive nothing, their bodies. Cost: O(rules
 * · size) a round, at most `rules` rounds.
 */
export function tidyGrammar(grammar: Grammar, made: (rule: string) => boolean): Grammar {
  let current = withoutUnproductive(grammar);
  for (;;) {
    const next = withoutUnits(joined(current, made), made);
    if (next.rules.length === current.rules.length) break;
    current = next;
  }
  const reached = reachableRules(current);
  return { start: current.start, rules: current.rules.filter((rule) => reached.has(rule.name)) };
}

function isNothing(expression: Expression): boolean {
  return expression.kind === "choice" && expression.options.length === 0;
}

/** Replaces the symbols of an expression, then removes duplicate options and parts that derive nothing. */
function rewrite(expression: Expression, of: (symbol: Expression & { name: string }) => Expression): Expression {
  switch (expression.kind) {
    case "terminal":
    case "nonterminal":
      return of(expression);
    case "sequence": {
      const items = expression.items.map((item) => rewrite(item, of));
      return items.some(isNothing) ? NOTHING : concat(items);
    }
    case "choice": {
      const options = new Map<string, Expression>();
      for (const option of expression.options) {
        const written = rewrite(option, of);
        const flat = written.kind === "choice" ? written.options : [written];
        for (const each of flat) options.set(JSON.stringify(each), each);
      }
      const [only, second] = options.values();
      return only !== undefined && second === undefined ? only : { kind: "choice", options: [...options.values()] };
    }
    case "repeat": {
      const item = rewrite(expression.item, of);
      if (!isNothing(item)) return { ...expression, item };
      return expression.min === 0 ? EMPTY : NOTHING;
    }
  }
}

/** Rewrites every body. An option that is only the rule itself is removed. */
function rewriteRules(rules: readonly Rule[], of: (symbol: Expression & { name: string }) => Expression): Rule[] {
  return rules.map(({ name, body }) => {
    const written = rewrite(body, of);
    const options = written.kind === "choice" ? written.options : [written];
    const kept = options.filter((option) => option.kind !== "nonterminal" || option.name !== name);
    if (kept.length === options.length) return { name, body: written };
    return { name, body: kept.length === 1 ? kept[0]! : { kind: "choice", options: kept } };
  });
}

function withoutUnproductive(grammar: Grammar): Grammar {
  const productive = productiveRules(grammar);
  const kept = grammar.rules.filter((rule) => productive.has(rule.name));
  const rules = rewriteRules(kept, (symbol) =>
    symbol.kind === "nonterminal" && !productive.has(symbol.name) ? NOTHING : symbol,
  );
  return productive.has(grammar.start)
    ? { start: grammar.start, rules }
    : { start: grammar.start, rules: [{ name: grammar.start, body: NOTHING }] };
}

/** Merges made rules with equal bodies, where merged rules count as equal: the coarsest such partition (Moore 1956). */
function joined(grammar: Grammar, made: (rule: string) => boolean): Grammar {
  const first = grammar.rules.find((rule) => made(rule.name))?.name;
  let classOf = new Map(grammar.rules.map(({ name }) => [name, made(name) ? first! : name]));
  for (let count = 0; ; ) {
    const classes = new Map<string, string>();
    const next = new Map<string, string>();
    for (const { name, body } of grammar.rules) {
      const named = rewrite(body, (symbol) =>
        symbol.kind === "nonterminal" ? { kind: "nonterminal", name: classOf.get(symbol.name)! } : symbol,
      );
      const key = made(name) ? `${classOf.get(name)} ${unordered(named)}` : name;
      const known = classes.get(key) ?? name;
      classes.set(key, known);
      next.set(name, known);
    }
    classOf = next;
    if (classes.size === count) break;
    count = classes.size;
  }
  const kept = grammar.rules.filter(({ name }) => classOf.get(name) === name);
  const rules = rewriteRules(kept, (symbol) =>
    symbol.kind === "nonterminal" ? { kind: "nonterminal", name: classOf.get(symbol.name)! } : symbol,
  );
  return { start: classOf.get(grammar.start)!, rules };
}

/** An expression as a key that ignores the order of options. */
function unordered(expression: Expression): string {
  if (expression.kind !== "choice") return JSON.stringify(expression);
  return expression.options
    .map((option) => JSON.stringify(option))
    .sort()
    .join("|");
}

/** Replaces made rules that are a single symbol, or empty, by their bodies. */
function withoutUnits(grammar: Grammar, made: (rule: string) => boolean): Grammar {
  const units = new Map<string, Expression>();
  for (const { name, body } of grammar.rules) {
    const single = body.kind === "terminal" || body.kind === "nonterminal";
    const empty = body.kind === "sequence" && body.items.length === 0;
    if (made(name) && (single || empty)) units.set(name, body);
  }
  const meaning = (symbol: Expression): Expression => {
    // A chain of names ends: rules that only refer to each other in a circle derive nothing and have been removed.
    let at = symbol;
    while (at.kind === "nonterminal" && units.has(at.name)) at = units.get(at.name)!;
    return at;
  };
  const start = meaning({ kind: "nonterminal", name: grammar.start });
  const name = start.kind === "nonterminal" ? start.name : grammar.start;
  const kept = grammar.rules.filter((rule) => rule.name === name || !units.has(rule.name));
  return { start: name, rules: rewriteRules(kept, meaning) };
}
