// Regular expressions over bytes as data, and how they are put together from parts that are known to be right: of this package, or checked
// by the public constructors (regex.ts).
//
// What nests trivially is flattened (a sequence in a sequence, literals side by side, options that match nothing), and nothing else is done:
// the algebra is the engine's.

import type { Arena, Expr } from "./arena.js";
import type { Automaton } from "./automaton.js";

/** Byte ranges, both ends included, ascending and disjoint. */
export type ByteRanges = readonly (readonly [from: number, to: number])[];

/** A regex that is made when it is first needed, and what is known of it before. */
export interface Deferral {
  /** Bytes of one class are alike to the regex: 256 entries, each below `classCount`. */
  readonly classOf: Uint8Array;
  /** How many classes there are (1–256). */
  readonly classCount: number;
  /** The bytes of its shortest text: at least 1. */
  readonly least: number;
  load(): Regex;
}

/** How an arena makes the expression of a regex that brings its own code, so that engines need none for such regexes. */
export const EXPRESSION: unique symbol = Symbol.for("@espalier/automata/expression/1") as never;

/** @internal */
type Expression = (arena: Arena, intern: (regex: Regex) => Expr) => Expr;

/** A regular language over bytes, made by the functions of this package. `empty` matches nothing; `sequence` of no items matches the empty text. */
export type Regex =
  | { readonly kind: "empty" }
  | { readonly kind: "bytes"; readonly ranges: ByteRanges }
  | { readonly kind: "literal"; readonly bytes: readonly number[] }
  | { readonly kind: "sequence"; readonly items: readonly Regex[] }
  | { readonly kind: "choice"; readonly options: readonly Regex[] }
  | { readonly kind: "and"; readonly operands: readonly Regex[] }
  /** Every text over all bytes that `operand` does not match. */
  | { readonly kind: "not"; readonly operand: Regex }
  /** Between `min` and `max` times, both included; `max` may be `Infinity`. */
  | { readonly kind: "repeat"; readonly item: Regex; readonly min: number; readonly max: number }
  /** The texts that lead `automaton` from the state `start` to an accepting one. */
  | {
      readonly kind: "automaton";
      readonly automaton: Automaton;
      readonly start: number;
      readonly [EXPRESSION]: Expression;
    }
  /** The texts of `load()`, which is called when an engine first needs more of them than is declared here. */
  | ({ readonly kind: "deferred"; readonly [EXPRESSION]: Expression } & Deferral);

/** The language of no text at all. */
export const empty: Regex = { kind: "empty" };

/** The language of the empty text alone. */
export const epsilon: Regex = { kind: "sequence", items: [] };

/** Any one byte (0–255). */
export const anyByte: Regex = { kind: "bytes", ranges: [[0, 255]] };

/** One byte out of `ranges`, which may come unsorted and overlapping. */
export function makeBytes(ranges: ByteRanges): Regex {
  const sorted = [...ranges].sort((x, y) => x[0] - y[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged.length === 0 ? empty : { kind: "bytes", ranges: merged };
}

/** Exactly `bytes`. */
export function makeLiteral(bytes: readonly number[]): Regex {
  return bytes.length === 0 ? epsilon : { kind: "literal", bytes };
}

/** The items one after another. */
export function makeSequence(items: readonly Regex[]): Regex {
  const flat: Regex[] = [];
  let literals: number[] | undefined;
  const add = (item: Regex): boolean => {
    if (item.kind === "empty") return false;
    if (item.kind === "sequence") return item.items.every(add);
    if (item.kind === "literal" && item.bytes.length > 0) {
      if (literals !== undefined) {
        for (const byte of item.bytes) literals.push(byte);
        return true;
      }
      const next = flat.length;
      literals = [...item.bytes];
      flat[next] = { kind: "literal", bytes: literals };
      return true;
    }
    literals = undefined;
    if (item.kind !== "literal") flat.push(item);
    return true;
  };
  if (!items.every(add)) return empty;
  return flat.length === 1 ? flat[0]! : { kind: "sequence", items: flat };
}

/** Any one of the options. No options: nothing matches. */
export function makeChoice(options: readonly Regex[]): Regex {
  const flat = new Set<Regex>();
  const add = (option: Regex): void => {
    if (option.kind === "choice") option.options.forEach(add);
    else if (option.kind !== "empty") flat.add(option);
  };
  options.forEach(add);
  if (flat.size === 0) return empty;
  const kept = [...flat];
  return kept.length === 1 ? kept[0]! : { kind: "choice", options: kept };
}

/** The texts that all operands match. No operands: every text. */
export function makeAnd(operands: readonly Regex[]): Regex {
  if (operands.length === 0) return makeRepeat(anyByte, 0, Number.POSITIVE_INFINITY);
  if (operands.some((operand) => operand.kind === "empty")) return empty;
  const flat = new Set(operands.flatMap((operand) => (operand.kind === "and" ? operand.operands : [operand])));
  return flat.size === 1 ? operands[0]! : { kind: "and", operands: [...flat] };
}

/** Every text over all bytes that `operand` does not match. */
export function makeNot(operand: Regex): Regex {
  return operand.kind === "not" ? operand.operand : { kind: "not", operand };
}

/** `item` between `min` and `max` times, both included. */
export function makeRepeat(item: Regex, min: number, max: number): Regex {
  return { kind: "repeat", item, min, max };
}

/** Whether `regex` matches the empty text. Linear in the regex. */
export function hasEmpty(regex: Regex): boolean {
  switch (regex.kind) {
    case "empty":
    case "bytes":
      return false;
    case "literal":
      return regex.bytes.length === 0;
    case "sequence":
      return regex.items.every(hasEmpty);
    case "choice":
      return regex.options.some(hasEmpty);
    case "and":
      return regex.operands.every(hasEmpty);
    case "not":
      return !hasEmpty(regex.operand);
    case "repeat":
      return regex.min === 0 || hasEmpty(regex.item);
    case "automaton":
      return regex.automaton.accepting[regex.start] === 1;
    case "deferred":
      return false;
  }
}
