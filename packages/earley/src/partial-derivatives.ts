// Partial derivatives of rule bodies (Antimirov 1996), with nonterminals as symbols: the expression that remains after
// the first symbol.
//
// The resulting expressions stay close to the original, so that what is missing of an unfinished rule can be shown to a
// reader. As everywhere in this package, a symbol that may derive the empty text may also be skipped.

import { EMPTY, type Expression } from "@espalier/grammar";

/** A first symbol, and the expression after it. */
export interface Move {
  readonly symbol: Expression & { readonly kind: "terminal" | "nonterminal" };
  readonly rest: Expression;
}

/** Returns whether `expression` derives the empty text, given the nullable rules. */
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

/** Returns every first symbol of `expression` with its rest. A symbol may occur several times. */
export function moves(expression: Expression, nullable: ReadonlySet<string>): readonly Move[] {
  switch (expression.kind) {
    case "terminal":
    case "nonterminal":
      return [{ symbol: expression, rest: EMPTY }];
    case "sequence": {
      const found: Move[] = [];
      for (const [i, item] of expression.items.entries()) {
        const behind = expression.items.slice(i + 1);
        for (const { symbol, rest } of moves(item, nullable)) found.push({ symbol, rest: concat([rest, ...behind]) });
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
      return moves(item, nullable).map(({ symbol, rest }) => ({ symbol, rest: concat([rest, again]) }));
    }
  }
}

/** Concatenates expressions and flattens nested sequences. */
export function concat(items: readonly Expression[]): Expression {
  const flat = items.flatMap((item) => (item.kind === "sequence" ? item.items : [item]));
  return flat.length === 1 ? flat[0]! : { kind: "sequence", items: flat };
}

/** Returns the expression of the reversed texts. */
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
