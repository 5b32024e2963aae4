// The product of a grammar and a finite automaton that reads its terminals. For each rule of the grammar and each pair
// of states, it has a rule, if the rule derives a string that leads from the first state to the second (the
// construction of Bar-Hillel, Perles and Shamir 1961). It is built top-down, so that it contains only what is needed.

import { choice, EMPTY, type Expression, type Grammar, nonterminal, type Rule, star } from "@espalier/grammar";
import { QuotientError } from "./refusal.js";

/** The automaton: the meaning of a terminal between two states. */
export interface TerminalSteps {
  readonly stateCount: number;
  /** The states after `terminal` from `state`. */
  ends(terminal: string, state: number): Iterable<number>;
  expression(terminal: string, from: number, to: number): Expression;
}

/** The largest number of rules of the product. */
const MOST_RULES = 20_000;

export interface BoundedRules {
  /** The states in which `rule` may end from `state`. */
  ends(rule: string, state: number): ReadonlySet<number>;
  /** What `rule` derives from one state to another. */
  between(rule: string, from: number, to: number): Expression;
  /** The rules named so far, and every rule that they name. */
  rules(): readonly Rule[];
}

/** @throws QuotientError if there are more rules. */
export function boundedRules(grammar: Grammar, steps: TerminalSteps, prefix = ""): BoundedRules {
  const bodies = new Map(grammar.rules.map(({ name, body }) => [name, body]));
  const known = new Map<string, readonly Set<number>[]>(
    grammar.rules.map(({ name }) => [name, Array.from({ length: steps.stateCount }, () => new Set<number>())]),
  );
  // Cached once the rules are complete: where an expression ends.
  const memo = new Map<Expression, (ReadonlySet<number> | undefined)[]>();
  let settled = false;

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
        return known.get(expression.name)?.[from] ?? new Set();
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

  const made = new Map<string, () => Expression>();
  const numbers = new Map<Expression, number>();
  const numberOf = (expression: Expression): number => {
    let id = numbers.get(expression);
    if (id === undefined) numbers.set(expression, (id = numbers.size));
    return id;
  };
  function named(name: string, body: () => Expression): Expression {
    if (!made.has(name)) {
      if (made.size >= MOST_RULES) throw new QuotientError("too-large", `it needs more than ${MOST_RULES} rules`);
      made.set(name, body);
    }
    return nonterminal(name);
  }

  function build(expression: Expression, from: number, to: number): Expression {
    switch (expression.kind) {
      case "terminal":
        return steps.expression(expression.name, from, to);
      case "nonterminal":
        return between(expression.name, from, to);
      case "sequence":
        return inSequence(expression, 0, from, to);
      case "choice":
        return choice(
          ...expression.options
            .filter((option) => endsOf(option, from).has(to))
            .map((option) => build(option, from, to)),
        );
      case "repeat": {
        const { item, min, max } = expression;
        const ends = endsOf(item, from);
        if (from === to && ends.size === 1 && ends.has(from)) {
          return { kind: "repeat", item: build(item, from, to), min, max };
        }
        return inRepeat(item, min, max, from, to);
      }
    }
  }

  /** The items from index `at` on. */
  function inSequence(expression: Expression & { kind: "sequence" }, at: number, from: number, to: number): Expression {
    const item = expression.items[at];
    if (item === undefined) return EMPTY;
    if (at === expression.items.length - 1) return build(item, from, to);
    const options: Expression[] = [];
    const leads = (state: number): boolean =>
      expression.items
        .slice(at + 1)
        .reduce<ReadonlySet<number>>((states, each) => onwards(each, states), new Set([state]))
        .has(to);
    const through = [...endsOf(item, from)].filter(leads);
    for (const state of through) {
      const rest = (): Expression => inSequence(expression, at + 1, state, to);
      const short = through.length === 1 || at === expression.items.length - 2;
      options.push(
        inOrder(
          build(item, from, state),
          short ? rest() : named(`rest ${prefix}${numberOf(expression)}.${at + 1} ${state} ${to}`, rest),
        ),
      );
    }
    return choice(...options);
  }

  function inRepeat(item: Expression, min: number, max: number, from: number, to: number): Expression {
    const name = `list ${prefix}${numberOf(item)} ${min} ${max} ${from} ${to}`;
    return named(name, () => {
      const ends = endsOf(item, from);
      if (min === 0 && max === Number.POSITIVE_INFINITY && from === to && ends.size === 1 && ends.has(from))
        return star(build(item, from, to));
      const options: Expression[] = [];
      if (min === 0 && from === to) options.push(EMPTY);
      const left = [Math.max(0, min - 1), max - 1] as const;
      if (max > 0) {
        for (const state of endsOf(item, from))
          if (repeated(item, ...left, state).has(to))
            options.push(inOrder(build(item, from, state), inRepeat(item, ...left, state, to)));
      }
      return choice(...options);
    });
  }

  function between(rule: string, from: number, to: number): Expression {
    return named(`${rule} ${prefix}${from} ${to}`, () => build(bodies.get(rule)!, from, to));
  }

  return {
    ends: (rule, state) => known.get(rule)?.[state] ?? new Set(),
    between,
    rules(): readonly Rule[] {
      const rules: Rule[] = [];
      for (const [name, body] of made) rules.push({ name, body: body() }); // grows as it goes
      return rules;
    },
  };
}

/** A sequence of the items, flattened. */
export function inOrder(...items: readonly Expression[]): Expression {
  const flat = items.flatMap((item) => (item.kind === "sequence" ? item.items : [item]));
  return flat.length === 1 ? flat[0]! : { kind: "sequence", items: flat };
}
