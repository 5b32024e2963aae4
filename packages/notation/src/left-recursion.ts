// Finds left-recursive rules, direct or indirect. Recursive-descent parsers reject them.

import { matchesEmpty } from "@espalier/automata";
import { type Expression, leastWeights } from "@espalier/grammar";
import type { SyntaxSource } from "@espalier/syntax";

/** Returns a left-recursive rule, if there is one. */
export function leftRecursiveRule(source: SyntaxSource): string | undefined {
  const { rules } = source.grammar;
  const blank = new Set<string>();
  for (const each of source.terminals) if (each.kind === "pattern" && matchesEmpty(each.regex)) blank.add(each.name);
  const weights = leastWeights(source.grammar, (name) => (blank.has(name) ? 0 : 1));
  const edges = new Map(rules.map((rule) => [rule.name, new Set<string>()]));

  /** Adds the rules with which `expression` can begin. Returns whether it can be empty. */
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
  for (const rule of rules) corners(rule.body, edges.get(rule.name)!);
  return onCycle(edges);
}

/** Returns a node on a cycle, if there is one: repeatedly removes nodes without outgoing edges. Linear. */
function onCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  const sources = new Map<string, string[]>();
  const left = new Map<string, number>();
  for (const [from, targets] of edges) {
    const known = [...targets].filter((to) => edges.has(to));
    left.set(from, known.length);
    for (const to of known) (sources.get(to) ?? sources.set(to, []).get(to))?.push(from);
  }
  const done = [...left].filter(([, count]) => count === 0).map(([name]) => name);
  for (const name of done) {
    left.delete(name);
    for (const from of sources.get(name) ?? []) {
      const count = left.get(from)! - 1;
      left.set(from, count);
      if (count === 0) done.push(from);
    }
  }
  const seen = new Set<string>();
  let [at] = left.keys();
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    at = [...(edges.get(at) ?? [])].find((to) => left.has(to));
  }
  return at;
}
