// Languages over decoded strings as languages over JSON string texts.
//
// Decoding a JSON string is a function, and the spellings of a byte are a prefix code, so the texts whose value is in X
// are an inverse image under a homomorphism (Hopcroft and Ullman 1979, §3.2): every operator carries over as it is, and
// only single bytes change.
//
//   a  →  a                 "  →  \"                  U+0007  →  \u0007          é (two bytes)  →  é (two bytes)
//
// A complement is taken within text, whatever it stands in. Which spellings count must be one rule for the whole of X:
// were some parts stricter than others, a complement would let a string in under a spelling that it does not know. Hence
// two rules. A language that looks at nothing but the number of characters takes every spelling that JSON has; any other
// takes non-ASCII characters as they are, and ASCII as `Escapes` says.
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
import type { EscapeRules, Escapes } from "./escapes.js";
import { ESCAPE_RULES, plainBytes, spelledByte, spelledCharacter } from "./escapes.js";

export type { Escapes } from "./escapes.js";

/** Every string, decoded: any Unicode scalar values in UTF-8. */
export const anyText: Regex = star(anyCharacter);

/**
 * The decoded strings of `min` to `max` code points, both included; `max` may be `Infinity`. The count is kept, never
 * unrolled.
 *
 * @throws RangeError when the bounds are not integers with 0 ≤ min ≤ max.
 */
export function textOfLength(min: number, max: number): Regex {
  return min === 0 && max === Number.POSITIVE_INFINITY ? anyText : repeat(anyCharacter, min, max);
}

/**
 * The JSON texts, quotes included, of the strings in `decoded`, a language over the UTF-8 of decoded strings. A text is
 * in it exactly when its escapes are allowed ones and its value is in `decoded`.
 *
 * Unconstrained strings and those bounded by {@link textOfLength} alone, or by what `and`, `not` and the others make of
 * such, may be spelt as JSON pleases, `\uXXXX` of every character included (a pair of surrogates is one character; a lone
 * one is no text and refused). In all others non-ASCII characters stand for themselves. Combine languages before they are
 * quoted: texts quoted under different rules do not complement each other.
 *
 * Cost: linear in the regex, parts met before remembered.
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

/** A language of spelt texts in quotes. */
function inQuotes(spelt: Regex): Regex {
  return sequence(QUOTE, spelt, QUOTE);
}

const QUOTE = literal('"');

/** Names and constants, of which there are most: not remembered, since making them costs no more than remembering. */
function quotedLiteral(spelling: Spelling, regex: Regex & { readonly kind: "literal" }): Regex {
  const spelt = spellLiteral(spelling, regex);
  return spelt === regex ? literal([0x22, ...regex.bytes, 0x22]) : sequence(QUOTE, spelt, QUOTE);
}

/** One rule of spelling, and what was spelt by it. */
interface Spelling {
  readonly rules: EscapeRules;
  /** The bytes that are spelt as themselves and in no other way. */
  readonly plain: Uint8Array;
  /** Any text. */
  readonly text: Regex;
  /** Any character, where that is all that matters. */
  readonly character: Regex | undefined;
  readonly bytes: (Regex | undefined)[];
  readonly spelt: WeakMap<Regex, Regex>;
  readonly quoted: WeakMap<Regex, Regex>;
}

const spellings = new Map<Escapes | "full", Spelling>();

function spellingOf(name: Escapes | "full"): Spelling {
  let spelling = spellings.get(name);
  if (spelling === undefined) spellings.set(name, (spelling = createSpelling(name)));
  return spelling;
}

function createSpelling(name: Escapes | "full"): Spelling {
  const rules = ESCAPE_RULES[name === "full" ? "ascii" : name];
  const character = name === "full" ? spelledCharacter() : undefined;
  const plain = plainBytes(rules);
  const base = { rules, plain, bytes: [], spelt: new WeakMap<Regex, Regex>(), quoted: new WeakMap<Regex, Regex>() };
  const one = character ?? spelled({ ...base, text: empty, character }, anyCharacter);
  return { ...base, character, text: star(one) };
}

/** Does the language say nothing about a string but how many characters it has? */
function countsCharacters(regex: Regex): boolean {
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

/** Is it {@link anyCharacter}, by identity or by structure, as patterns such as `[^]` have it? */
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

/** The spellings of the texts of `regex`; `regex` itself when each of its bytes has but one, itself. */
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
      // Complements need no bounds of their own where something else keeps to text.
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
    case "deferred":
      return spelled(spelling, regex.load());
  }
}

/** The parts spelt; the same array when all of them stay as they are. */
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
