// Translates languages over decoded strings to languages over JSON string texts.
//
// JSON decoding is a function, and the spellings of each byte form a prefix code. The texts whose value is in X are therefore an inverse image under a
// homomorphism (Hopcroft and Ullman 1979, §3.2): every operator carries over unchanged, and only single bytes are translated.
//
//   a  →  a                 "  →  \"                  U+0007  →  \u0007          é (two bytes)  →  é (two bytes)
//
// Complements are always taken relative to valid text. All of X must use the same spelling rule: if one part allowed
// fewer spellings than another part, a complement would admit a string under a spelling that the first part does not
// know. There are two rules. A language that only counts characters allows every spelling in JSON. Any other language
// allows non-ASCII characters only as themselves, and ASCII characters as `Escapes` says.
import type { ByteRanges, Regex } from "@espalier/automata";
import {
  and,
  anyCharacter,
  choiceOf,
  empty,
  literal,
  not,
  repeat,
  sequence,
  sequenceOf,
  star,
} from "@espalier/automata";
import { onceFor } from "../text/recall.js";
import type { EscapeRules, Escapes } from "./escapes.js";
import { ESCAPE_RULES, plainBytes, spelledByte, spelledCharacter } from "./escapes.js";

export type { Escapes } from "./escapes.js";

/** All decoded strings: any sequence of Unicode scalar values in UTF-8. */
export const anyText: Regex = star(anyCharacter);

/** The largest length that expressions count: no JavaScript string is as long. */
const LONGEST = 2 ** 30 - 1;

/**
 * The decoded strings of `min` to `max` code points (included); `max` may be `Infinity`. The expression stores the bounds and is not unrolled.
 * Bounds above 2³⁰ − 1 count as that minimum, and as no maximum.
 *
 * @throws RangeError unless the bounds are integers with 0 ≤ min ≤ max.
 */
export function textOfLength(min: number, max: number): Regex {
  const most = max > LONGEST ? Number.POSITIVE_INFINITY : max;
  return min === 0 && most === Number.POSITIVE_INFINITY ? anyText : repeat(anyCharacter, Math.min(min, LONGEST), most);
}

/**
 * The JSON texts, including quotes, of the strings in `decoded`, a language over the UTF-8 of decoded strings. A text belongs to the result exactly when its
 * escapes are allowed and its value is in `decoded`.
 *
 * Unconstrained strings, strings bounded only by {@link textOfLength}, and combinations of these with `and`, `not` and other operators may use every spelling
 * of JSON, including `\uXXXX` for every character. A surrogate pair is one character; a lone surrogate is rejected. In all other languages, non-ASCII
 * characters must be unescaped. Combine languages before quoting them: texts quoted under different rules do not complement each other.
 *
 * Cost: linear in the expression; shared parts are translated once.
 */
export function quoted(decoded: Regex, escapes: Escapes = "needed"): Regex {
  if (decoded.kind === "literal") return quotedLiteral(spellingOf(escapes), decoded);
  const spelling = countsCharacters(decoded) ? spellingOf("full") : spellingOf(escapes);
  const known = spelling.quoted.get(decoded);
  if (known !== undefined) return known;
  const made = inQuotes(spelled(spelling, decoded));
  spelling.quoted.set(decoded, made);
  return made;
}

/** Puts quotes around a language of spelled texts. */
function inQuotes(spelt: Regex): Regex {
  return sequence(QUOTE, spelt, QUOTE);
}

const QUOTE = literal('"');

/** Translates a literal. Names and constants are the most frequent expressions and are not cached, because building them is as cheap as a lookup. */
function quotedLiteral(spelling: Spelling, regex: Regex & { readonly kind: "literal" }): Regex {
  const spelt = spellLiteral(spelling, regex);
  return spelt === regex ? literal([0x22, ...regex.bytes, 0x22]) : sequence(QUOTE, spelt, QUOTE);
}

/** A spelling rule and a cache of translations. */
interface Spelling {
  readonly rules: EscapeRules;
  /** The bytes that have no spelling except themselves. */
  readonly plain: Uint8Array;
  /** The translation of all texts. */
  readonly text: Regex;
  /** The translation of any character, under the rule that allows every spelling. */
  readonly character: Regex | undefined;
  readonly bytes: (Regex | undefined)[];
  readonly spelt: WeakMap<Regex, Regex>;
  readonly quoted: WeakMap<Regex, Regex>;
}

const spellingOf = onceFor((name: Escapes | "full"): Spelling => {
  const rules = ESCAPE_RULES[name === "full" ? "ascii" : name];
  const character = name === "full" ? spelledCharacter() : undefined;
  const plain = plainBytes(rules);
  const base = { rules, plain, bytes: [], spelt: new WeakMap<Regex, Regex>(), quoted: new WeakMap<Regex, Regex>() };
  const one = character ?? spelled({ ...base, text: empty, character }, anyCharacter);
  return { ...base, character, text: star(one) };
});

/** Whether the language depends only on the number of characters. */
export function countsCharacters(regex: Regex): boolean {
  switch (regex.kind) {
    case "sequence":
      return regex.items.every(countsCharacters);
    case "choice":
      return isAnyCharacter(regex) || regex.options.every(countsCharacters);
    case "and":
      return regex.operands.every(countsCharacters);
    case "not":
      return countsCharacters(regex.operand);
    case "repeat":
      return countsCharacters(regex.item);
    default:
      return false;
  }
}

/** Whether the expression is {@link anyCharacter}, by identity or by structure; patterns such as `[^]` produce it. */
function isAnyCharacter(regex: Regex): boolean {
  return regex === anyCharacter || sameRegex(regex, anyCharacter);
}

function sameRegex(left: Regex, right: Regex): boolean {
  switch (left.kind) {
    case "bytes":
      return right.kind === "bytes" && left.ranges.join() === right.ranges.join();
    case "literal":
      return right.kind === "literal" && left.bytes.join() === right.bytes.join();
    case "sequence":
      return right.kind === "sequence" && sameParts(left.items, right.items);
    case "choice":
      return right.kind === "choice" && sameParts(left.options, right.options);
    default:
      return false;
  }
}

function sameParts(left: readonly Regex[], right: readonly Regex[]): boolean {
  return left.length === right.length && left.every((part, i) => sameRegex(part, right[i]!));
}

/** Translates `regex`. Returns `regex` itself if each of its bytes has only one spelling. */
function spelled(spelling: Spelling, regex: Regex): Regex {
  if (regex.kind === "literal") return spellLiteral(spelling, regex);
  const known = spelling.spelt.get(regex);
  if (known !== undefined) return known;
  const spelt = spell(spelling, regex);
  spelling.spelt.set(regex, spelt);
  return spelt;
}

function spell(spelling: Spelling, regex: Regex): Regex {
  switch (regex.kind) {
    case "empty":
      return regex;
    case "bytes":
      return isPlain(spelling, regex.ranges) ? regex : spelledByte(regex.ranges, spelling.rules);
    case "literal":
      return spellLiteral(spelling, regex);
    case "sequence": {
      const items = spellAll(spelling, regex.items);
      return items === regex.items ? regex : sequenceOf(items);
    }
    case "choice": {
      if (spelling.character !== undefined && isAnyCharacter(regex)) return spelling.character;
      const options = spellAll(spelling, regex.options);
      return options === regex.options ? regex : choiceOf(options);
    }
    case "and": {
      // A complement does not need to be restricted to valid text if another operand is.
      const bounded = regex.operands.some((operand) => operand.kind !== "not");
      const operands = regex.operands.map((operand) =>
        operand.kind === "not" ? not(spelled(spelling, operand.operand)) : spelled(spelling, operand),
      );
      return bounded ? and(...operands) : and(spelling.text, ...operands);
    }
    case "not":
      return and(spelling.text, not(spelled(spelling, regex.operand)));
    case "repeat": {
      const item = spelled(spelling, regex.item);
      return item === regex.item ? regex : repeat(item, regex.min, regex.max);
    }
    case "automaton":
      throw new RangeError("a language of strings is not given as an automaton");
    case "deferred": {
      const decoded = regex.load();
      const spelt = spelled(spelling, decoded);
      return spelt === decoded ? regex : spelt;
    }
  }
}

/** Translates the parts. Returns the same array if no part changes. */
function spellAll(spelling: Spelling, parts: readonly Regex[]): readonly Regex[] {
  const spelt = parts.map((part) => spelled(spelling, part));
  return spelt.every((part, i) => part === parts[i]) ? parts : spelt;
}

function isPlain({ plain }: Spelling, ranges: ByteRanges): boolean {
  for (const [from, to] of ranges) for (let byte = from; byte <= to; byte++) if (plain[byte] === 0) return false;
  return true;
}

function spellLiteral(spelling: Spelling, regex: Regex & { readonly kind: "literal" }): Regex {
  const { plain, rules, bytes } = spelling;
  let at = 0;
  while (at < regex.bytes.length && plain[regex.bytes[at]!] === 1) at++;
  if (at === regex.bytes.length) return regex;
  const items: Regex[] = [];
  let from = 0;
  for (; at < regex.bytes.length; at++) {
    const byte = regex.bytes[at]!;
    if (plain[byte] === 1) continue;
    if (from < at) items.push(literal(regex.bytes.slice(from, at)));
    items.push((bytes[byte] ??= spelledByte([[byte, byte]], rules)));
    from = at + 1;
  }
  if (from < regex.bytes.length) items.push(literal(regex.bytes.slice(from)));
  return sequenceOf(items);
}
