// The constructors of regular expressions over bytes, which check what they are given (make-regex.ts does the rest).

import { ArgumentError, either, integer, listOf, named, signature, text } from "@espalier/arguments";
import type { Automaton } from "./automaton.js";
import { automatonFrom } from "./automaton-exprs.js";
import { deferredFrom } from "./deferred-exprs.js";
import { automatonKind, bytesKind, deferralKind, rangesKind, regexKind } from "./kinds.js";
import type { ByteRanges, Deferral, Regex } from "./make-regex.js";
import {
  EXPRESSION,
  hasEmpty,
  makeAnd,
  makeBytes,
  makeChoice,
  makeLiteral,
  makeNot,
  makeRepeat,
  makeSequence,
} from "./make-regex.js";
import { encodeUtf8 } from "./utf8.js";

const checkBytes = signature("bytes", { ranges: rangesKind });

/**
 * One byte out of `ranges`, which may come unsorted and overlapping.
 *
 * @throws ArgumentError when an end is not an integer in 0–255 or a range runs backwards.
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
  return makeLiteral(spelt);
}

const checkSequence = signature("sequence", { items: listOf(regexKind) });

/** The items one after another. */
export function sequence(...items: readonly Regex[]): Regex {
  checkSequence(items);
  return makeSequence(items);
}

const checkSequenceOf = signature("sequenceOf", { items: listOf(regexKind) });

/** {@link sequence} of an array of any length. */
export function sequenceOf(items: readonly Regex[]): Regex {
  checkSequenceOf(items);
  return makeSequence(items);
}

const checkChoice = signature("choice", { options: listOf(regexKind) });

/** Any one of the options. No options: nothing matches. */
export function choice(...options: readonly Regex[]): Regex {
  checkChoice(options);
  return makeChoice(options);
}

const checkChoiceOf = signature("choiceOf", { options: listOf(regexKind) });

/** {@link choice} of an array of any length. */
export function choiceOf(options: readonly Regex[]): Regex {
  checkChoiceOf(options);
  return makeChoice(options);
}

const checkAnd = signature("and", { operands: listOf(regexKind) });

/** The texts that all operands match. No operands: every text. */
export function and(...operands: readonly Regex[]): Regex {
  checkAnd(operands);
  return makeAnd(operands);
}

const checkNot = signature("not", { operand: regexKind });

/** Every text over all bytes that `operand` does not match; intersect with text to stay within UTF-8. */
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
 * `item` between `min` and `max` times, both included; `max` may be `Infinity`. Counters are kept, never unrolled.
 *
 * @throws ArgumentError when the bounds are not integers with 0 ≤ min ≤ max.
 */
export function repeat(item: Regex, min: number, max: number): Regex {
  checkRepeat(item, min, max);
  if (max < min)
    throw new ArgumentError("out-of-range", "max", `repeat: max must be at least min, ${min}, not ${max}.`);
  return makeRepeat(item, min, max);
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
  return { kind: "automaton", automaton, start, [EXPRESSION]: (arena) => automatonFrom(arena, automaton, start) };
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
  const load = (): Regex => (regex ??= deferral.load());
  const declared = { classOf, classCount, least, load };
  return {
    kind: "deferred",
    ...declared,
    [EXPRESSION]: (arena, intern) => deferredFrom(arena, declared, () => intern(load())),
  };
}

const checkMatchesEmpty = signature("matchesEmpty", { regex: regexKind });

/** Does `regex` match the empty text? Linear in the regex, with no engine. */
export function matchesEmpty(regex: Regex): boolean {
  checkMatchesEmpty(regex);
  return hasEmpty(regex);
}
