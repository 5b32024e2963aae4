// Whitespace between the parts of a JSON text. It belongs to the terminals beside it, so that the grammar never sees it:
//
//     flexible   {␣ "key"␣:␣ value ␣,␣ "key"␣:␣ value ␣}                ␣: nothing, a space, or a line break and an indentation
//     pretty     {⏎··"key": value,⏎··"key": value⏎}                    as JSON.stringify(value, null, indent) writes it
//     compact    {"key":value,"key":value}                              as JSON.stringify(value) writes it

import { choice, literal, optional, type Regex, repeat, sequence } from "@espalier/automata";
import { createRecall } from "../text/recall.js";

export type Whitespace =
  | { readonly kind: "compact" }
  /** `indent` spaces per level (default 2). */
  | { readonly kind: "pretty"; readonly indent?: number }
  /**
   * Whitespace wherever JSON allows it inside a value: none, one space, or a line break and up to `limit` (default 256) spaces and tabs. Formatters write
   * nothing else. The limit exists because a model that may continue with whitespace often does so without end.
   */
  | { readonly kind: "flexible"; readonly limit?: number };

/** Whitespace that does not depend on the depth. */
export type FlatWhitespace = Exclude<Whitespace, { readonly kind: "pretty" }>;

/** The terminals of one whitespace style, by nesting depth if they depend on it. */
export interface Layout {
  /** Whether terminals depend on the depth. */
  readonly nested: boolean;
  /** An opening bracket, with the whitespace allowed before the first part. */
  open(bracket: "{" | "["): Regex;
  /** The whitespace between an opening bracket at `depth` and the first part; `undefined` if there is none. */
  first(depth: number): Regex | undefined;
  /** A closing bracket directly after its opening bracket. */
  closeEmpty(bracket: "}" | "]"): Regex;
  close(bracket: "}" | "]", depth: number): Regex;
  comma(depth: number): Regex;
  colon: Regex;
}

/** One valid layout, by the depth of the brackets. */
export interface UsualSpaces {
  /** The whitespace after an opening bracket, and before a closing bracket. */
  first(depth: number): string;
  last(depth: number): string;
  comma(depth: number): string;
  readonly colon: string;
}

/** `limit` of flexible whitespace: the blanks between two lexemes. */
const DEFAULT_LIMIT = 256;
/** `indent` of pretty whitespace: the blanks of one level. */
const DEFAULT_INDENT = 2;

const recall = createRecall<Layout>(50);

/** @throws RangeError if a limit or an indent is not an integer ≥ 0. */
export function layoutOf(whitespace: Whitespace): Layout {
  if (whitespace.kind !== "pretty") return flatLayoutOf(whitespace);
  return recall(JSON.stringify(whitespace), () => prettyLayout(whitespace.indent));
}

/** The same without `pretty`, for small pages. */
export function flatLayoutOf(whitespace: FlatWhitespace): Layout {
  return recall(JSON.stringify(whitespace), () =>
    whitespace.kind === "compact" ? compactLayout() : flexibleLayout(whitespace.limit),
  );
}

/** Returns the whitespace as most writers put it. */
export function usualSpaces(whitespace: Whitespace): UsualSpaces {
  if (whitespace.kind === "pretty") {
    const line = lineOf(whitespace.indent);
    return { first: (depth) => line(depth + 1), last: line, comma: (depth) => `,${line(depth + 1)}`, colon: ": " };
  }
  const space = whitespace.kind === "compact" ? "" : " ";
  return { first: () => "", last: () => "", comma: () => `,${space}`, colon: `:${space}` };
}

const same = (bracket: string): Regex => literal(bracket);

/** The terminals without whitespace. */
function compactLayout(): Layout {
  return {
    nested: false,
    open: same,
    first: () => undefined,
    closeEmpty: same,
    close: same,
    comma: () => literal(","),
    colon: literal(":"),
  };
}

function flexibleLayout(given = DEFAULT_LIMIT): Layout {
  const limit = checked("limit", given);
  const indentation = repeat(choice(literal(" "), literal("\t")), 0, limit);
  const gap = optional(choice(literal(" "), sequence(optional(literal("\r")), literal("\n"), indentation)));
  const comma = sequence(gap, literal(","), gap);
  const openers = { "{": sequence(literal("{"), gap), "[": sequence(literal("["), gap) };
  const closers = { "}": sequence(gap, literal("}")), "]": sequence(gap, literal("]")) };
  return {
    ...compactLayout(),
    open: (bracket) => openers[bracket],
    close: (bracket) => closers[bracket],
    comma: () => comma,
    colon: sequence(gap, literal(":"), gap),
  };
}

/** Returns the line break before something at a depth. */
function lineOf(given = DEFAULT_INDENT): (depth: number) => string {
  const indent = checked("indent", given);
  return (depth) => `\n${" ".repeat(indent * depth)}`;
}

function prettyLayout(indent: number | undefined): Layout {
  const line = lineOf(indent);
  return {
    nested: true,
    open: same,
    first: (depth) => literal(line(depth + 1)),
    closeEmpty: same,
    close: (bracket, depth) => literal(`${line(depth)}${bracket}`),
    comma: (depth) => literal(`,${line(depth + 1)}`),
    colon: literal(": "),
  };
}

function checked(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= 1_000) return value;
  throw new RangeError(`whitespace.${name} must be an integer from 0 to 1000, not ${value}`);
}
