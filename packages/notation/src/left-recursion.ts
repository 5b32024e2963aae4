// Rules that can begin with themselves, directly or through others: what descending parsers refuse.

import type { Regex } from "@espalier/automata";
import { type Expression, leastWeights } from "@espalier/grammar";
import type { SyntaxSource } from "@espalier/syntax";

/** The first rule that can begin with itself, if there is one. O(rules × size of the grammar). */
export function leftRecursiveRule(source: SyntaxSource): string | undefined {
  const { rules } = source.grammar;
  const blank = new Set<string>();
  for (const each of source.terminals) if (each.kind === "pattern" && matchesEmpty(each.regex)) blank.add(each.name);
  const weights = leastWeights(source.grammar, (name) => (blank.has(name) ? 0 : 1));
  const edges = new Map(rules.map((rule) => [rule.name, new Set<string>()]));

  /** Adds the rules that `expression` can begin with, and says whether it can be empty. */
  const corners = (expression: Expression, into: Set<string>): boolean => {
    switch (expression.kind) {
      case "terminal":
        return blank.has(expression.name);
      case "nonterminal":
        into.add(expression.name);
        return weights.get(expression.name) === 0;
      case "choice":
        return expression.options.map((option) => corners(option, into)).includes(true);
      case "sequence":
        return expression.items.every((item) => corners(item, into));
      case "repeat":
        return expression.max === 0 || corners(expression.item, into) || expression.min === 0;
    }
  };
  for (const rule of rules) corners(rule.body, edges.get(rule.name) as Set<string>);
  for (const { name } of rules) {
    const seen = new Set<string>();
    const open = [...(edges.get(name) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === name) return name;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(edges.get(next) ?? []));
    }
  }
  return undefined;
}

function matchesEmpty(regex: Regex): boolean {
  switch (regex.kind) {
    case "empty":
    case "bytes":
      return false;
    case "literal":
      return regex.bytes.length === 0;
    case "sequence":
      return regex.items.every(matchesEmpty);
    case "choice":
      return regex.options.some(matchesEmpty);
    case "and":
      return regex.operands.every(matchesEmpty);
    case "not":
      return !matchesEmpty(regex.operand);
    case "repeat":
      return regex.min === 0 || matchesEmpty(regex.item);
  }
}
