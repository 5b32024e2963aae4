// The judge of quotients: least weights of a context-free language between the nodes of an automaton (Bar-Hillel, Perles and
// Shamir 1961, in the (min, +) semiring), as matrices over all nodes, iterated until nothing changes. Slow, obvious, independent.

import type { Expression, Grammar } from "@espalier/grammar";

/** Edges over terminals, by name, with a weight each; edges without a terminal read nothing. */
export interface WeightedAutomaton {
  readonly nodeCount: number;
  readonly edges: readonly {
    readonly from: number;
    readonly terminal?: string;
    readonly to: number;
    readonly weight: number;
  }[];
}

type Matrix = Float64Array;

/** `least(i, j)`: the least weight of a path from node i to node j whose terminals the grammar derives; `Infinity` when there is none. */
export function leastBetween(grammar: Grammar, automaton: WeightedAutomaton): (from: number, to: number) => number {
  const n = automaton.nodeCount;
  const matrix = (): Matrix => new Float64Array(n * n).fill(Number.POSITIVE_INFINITY);
  const times = (a: Matrix, b: Matrix): Matrix => {
    const c = matrix();
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < n; k++) {
        const left = a[i * n + k]!;
        if (left === Number.POSITIVE_INFINITY) continue;
        for (let j = 0; j < n; j++) {
          const sum = left + b[k * n + j]!;
          if (sum < c[i * n + j]!) c[i * n + j] = sum;
        }
      }
    }
    return c;
  };
  const plus = (a: Matrix, b: Matrix): Matrix => a.map((value, i) => Math.min(value, b[i]!));
  const equal = (a: Matrix, b: Matrix): boolean => a.every((value, i) => value === b[i]);
  const star = (a: Matrix): Matrix => {
    let closure = plus(one, a);
    for (;;) {
      const next = times(closure, closure);
      if (equal(next, closure)) return closure;
      closure = next;
    }
  };
  const identity = matrix();
  for (let i = 0; i < n; i++) identity[i * n + i] = 0;
  let one = identity;
  const reading = (terminal: string | undefined): Matrix => {
    const m = matrix();
    for (const edge of automaton.edges) {
      const at = edge.from * n + edge.to;
      if (edge.terminal === terminal) m[at] = Math.min(m[at]!, edge.weight);
    }
    return m;
  };
  one = star(reading(undefined));
  const terminals = new Map<string, Matrix>();
  const values = new Map<string, Matrix>(grammar.rules.map((rule) => [rule.name, matrix()]));
  const of = (expression: Expression): Matrix => {
    switch (expression.kind) {
      case "terminal": {
        let known = terminals.get(expression.name);
        if (known === undefined) {
          known = times(times(one, reading(expression.name)), one);
          terminals.set(expression.name, known);
        }
        return known;
      }
      case "nonterminal":
        return values.get(expression.name)!;
      case "sequence":
        return expression.items.reduce((product: Matrix, item) => times(product, of(item)), one);
      case "choice":
        return expression.options.reduce((sum: Matrix, option) => plus(sum, of(option)), matrix());
      case "repeat": {
        const item = of(expression.item);
        let least = one;
        for (let i = 0; i < expression.min; i++) least = times(least, item);
        if (expression.max === Number.POSITIVE_INFINITY) return times(least, star(item));
        const optional = plus(one, item);
        for (let i = expression.min; i < expression.max; i++) least = times(least, optional);
        return least;
      }
    }
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const rule of grammar.rules) {
      const now = of(rule.body);
      if (equal(now, values.get(rule.name)!)) continue;
      values.set(rule.name, now);
      changed = true;
    }
  }
  const result = values.get(grammar.start)!;
  return (from: number, to: number): number => result[from * n + to]!;
}
