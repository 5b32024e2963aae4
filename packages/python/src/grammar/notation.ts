// Helpers to write Python's rules: a string is a terminal, and lists are loops.

import { choice, type Expression, optional, plus, type Rule, sequence, star, terminal } from "@espalier/grammar";

/** An expression, or the name of a terminal. */
export type Part = Expression | string;

function expressionOf(part: Part): Expression {
  return typeof part === "string" ? terminal(part) : part;
}

/** A sequence. */
export function inOrder(...parts: readonly Part[]): Expression {
  return sequence(...parts.map(expressionOf));
}

/** A choice. */
export function oneOf(...parts: readonly Part[]): Expression {
  return choice(...parts.map(expressionOf));
}

/** A sequence or nothing. */
export function maybe(...parts: readonly Part[]): Expression {
  return optional(inOrder(...parts));
}

/** A sequence, repeated zero or more times. */
export function many(...parts: readonly Part[]): Expression {
  return star(inOrder(...parts));
}

/** A sequence, repeated one or more times. */
export function some(...parts: readonly Part[]): Expression {
  return plus(inOrder(...parts));
}

/** One or more items, separated by commas. */
export function list(item: Part): Expression {
  return inOrder(item, many(",", item));
}

/** One or more items, separated by commas, with an optional trailing comma. */
export function listWithComma(item: Part): Expression {
  return inOrder(list(item), maybe(","));
}

/**
 * Items followed by `rest`, separated by commas; one of the two may be missing. Without a rest, the items may end with
 * a comma. The rest includes its own trailing comma.
 */
export function itemsThen(item: Part, rest: Part): Expression {
  return inOrder(many(item, ","), oneOf(inOrder(item, maybe(",")), rest));
}

/** The items if `condition` holds, else none; for constructs of certain versions. */
export function when<Item>(condition: boolean, ...items: readonly Item[]): readonly Item[] {
  return condition ? items : [];
}

/** A rule for a sequence. */
export function rule(name: string, ...parts: readonly Part[]): Rule {
  return { name, body: inOrder(...parts) };
}
