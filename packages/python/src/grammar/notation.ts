// How Python's rules are written down here: a string is a terminal, lists are loops.

import { choice, type Expression, optional, plus, type Rule, sequence, star, terminal } from "@espalier/grammar";

/** An expression, or a terminal by its name. */
export type Part = Expression | string;

function expressionOf(part: Part): Expression {
  return typeof part === "string" ? terminal(part) : part;
}

/** All parts, one after the other. */
export function inOrder(...parts: readonly Part[]): Expression {
  return sequence(...parts.map(expressionOf));
}

/** One of the parts. */
export function oneOf(...parts: readonly Part[]): Expression {
  return choice(...parts.map(expressionOf));
}

/** The parts in order, or nothing. */
export function maybe(...parts: readonly Part[]): Expression {
  return optional(inOrder(...parts));
}

/** The parts in order, any number of times. */
export function many(...parts: readonly Part[]): Expression {
  return star(inOrder(...parts));
}

/** The parts in order, once or more often. */
export function some(...parts: readonly Part[]): Expression {
  return plus(inOrder(...parts));
}

/** One item or more with commas between them. */
export function list(item: Part): Expression {
  return inOrder(item, many(",", item));
}

/** One item or more with commas between them, and possibly one behind. */
export function listWithComma(item: Part): Expression {
  return inOrder(list(item), maybe(","));
}

/**
 * Items with commas between them, then the rest, where there may be no items or no rest but not neither; after an item without
 * a rest a comma may follow. The rest takes care of its own last comma.
 */
export function itemsThen(item: Part, rest: Part): Expression {
  return inOrder(many(item, ","), oneOf(inOrder(item, maybe(",")), rest));
}

/** The parts of `expressions` where `condition` holds: rules of some versions only. */
export function when<Item>(condition: boolean, ...items: readonly Item[]): readonly Item[] {
  return condition ? items : [];
}

/** A rule and the expression that calls it. */
export function rule(name: string, ...parts: readonly Part[]): Rule {
  return { name, body: inOrder(...parts) };
}
