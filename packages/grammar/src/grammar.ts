// Context-free grammars as plain data. Terminals are names; what they match is decided elsewhere (see `syntax`).
//
// A rule's body is an expression with loops, so that lists need no recursion:
//
//   array → "[" (value ("," value)*)? "]"

/** What a rule may derive: a discriminated union, compared by structure. */
export type Expression =
  | { readonly kind: "terminal"; readonly name: string }
  | { readonly kind: "nonterminal"; readonly name: string }
  | { readonly kind: "sequence"; readonly items: readonly Expression[] }
  | { readonly kind: "choice"; readonly options: readonly Expression[] }
  /** `item` repeated between `min` and `max` times (both included; `max` may be `Infinity`). */
  | { readonly kind: "repeat"; readonly item: Expression; readonly min: number; readonly max: number };

/** One production: `name → body`. Two rules of one name are an error, not alternatives. */
export interface Rule {
  readonly name: string;
  readonly body: Expression;
}

/** A context-free grammar. Names of rules and of terminals are separate: a nonterminal and a terminal may share one. */
export interface Grammar {
  readonly start: string;
  readonly rules: readonly Rule[];
}

/** The expression that derives the empty text only. */
export const EMPTY: Expression = { kind: "sequence", items: [] };

/** The expression that derives nothing at all. */
export const NOTHING: Expression = { kind: "choice", options: [] };

export function terminal(name: string): Expression {
  return { kind: "terminal", name };
}

export function nonterminal(name: string): Expression {
  return { kind: "nonterminal", name };
}

export function sequence(...items: readonly Expression[]): Expression {
  return items.length === 1 ? (items[0] as Expression) : { kind: "sequence", items };
}

export function choice(...options: readonly Expression[]): Expression {
  return options.length === 1 ? (options[0] as Expression) : { kind: "choice", options };
}

/** @throws RangeError when the bounds are not 0 ≤ min ≤ max, with min an integer and max an integer or `Infinity`. */
export function repeat(item: Expression, min: number, max: number): Expression {
  if (!Number.isInteger(min) || min < 0 || max < min || !(Number.isInteger(max) || max === Number.POSITIVE_INFINITY)) {
    throw new RangeError(`repeat needs 0 ≤ min ≤ max, got min ${min} and max ${max}`);
  }
  return { kind: "repeat", item, min, max };
}

export function optional(item: Expression): Expression {
  return repeat(item, 0, 1);
}

export function star(item: Expression): Expression {
  return repeat(item, 0, Number.POSITIVE_INFINITY);
}

export function plus(item: Expression): Expression {
  return repeat(item, 1, Number.POSITIVE_INFINITY);
}
