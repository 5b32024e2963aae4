// Finds which terminals can stand next to each other in the texts of a grammar. It computes the first and last
// terminals of each part of a rule, as the construction of a position automaton does for a regular expression (Glushkov
// 1961).

import type { Expression, Grammar } from "@espalier/grammar";

/** By terminal: those that may follow it directly. A superset if some rule derives nothing. */
export function adjacentTerminals({ rules }: Grammar): ReadonlyMap<string, ReadonlySet<string>> {
  const nullable = new Set<string>();
  const first = new Map<string, Set<string>>(rules.map(({ name }) => [name, new Set()]));
  const last = new Map<string, Set<string>>(rules.map(({ name }) => [name, new Set()]));
  const pairs = new Map<string, Set<string>>();
  let size = 0;

  interface Ends {
    readonly first: ReadonlySet<string>;
    readonly last: ReadonlySet<string>;
    readonly nullable: boolean;
  }
  const NONE: Ends = { first: new Set(), last: new Set(), nullable: true };
  const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> => new Set([...a, ...b]);

  function pair(before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    for (const left of before) {
      const known = pairs.get(left) ?? new Set();
      pairs.set(left, known);
      for (const right of after) known.add(right);
    }
  }

  function join(a: Ends, b: Ends): Ends {
    pair(a.last, b.first);
    return {
      first: a.nullable ? union(a.first, b.first) : a.first,
      last: b.nullable ? union(a.last, b.last) : b.last,
      nullable: a.nullable && b.nullable,
    };
  }

  function ends(expression: Expression): Ends {
    switch (expression.kind) {
      case "terminal":
        return { first: new Set([expression.name]), last: new Set([expression.name]), nullable: false };
      case "nonterminal": {
        const { name } = expression;
        return { first: first.get(name) ?? new Set(), last: last.get(name) ?? new Set(), nullable: nullable.has(name) };
      }
      case "sequence":
        return expression.items.map(ends).reduce(join, NONE);
      case "choice": {
        const options = expression.options.map(ends);
        return {
          first: new Set(options.flatMap((option) => [...option.first])),
          last: new Set(options.flatMap((option) => [...option.last])),
          nullable: options.some((option) => option.nullable),
        };
      }
      case "repeat": {
        const item = ends(expression.item);
        if (expression.max > 1) pair(item.last, item.first);
        return { ...item, nullable: item.nullable || expression.min === 0 };
      }
    }
  }

  for (;;) {
    for (const { name, body } of rules) {
      const found = ends(body);
      for (const each of found.first) first.get(name)!.add(each);
      for (const each of found.last) last.get(name)!.add(each);
      if (found.nullable) nullable.add(name);
    }
    let now = nullable.size;
    for (const sets of [first, last, pairs]) for (const set of sets.values()) now += set.size;
    if (now === size) return pairs;
    size = now;
  }
}
