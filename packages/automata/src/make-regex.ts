// Regular expressions over bytes as data, with constructors that do not check their arguments: this package calls them
// with checked parts, and regex.ts exports checked versions.
//
// They flatten trivial nesting (a sequence in a sequence, adjacent literals, options that match nothing). All other
// simplification happens in the engine.

import { burn } from "@espalier/monitor";
import type { Arena, Expr } from "./arena.js";
import type { ByteAutomaton } from "./automaton.js";

/** Byte ranges, both ends included, ascending and disjoint. */
export type ByteRanges = readonly (readonly [from: number, to: number])[];

/** A regex that is built on first use, and its declared properties. */
export interface Deferral {
  /** The byte classes: 256 entries, each below `classCount`. The regex must not distinguish bytes of one class. */
  readonly classOf: Uint8Array;
  /** The number of classes (1–256). */
  readonly classCount: number;
  /** Length in bytes of the shortest text; at least 1. */
  readonly least: number;
  load(): Regex;
}

/** The property with which a regex brings its own code for interning, so that engines do not bundle that code. */
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
  /** Matches every byte string that `operand` does not match. */
  | { readonly kind: "not"; readonly operand: Regex }
  /** Between `min` and `max` times, both included; `max` may be `Infinity`. */
  | { readonly kind: "repeat"; readonly item: Regex; readonly min: number; readonly max: number }
  /** The texts that lead `automaton` from state `start` to an accepting state. */
  | {
      readonly kind: "automaton";
      readonly automaton: ByteAutomaton;
      readonly start: number;
      readonly [EXPRESSION]: Expression;
    }
  /** The texts of `load()`. An engine calls it when the declared properties no longer suffice. */
  | ({ readonly kind: "deferred"; readonly [EXPRESSION]: Expression } & Deferral);

/** Matches nothing. */
export const empty: Regex = { kind: "empty" };

/** Matches the empty text only. */
export const epsilon: Regex = { kind: "sequence", items: [] };

/** Matches any one byte (0–255). */
export const anyByte: Regex = { kind: "bytes", ranges: [[0, 255]] };

/** Matches one byte from `ranges`, in any order and possibly overlapping. */
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

/** Matches exactly `bytes`. */
export function makeLiteral(bytes: readonly number[]): Regex {
  return bytes.length === 0 ? epsilon : { kind: "literal", bytes };
}

/** Matches the items in sequence. */
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

/** Matches any one of the options; nothing if there are no options. */
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

/** Matches the texts that all operands match; every text if there are no operands. */
export function makeAnd(operands: readonly Regex[]): Regex {
  if (operands.length === 0) return makeRepeat(anyByte, 0, Number.POSITIVE_INFINITY);
  if (operands.some((operand) => operand.kind === "empty")) return empty;
  const flat = new Set(operands.flatMap((operand) => (operand.kind === "and" ? operand.operands : [operand])));
  burn("regex", 3 * flat.size);
  return flat.size === 1 ? operands[0]! : { kind: "and", operands: [...flat] };
}

/** Matches every byte string that `operand` does not match. */
export function makeNot(operand: Regex): Regex {
  return operand.kind === "not" ? operand.operand : { kind: "not", operand };
}

/** Matches `item` between `min` and `max` times, both included. */
export function makeRepeat(item: Regex, min: number, max: number): Regex {
  return { kind: "repeat", item, min, max };
}

/** Returns whether `regex` matches the empty text. Linear in the regex. */
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
