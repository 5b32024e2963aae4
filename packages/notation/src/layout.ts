// Prints expressions with as few brackets as precedence allows. Lark rules, GBNF rules, Lark terminals and regular
// expressions differ in brackets and spacing; the rest is shared:
//
//   level 0  a | b     level 1  a & b     level 2  a b     level 3  a*  a{2,3}     level 4  atom  ~atom  ( … )

import type { Expression } from "@espalier/grammar";
import { inexpressible } from "./issue.js";
import type { TextRegex } from "./text-regex.js";

/** An expression to print. An atom is indivisible text. */
export type Layout =
  | { readonly kind: "atom"; readonly text: string }
  | { readonly kind: "sequence"; readonly items: readonly Layout[] }
  | { readonly kind: "choice"; readonly options: readonly Layout[] }
  | { readonly kind: "and"; readonly operands: readonly Layout[] }
  | { readonly kind: "not"; readonly operand: Layout }
  | { readonly kind: "repeat"; readonly item: Layout; readonly min: number; readonly max: number };

export interface LayoutStyle {
  readonly open: string;
  /** Between the items of a sequence. */
  readonly gap: string;
  /** Between options. */
  readonly bar: string;
  /** The empty text. */
  readonly nothing: string;
}

/** Rules of both notations and terminals of Lark. */
export const RULE_STYLE: LayoutStyle = { open: "(", gap: " ", bar: " | ", nothing: '""' };
/** Regular expressions. */
export const REGEX_STYLE: LayoutStyle = { open: "(?:", gap: "", bar: "|", nothing: "(?:)" };

/** Maximum nesting that the writers print, because their readers reject deeper groups. */
const MAX_WRITTEN_DEPTH = 190;

/** @throws NotationError if the layout nests deeper than a reader accepts. */
export function print(layout: Layout, style: LayoutStyle, level = 0, depth = 0): string {
  if (depth > MAX_WRITTEN_DEPTH)
    throw inexpressible(`groups nest deeper than ${MAX_WRITTEN_DEPTH}`, "name the inner parts");
  const inner = (each: Layout, at: number): string => print(each, style, at, depth + 1);
  const wrap = (text: string, own: number): string => (level > own ? `${style.open}${text})` : text);
  switch (layout.kind) {
    case "atom":
      return layout.text;
    case "choice":
      if (layout.options.length === 1) return print(layout.options[0]!, style, level, depth);
      return wrap(layout.options.map((each) => inner(each, 1)).join(style.bar), 0);
    case "and":
      return wrap(layout.operands.map((each) => inner(each, 2)).join(" & "), 1);
    case "sequence":
      if (layout.items.length === 0) return style.nothing;
      if (layout.items.length === 1) return print(layout.items[0]!, style, level, depth);
      return wrap(layout.items.map((each) => inner(each, 3)).join(style.gap), 2);
    case "not":
      return `~${inner(layout.operand, 4)}`;
    case "repeat": {
      const { min, max } = layout;
      if (max === 0) return style.nothing;
      if (min === 1 && max === 1) return print(layout.item, style, level, depth);
      return wrap(`${inner(layout.item, 4)}${repetition(min, max)}`, 3);
    }
  }
}

function repetition(min: number, max: number): string {
  if (min === 0 && max === 1) return "?";
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** Returns the layout of a rule's body, given how to print its names and a choice without options. */
export function layoutExpression(
  expression: Expression,
  ofTerminal: (name: string) => Layout,
  ofNonterminal: (name: string) => Layout,
  ofNothing: () => Layout,
  depth = 0,
): Layout {
  if (depth > MAX_WRITTEN_DEPTH)
    throw inexpressible(`groups nest deeper than ${MAX_WRITTEN_DEPTH}`, "name the inner parts");
  const inner = (each: Expression): Layout => layoutExpression(each, ofTerminal, ofNonterminal, ofNothing, depth + 1);
  switch (expression.kind) {
    case "terminal":
      return ofTerminal(expression.name);
    case "nonterminal":
      return ofNonterminal(expression.name);
    case "sequence":
      return sequenceOf(expression.items.map(inner));
    case "choice":
      return expression.options.length === 0 ? ofNothing() : { kind: "choice", options: expression.options.map(inner) };
    case "repeat":
      return { ...expression, item: inner(expression.item) };
  }
}

/** Concatenates items; nested sequences need no brackets. */
function sequenceOf(items: readonly Layout[]): Layout {
  return { kind: "sequence", items: items.flatMap((each) => (each.kind === "sequence" ? each.items : [each])) };
}

/**
 * Returns the layout of a regex, given how to print texts and classes. `ofEmpty` prints the regex that matches nothing.
 */
export function layoutRegex(
  regex: TextRegex,
  ofText: (text: string) => Layout,
  ofCharacters: (ranges: readonly (readonly [number, number])[]) => Layout,
  ofEmpty: () => Layout,
): Layout {
  const inner = (each: TextRegex): Layout => layoutRegex(each, ofText, ofCharacters, ofEmpty);
  switch (regex.kind) {
    case "empty":
      return ofEmpty();
    case "text":
      return regex.text === "" ? { kind: "sequence", items: [] } : ofText(regex.text);
    case "characters":
      return ofCharacters(regex.ranges);
    case "sequence":
      return sequenceOf(regex.items.map(inner));
    case "choice":
      return { kind: "choice", options: regex.options.map(inner) };
    case "and":
      return { kind: "and", operands: regex.operands.map(inner) };
    case "not":
      return { kind: "not", operand: inner(regex.operand) };
    case "repeat":
      return { ...regex, item: inner(regex.item) };
  }
}

/** Prints a class of characters by its ranges, or by its complement if it includes the last character. */
export function writeClass(
  ranges: readonly (readonly [number, number])[],
  any: string,
  character: (code: number) => string,
): string {
  const isNegated = ranges.at(-1)?.[1] === 0x10ffff;
  const shown = isNegated ? outside(ranges) : ranges;
  if (shown.length === 0) return any;
  const items = shown.map(([from, to]) => {
    if (from === to) return character(from);
    return to === from + 1 ? character(from) + character(to) : `${character(from)}-${character(to)}`;
  });
  return `[${isNegated ? "^" : ""}${items.join("")}]`;
}

/** Returns the characters between the ranges, without surrogates. */
function outside(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    for (const [low, high] of [
      [next, Math.min(from - 1, 0xd7ff)],
      [Math.max(next, 0xe000), from - 1],
    ] as const) {
      if (low <= high) gaps.push([low, high]);
    }
    next = to + 1;
  }
  return gaps;
}
