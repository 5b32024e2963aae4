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
 * Items, then `rest`, with commas between them; one of both may be missing. A comma may end the items where no rest follows;
 * the rest brings its own last comma.
 */
export function itemsThen(item: Part, rest: Part): Expression {
  return inOrder(many(item, ","), oneOf(inOrder(item, maybe(",")), rest));
}

/** The items where `condition` holds, else none: for what only some versions have. */
export function when<Item>(condition: boolean, ...items: readonly Item[]): readonly Item[] {
  return condition ? items : [];
}

/** The rule that derives the parts in order. */
export function rule(name: string, ...parts: readonly Part[]): Rule {
  return { name, body: inOrder(...parts) };
}
