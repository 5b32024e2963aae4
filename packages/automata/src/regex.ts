// The public constructors of regular expressions over bytes. They check their arguments and call make-regex.ts.

import { ArgumentError, either, integer, listOf, named, signature, text } from "@espalier/arguments";
import { loneSurrogate, pushUtf8 } from "@espalier/utf8";
import { bytesKind, rangesKind, regexKind } from "./kinds.js";
import type { ByteRanges, Regex } from "./make-regex.js";
import {
  hasEmpty,
  makeAnd,
  makeBytes,
  makeChoice,
  makeLiteral,
  makeNot,
  makeRepeat,
  makeSequence,
} from "./make-regex.js";

const checkBytes = signature("bytes", { ranges: rangesKind });

/**
 * Matches one byte from `ranges`, in any order and possibly overlapping.
 *
 * @throws ArgumentError if an end is not an integer in 0–255 or a range is reversed.
 */
export function bytes(ranges: ByteRanges): Regex {
  checkBytes(ranges);
  for (const [from, to] of ranges) {
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to > 255 || from > to) {
      throw new ArgumentError(
        "out-of-range",
        "ranges",
        `bytes: ranges must lie within [0, 255], not [${from}, ${to}].`,
      );
    }
  }
  return makeBytes(ranges);
}

const checkLiteral = signature("literal", { text: either(text, bytesKind) });

/**
 * Matches exactly `text`: bytes as given, or a string in UTF-8.
 *
 * @throws ArgumentError if a value is not a byte or the string contains a lone surrogate, which UTF-8 cannot encode.
 */
export function literal(text: string | ArrayLike<number>): Regex {
  // The bytes of arrays are checked below. Only an error needs their positions.
  if (typeof text !== "string" && !Array.isArray(text)) checkLiteral(text);
  if (typeof text === "string") {
    const lone = loneSurrogate(text);
    if (lone >= 0)
      throw new ArgumentError(
        "out-of-range",
        "text",
        `literal: text has a lone surrogate at offset ${lone}, which UTF-8 cannot encode.`,
      );
    const encoded: number[] = [];
    for (const character of text) pushUtf8(encoded, character.codePointAt(0)!);
    return makeLiteral(encoded);
  }
  const spelt = Array.from(text);
  for (const byte of spelt) {
    if (Number.isInteger(byte) && byte >= 0 && byte <= 255) continue;
    checkLiteral(text);
    throw new ArgumentError("out-of-range", "text", `literal: text must be made of bytes, not ${named(byte)}.`);
  }
  return makeLiteral(spelt);
}

const checkSequence = signature("sequence", { items: listOf(regexKind) });

/** Matches the items in sequence. */
export function sequence(...items: readonly Regex[]): Regex {
  checkSequence(items);
  return makeSequence(items);
}

const checkSequenceOf = signature("sequenceOf", { items: listOf(regexKind) });

/** {@link sequence} for an array of any length. */
export function sequenceOf(items: readonly Regex[]): Regex {
  checkSequenceOf(items);
  return makeSequence(items);
}

const checkChoice = signature("choice", { options: listOf(regexKind) });

/** Matches any one of the options; nothing if there are no options. */
export function choice(...options: readonly Regex[]): Regex {
  checkChoice(options);
  return makeChoice(options);
}

const checkChoiceOf = signature("choiceOf", { options: listOf(regexKind) });

/** {@link choice} for an array of any length. */
export function choiceOf(options: readonly Regex[]): Regex {
  checkChoiceOf(options);
  return makeChoice(options);
}

const checkAnd = signature("and", { operands: listOf(regexKind) });

/** Matches the texts that all operands match; every text if there are no operands. */
export function and(...operands: readonly Regex[]): Regex {
  checkAnd(operands);
  return makeAnd(operands);
}

const checkNot = signature("not", { operand: regexKind });

/** Matches every byte string that `operand` does not match. To stay within UTF-8, intersect it with text. */
export function not(operand: Regex): Regex {
  checkNot(operand);
  return makeNot(operand);
}

const checkRepeat = signature("repeat", {
  item: regexKind,
  min: integer({ min: 0 }),
  max: integer({ min: 0, max: Number.POSITIVE_INFINITY }),
});

/**
 * Matches `item` between `min` and `max` times, both included; `max` may be `Infinity`. The engine keeps the counter
 * and never unrolls it.
 *
 * @throws ArgumentError if the bounds are not integers with 0 ≤ min ≤ max.
 */
export function repeat(item: Regex, min: number, max: number): Regex {
  checkRepeat(item, min, max);
  if (max < min)
    throw new ArgumentError("out-of-range", "max", `repeat: max must be at least min, ${min}, not ${max}.`);
  return makeRepeat(item, min, max);
}

const checkOptional = signature("optional", { item: regexKind });

/** Matches `item` or nothing. */
export function optional(item: Regex): Regex {
  checkOptional(item);
  return repeat(item, 0, 1);
}

const checkStar = signature("star", { item: regexKind });

/** Matches `item` any number of times. */
export function star(item: Regex): Regex {
  checkStar(item);
  return repeat(item, 0, Number.POSITIVE_INFINITY);
}

const checkPlus = signature("plus", { item: regexKind });

/** Matches `item` one or more times. */
export function plus(item: Regex): Regex {
  checkPlus(item);
  return repeat(item, 1, Number.POSITIVE_INFINITY);
}

const checkMatchesEmpty = signature("matchesEmpty", { regex: regexKind });

/** Returns whether `regex` matches the empty text. Linear in the regex; needs no engine. */
export function matchesEmpty(regex: Regex): boolean {
  checkMatchesEmpty(regex);
  return hasEmpty(regex);
}
