// Context-free grammars as plain data. Terminals are names; what they match is decided elsewhere (see `syntax`).
//
// A rule's body is an expression with loops, so that lists need no recursion:
//
//   array → "[" (value ("," value)*)? "]"

import { ArgumentError, integer, listOf, signature, text } from "@espalier/arguments";
import { expressionKind } from "./kinds.js";

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

/** @throws ArgumentError when the bounds are not 0 ≤ min ≤ max, with min an integer and max an integer or `Infinity`. */
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
