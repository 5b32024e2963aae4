// Regular expressions over bytes as plain data, and the functions that build them.
//
// The constructors flatten what nests trivially (a sequence in a sequence, literals side by side, options that match
// nothing) and do nothing else: the algebra is the engine's.

import { ArgumentError, either, integer, listOf, named, signature, text } from "@espalier/arguments";
import type { Automaton } from "./automaton.js";
import { automatonKind, bytesKind, deferralKind, rangesKind, regexKind } from "./kinds.js";
import { encodeUtf8 } from "./utf8.js";

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

/** A regular language over bytes. `empty` matches nothing; `sequence` of no items matches the empty text. */
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
  | { readonly kind: "automaton"; readonly automaton: Automaton; readonly start: number }
  /** The texts of `load()`, which is called when an engine first needs more of them than is declared here. */
  | ({ readonly kind: "deferred" } & Deferral);

/** The language of no text at all. */
export const empty: Regex = { kind: "empty" };

/** The language of the empty text alone. */
export const epsilon: Regex = { kind: "sequence", items: [] };

/** Any one byte (0–255). */
export const anyByte: Regex = { kind: "bytes", ranges: [[0, 255]] };

const checkBytes = signature("bytes", { ranges: rangesKind });

/**
 * One byte out of `ranges`, which may come unsorted and overlapping.
 *
 * @throws ArgumentError when an end is not an integer in 0–255 or a range runs backwards.
 */
export function bytes(ranges: ByteRanges): Regex {
  checkBytes(ranges);
  const sorted = [...ranges].sort((x, y) => x[0] - y[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to > 255 || from > to) {
      throw new ArgumentError(
        "out-of-range",
        "ranges",
        `bytes: ranges must lie within [0, 255], not [${from}, ${to}].`,
      );
    }
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged.length === 0 ? empty : { kind: "bytes", ranges: merged };
}

const checkLiteral = signature("literal", { text: either(text, bytesKind) });

/**
 * Exactly `text`: bytes as they are, a string as its UTF-8.
 *
 * @throws ArgumentError when a value is not a byte or the string holds a lone surrogate, which UTF-8 cannot spell.
 */
export function literal(text: string | ArrayLike<number>): Regex {
  checkLiteral(text);
  const spelt = typeof text === "string" ? encodeUtf8(text) : Array.from(text);
  for (const byte of spelt) {
    if (!Number.isInteger(byte) || byte < 0 || byte > 255)
      throw new ArgumentError("out-of-range", "text", `literal: text must be made of bytes, not ${named(byte)}.`);
  }
  return spelt.length === 0 ? epsilon : { kind: "literal", bytes: spelt };
}

const checkSequence = signature("sequence", { items: listOf(regexKind) });

/** The items one after another. */
export function sequence(...items: readonly Regex[]): Regex {
  checkSequence(items);
  return sequenceOf(items);
}

const checkSequenceOf = signature("sequenceOf", { items: listOf(regexKind) });

/** {@link sequence} of an array of any length. */
export function sequenceOf(items: readonly Regex[]): Regex {
  checkSequenceOf(items);
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

const checkChoice = signature("choice", { options: listOf(regexKind) });

/** Any one of the options. No options: nothing matches. */
export function choice(...options: readonly Regex[]): Regex {
  checkChoice(options);
  return choiceOf(options);
}

const checkChoiceOf = signature("choiceOf", { options: listOf(regexKind) });

/** {@link choice} of an array of any length. */
export function choiceOf(options: readonly Regex[]): Regex {
  checkChoiceOf(options);
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

const checkAnd = signature("and", { operands: listOf(regexKind) });

/** The texts that all operands match. No operands: every text. */
export function and(...operands: readonly Regex[]): Regex {
  checkAnd(operands);
  if (operands.length === 0) return star(anyByte);
  if (operands.some((operand) => operand.kind === "empty")) return empty;
  const flat = new Set(operands.flatMap((operand) => (operand.kind === "and" ? operand.operands : [operand])));
  return flat.size === 1 ? operands[0]! : { kind: "and", operands: [...flat] };
}

const checkNot = signature("not", { operand: regexKind });

/** Every text over all bytes that `operand` does not match; intersect with text to stay within UTF-8. */
export function not(operand: Regex): Regex {
  checkNot(operand);
  return operand.kind === "not" ? operand.operand : { kind: "not", operand };
}

const checkRepeat = signature("repeat", {
  item: regexKind,
  min: integer({ min: 0 }),
  max: integer({ min: 0, max: Number.POSITIVE_INFINITY }),
});

/**
 * `item` between `min` and `max` times, both included; `max` may be `Infinity`. Counters are kept, never unrolled.
 *
 * @throws ArgumentError when the bounds are not integers with 0 ≤ min ≤ max.
 */
export function repeat(item: Regex, min: number, max: number): Regex {
  checkRepeat(item, min, max);
  if (max < min)
    throw new ArgumentError("out-of-range", "max", `repeat: max must be at least min, ${min}, not ${max}.`);
  return { kind: "repeat", item, min, max };
}

const checkOptional = signature("optional", { item: regexKind });

/** `item` or nothing. */
export function optional(item: Regex): Regex {
  checkOptional(item);
  return repeat(item, 0, 1);
}

const checkStar = signature("star", { item: regexKind });

/** `item` any number of times. */
export function star(item: Regex): Regex {
  checkStar(item);
  return repeat(item, 0, Number.POSITIVE_INFINITY);
}

const checkPlus = signature("plus", { item: regexKind });

/** `item` once or more. */
export function plus(item: Regex): Regex {
  checkPlus(item);
  return repeat(item, 1, Number.POSITIVE_INFINITY);
}

const checkAutomatonRegex = signature("automatonRegex", { automaton: automatonKind, start: integer({ min: 0 }) });

/**
 * What `automaton` reads from state `start` on. Its table is checked when an engine first meets it.
 *
 * @throws ArgumentError when there is no such state.
 */
export function automatonRegex(automaton: Automaton, start = 0): Regex {
  checkAutomatonRegex(automaton, start);
  if (!Number.isInteger(start) || start < 0 || start >= automaton.accepting.length) {
    throw new ArgumentError(
      "out-of-range",
      "start",
      `automatonRegex: start must be one of the ${automaton.accepting.length} states, not ${start}.`,
    );
  }
  return { kind: "automaton", automaton, start };
}

const checkDeferred = signature("deferred", { deferral: deferralKind });

/**
 * The regex of `deferral.load()`, which is called once, when an engine first needs it: for large regexes that few texts reach. An engine that
 * loads it throws a RangeError where `least` is not the length of its shortest text, or where it tells bytes of one class apart.
 *
 * @example
 * const classOf = new Uint8Array(256);
 * classOf[0x61] = 1;
 * const regex = deferred({ classOf, classCount: 2, least: 3, load: () => literal("aaa") });
 * matches(sequence(literal("b"), regex), new TextEncoder().encode("baaa")); // => true
 */
export function deferred(deferral: Deferral): Regex {
  checkDeferred(deferral);
  const { classOf, classCount, least } = deferral;
  let regex: Regex | undefined;
  return { kind: "deferred", classOf, classCount, least, load: () => (regex ??= deferral.load()) };
}

const checkMatchesEmpty = signature("matchesEmpty", { regex: regexKind });

/** Does `regex` match the empty text? Linear in the regex, with no engine. */
export function matchesEmpty(regex: Regex): boolean {
  checkMatchesEmpty(regex);
  switch (regex.kind) {
    case "empty":
    case "bytes":
      return false;
    case "literal":
      return regex.bytes.length === 0;
    case "sequence":
      return regex.items.every(matchesEmpty);
    case "choice":
      return regex.options.some(matchesEmpty);
    case "and":
      return regex.operands.every(matchesEmpty);
    case "not":
      return !matchesEmpty(regex.operand);
    case "repeat":
      return regex.min === 0 || matchesEmpty(regex.item);
    case "automaton":
      return regex.automaton.accepting[regex.start] === 1;
    case "deferred":
      return false;
  }
}
