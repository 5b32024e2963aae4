// The product of a grammar and a finite automaton that reads its terminals. For each rule of the grammar and each pair
// of states, it has a rule, if the rule derives a string that leads from the first state to the second (the
// construction of Bar-Hillel, Perles and Shamir 1961). It is built top-down, so that it contains only what is needed.

import { choice, EMPTY, type Expression, type Grammar, nonterminal, type Rule, star } from "@espalier/grammar";
import { createExpressionEnds, type TerminalSteps } from "./expression-ends.js";
import { QuotientError } from "./refusal.js";

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
  const { of: endsOf, onwards, repeated, ofRule } = createExpressionEnds(grammar, steps);

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
    ends: ofRule,
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
