// What is left of a rule's body after its first symbol: partial derivatives (Antimirov 1996), with nonterminals read as symbols.
//
// Their expressions stay close to what was written, so that a rule cut in two can be shown to a reader. A symbol that may derive
// the empty text may also be passed over, as everywhere in this package.

import { EMPTY, type Expression } from "@espalier/grammar";

/** One way to begin: a symbol, and what is left. */
export interface Move {
  readonly symbol: Expression & { readonly kind: "terminal" | "nonterminal" };
  readonly rest: Expression;
}

/** Whether `expression` derives the empty text, when `nullable` rules do. */
export function derivesEmpty(expression: Expression, nullable: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case "terminal":
      return false;
    case "nonterminal":
      return nullable.has(expression.name);
    case "sequence":
      return expression.items.every((item) => derivesEmpty(item, nullable));
    case "choice":
      return expression.options.some((option) => derivesEmpty(option, nullable));
    case "repeat":
      return expression.min === 0 || derivesEmpty(expression.item, nullable);
  }
}

/** Every way to begin a text of `expression`; symbols may come several times. */
export function moves(expression: Expression, nullable: ReadonlySet<string>): readonly Move[] {
  switch (expression.kind) {
    case "terminal":
    case "nonterminal":
      return [{ symbol: expression, rest: EMPTY }];
    case "sequence": {
      const found: Move[] = [];
      for (const [i, item] of expression.items.entries()) {
        const behind = expression.items.slice(i + 1);
        for (const { symbol, rest } of moves(item, nullable)) found.push({ symbol, rest: concat(rest, ...behind) });
        if (!derivesEmpty(item, nullable)) break;
      }
      return found;
    }
    case "choice":
      return expression.options.flatMap((option) => moves(option, nullable));
    case "repeat": {
      const { item, min, max } = expression;
      if (max === 0) return [];
      const again = max === 1 ? EMPTY : ({ kind: "repeat", item, min: Math.max(0, min - 1), max: max - 1 } as const);
      return moves(item, nullable).map(({ symbol, rest }) => ({ symbol, rest: concat(rest, again) }));
    }
  }
}

/** One expression after the other, without sequences in sequences. */
export function concat(...items: readonly Expression[]): Expression {
  const flat = items.flatMap((item) => (item.kind === "sequence" ? item.items : [item]));
  return flat.length === 1 ? flat[0]! : { kind: "sequence", items: flat };
}

/** The expression of the same texts read from right to left. */
export function reversed(expression: Expression): Expression {
  switch (expression.kind) {
    case "terminal":
    case "nonterminal":
      return expression;
    case "sequence":
      return { kind: "sequence", items: expression.items.map(reversed).reverse() };
    case "choice":
      return { kind: "choice", options: expression.options.map(reversed) };
    case "repeat":
      return { ...expression, item: reversed(expression.item) };
  }
}
