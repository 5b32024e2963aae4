// Context-free grammars as plain data. Terminals are names; a lexer defines what they match (see `syntax`).
//
// The body of a rule is an expression with repetition, so that lists need no recursion:
//
//   array → "[" (value ("," value)*)? "]"

import { ArgumentError, integer, listOf, signature, text } from "@espalier/arguments";
import { expressionKind } from "./kinds.js";

/** The body of a rule: a discriminated union, compared by structure. */
export type Expression =
  | { readonly kind: "terminal"; readonly name: string }
  | { readonly kind: "nonterminal"; readonly name: string }
  | { readonly kind: "sequence"; readonly items: readonly Expression[] }
  | { readonly kind: "choice"; readonly options: readonly Expression[] }
  /** `item` repeated between `min` and `max` times (both included; `max` may be `Infinity`). */
  | { readonly kind: "repeat"; readonly item: Expression; readonly min: number; readonly max: number };

/** One production: `name → body`. Two rules with the same name are an error, not alternatives. */
export interface Rule {
  readonly name: string;
  readonly body: Expression;
}

/**
 * A context-free grammar. Rules and terminals have separate namespaces: a nonterminal and a terminal may have the same
 * name.
 */
export interface Grammar {
  readonly start: string;
  readonly rules: readonly Rule[];
}

/** Derives the empty text only. */
export const EMPTY: Expression = { kind: "sequence", items: [] };

/** Derives nothing. */
export const NOTHING: Expression = { kind: "choice", options: [] };

const checkTerminal = signature("terminal", { name: text });

export function terminal(name: string): Expression {
  checkTerminal(name);
  return { kind: "terminal", name };
}

const checkNonterminal = signature("nonterminal", { name: text });

export function nonterminal(name: string): Expression {
  checkNonterminal(name);
  return { kind: "nonterminal", name };
}

const checkSequence = signature("sequence", { items: listOf(expressionKind) });

export function sequence(...items: readonly Expression[]): Expression {
  checkSequence(items);
  return items.length === 1 ? items[0]! : { kind: "sequence", items };
}

const checkChoice = signature("choice", { options: listOf(expressionKind) });

export function choice(...options: readonly Expression[]): Expression {
  checkChoice(options);
  return options.length === 1 ? options[0]! : { kind: "choice", options };
}

const checkRepeat = signature("repeat", {
  item: expressionKind,
  min: integer({ min: 0 }),
  max: integer({ min: 0, max: Number.POSITIVE_INFINITY }),
});

/** @throws ArgumentError unless 0 ≤ min ≤ max, min is an integer, and max is an integer or `Infinity`. */
export function repeat(item: Expression, min: number, max: number): Expression {
  checkRepeat(item, min, max);
  if (max < min)
    throw new ArgumentError("out-of-range", "max", `repeat: max must be at least min, ${min}, not ${max}.`);
  return { kind: "repeat", item, min, max };
}

const checkOptional = signature("optional", { item: expressionKind });

export function optional(item: Expression): Expression {
  checkOptional(item);
  return repeat(item, 0, 1);
}

const checkStar = signature("star", { item: expressionKind });

export function star(item: Expression): Expression {
  checkStar(item);
  return repeat(item, 0, Number.POSITIVE_INFINITY);
}

const checkPlus = signature("plus", { item: expressionKind });

export function plus(item: Expression): Expression {
  checkPlus(item);
  return repeat(item, 1, Number.POSITIVE_INFINITY);
}
