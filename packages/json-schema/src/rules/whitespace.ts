// Whitespace between the parts of a JSON text. It belongs to the terminals beside it, so that the grammar never sees it:
//
//     flexible   {␣ "key"␣:␣ value ␣,␣ "key"␣:␣ value ␣}                ␣: nothing, a space, or a line break and an indentation
//     pretty     {⏎··"key": value,⏎··"key": value⏎}                    as JSON.stringify(value, null, indent) writes it
//     compact    {"key":value,"key":value}                              as JSON.stringify(value) writes it

import { choice, literal, optional, type Regex, repeat, sequence } from "@espalier/automata";
import { createRecall } from "../text/recall.js";

export type Whitespace =
  | { readonly kind: "compact" }
  /** `indent` spaces a level (default 2). */
  | { readonly kind: "pretty"; readonly indent?: number }
  /**
   * Wherever JSON allows whitespace within a value: nothing, one space, or a line break and up to `limit` (default 256) spaces and
   * tabs. What formatters write; bounded, since models that may go on with whitespace do.
   */
  | { readonly kind: "flexible"; readonly limit?: number };

/** The terminals of one style, by depth of nesting where that matters. */
export interface Layout {
  /** Whether terminals differ by depth. */
  readonly nested: boolean;
  /** An opening bracket, with what may stand between it and the first part. */
  open(bracket: "{" | "["): Regex;
  /** What stands between an opening bracket at `depth` and the first part; `undefined` when nothing does. */
  first(depth: number): Regex | undefined;
  /** A closing bracket at once behind its opening one. */
  closeEmpty(bracket: "}" | "]"): Regex;
  close(bracket: "}" | "]", depth: number): Regex;
  comma(depth: number): Regex;
  colon: Regex;
  /** One way to write it, by the depth of the brackets. */
  readonly usual: UsualSpaces;
}

export interface UsualSpaces {
  /** Between an opening bracket and the first part, and between the last one and the closing bracket. */
  first(depth: number): string;
  last(depth: number): string;
  comma(depth: number): string;
  readonly colon: string;
}

const DEFAULT_LIMIT = 256;
const DEFAULT_INDENT = 2;

const recall = createRecall<Layout>(50);

/** @throws RangeError for a limit or an indent that is no integer ≥ 0. */
export function layoutOf(whitespace: Whitespace): Layout {
  return recall(JSON.stringify(whitespace), () => createLayout(whitespace));
}

function createLayout(whitespace: Whitespace): Layout {
  const same = (bracket: string): Regex => literal(bracket);
  switch (whitespace.kind) {
    case "compact":
      return {
        nested: false,
        open: same,
        first: () => undefined,
        closeEmpty: same,
        close: same,
        comma: () => literal(","),
        colon: literal(":"),
        usual: inLine(",", ":"),
      };
    case "flexible": {
      const limit = checked("limit", whitespace.limit ?? DEFAULT_LIMIT);
      const indentation = repeat(choice(literal(" "), literal("\t")), 0, limit);
      const gap = optional(choice(literal(" "), sequence(optional(literal("\r")), literal("\n"), indentation)));
      const comma = sequence(gap, literal(","), gap);
      const openers = { "{": sequence(literal("{"), gap), "[": sequence(literal("["), gap) };
      const closers = { "}": sequence(gap, literal("}")), "]": sequence(gap, literal("]")) };
      return {
        nested: false,
        open: (bracket) => openers[bracket],
        first: () => undefined,
        closeEmpty: same,
        close: (bracket) => closers[bracket],
        comma: () => comma,
        colon: sequence(gap, literal(":"), gap),
        usual: inLine(", ", ": "),
      };
    }
    case "pretty": {
      const indent = checked("indent", whitespace.indent ?? DEFAULT_INDENT);
      const line = (depth: number): string => `\n${" ".repeat(indent * depth)}`;
      return {
        nested: true,
        open: same,
        first: (depth) => literal(line(depth + 1)),
        closeEmpty: same,
        close: (bracket, depth) => literal(`${line(depth)}${bracket}`),
        comma: (depth) => literal(`,${line(depth + 1)}`),
        colon: literal(": "),
        usual: { first: (depth) => line(depth + 1), last: line, comma: (depth) => `,${line(depth + 1)}`, colon: ": " },
      };
    }
  }
}

function inLine(comma: string, colon: string): UsualSpaces {
  return { first: () => "", last: () => "", comma: () => comma, colon };
}

function checked(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= 1_000) return value;
  throw new RangeError(`whitespace.${name} must be an integer from 0 to 1000, not ${value}`);
}
