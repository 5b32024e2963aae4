// The states of a finite automaton in which the expressions of a grammar can end, from each state: the least fixed point over its rules.

import type { Expression, Grammar } from "@espalier/grammar";

/** The automaton: the meaning of a terminal between two states. */
export interface TerminalSteps {
  readonly stateCount: number;
  /** The states after `terminal` from `state`. */
  ends(terminal: string, state: number): Iterable<number>;
  expression(terminal: string, from: number, to: number): Expression;
}

export interface ExpressionEnds {
  /** The states in which an expression may end from a state. */
  of(expression: Expression, from: number): ReadonlySet<number>;
  /** The same from any of several states. */
  onwards(item: Expression, states: ReadonlySet<number>): ReadonlySet<number>;
  /** The same for `min` to `max` items. */
  repeated(item: Expression, min: number, max: number, from: number): ReadonlySet<number>;
  ofRule(rule: string, from: number): ReadonlySet<number>;
}

export function createExpressionEnds(grammar: Grammar, steps: TerminalSteps): ExpressionEnds {
  const known = new Map<string, readonly Set<number>[]>(
    grammar.rules.map(({ name }) => [name, Array.from({ length: steps.stateCount }, () => new Set<number>())]),
  );
  // Cached once the rules are complete: where an expression ends.
  const memo = new Map<Expression, (ReadonlySet<number> | undefined)[]>();
  let settled = false;

  const ofRule = (rule: string, from: number): ReadonlySet<number> => known.get(rule)?.[from] ?? new Set();

  function endsOf(expression: Expression, from: number): ReadonlySet<number> {
    if (!settled) return find(expression, from);
    let row = memo.get(expression);
    if (row === undefined) memo.set(expression, (row = []));
    row[from] ??= find(expression, from);
    return row[from];
  }

  function find(expression: Expression, from: number): ReadonlySet<number> {
    switch (expression.kind) {
      case "terminal":
        return new Set(steps.ends(expression.name, from));
      case "nonterminal":
        return ofRule(expression.name, from);
      case "sequence":
        return expression.items.reduce<ReadonlySet<number>>((states, item) => onwards(item, states), new Set([from]));
      case "choice":
        return new Set(expression.options.flatMap((option) => [...endsOf(option, from)]));
      case "repeat":
        return repeated(expression.item, expression.min, expression.max, from);
    }
  }

  function onwards(item: Expression, states: ReadonlySet<number>): ReadonlySet<number> {
    return new Set([...states].flatMap((state) => [...endsOf(item, state)]));
  }

  function repeated(item: Expression, min: number, max: number, from: number): ReadonlySet<number> {
    let states: ReadonlySet<number> = new Set([from]);
    for (let i = 0; i < min; i++) states = onwards(item, states);
    const found = new Set(states);
    for (let i = min; i < max; i++) {
      states = new Set([...onwards(item, states)].filter((state) => !found.has(state)));
      if (states.size === 0) break;
      for (const state of states) found.add(state);
    }
    return found;
  }

  for (let changed = true; changed; ) {
    changed = false;
    for (const { name, body } of grammar.rules) {
      const rows = known.get(name)!;
      for (let from = 0; from < steps.stateCount; from++) {
        const row = rows[from]!;
        for (const to of endsOf(body, from)) {
          if (row.has(to)) continue;
          row.add(to);
          changed = true;
        }
      }
    }
  }
  settled = true;

  return { of: endsOf, onwards, repeated, ofRule };
}
