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
  bytes,
  characters,
  choice,
  empty,
  literal,
  not,
  repeat,
  sequence,
  star,
} from "@espalier/automata";

/**
 * How ASCII characters may be spelt in a string whose characters matter:
 *
 * - `needed`: escapes only where JSON asks for them: `\"`, `\\`, and U+0000–U+001F as `\b \f \n \r \t` or `\u00XX`.
 *   `JSON.stringify` and Python's `json.dumps(…, ensure_ascii=False)` write nothing else.
 * - `ascii`: also `\/`, and `\u00XX` for every ASCII character.
 *
 * Hexadecimal digits may be of either case.
 */
export type Escapes = "needed" | "ascii";

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
  const spelling = countsCharacters(decoded) ? spellings().full : spellings()[escapes];
  const known = spelling.quoted.get(decoded);
  if (known !== undefined) return known;
  const made = sequence(QUOTE, spelled(spelling, decoded), QUOTE);
  spelling.quoted.set(decoded, made);
  return made;
}

const QUOTE = literal('"');

/** One rule of spelling, and what was spelt by it. */
interface Spelling {
  /** How one byte of these is spelt. */
  readonly oneOf: (ranges: ByteRanges) => Regex;
  /** Any text. */
  readonly text: Regex;
  readonly spelt: WeakMap<Regex, Regex>;
  readonly quoted: WeakMap<Regex, Regex>;
}

let made: Readonly<Record<Escapes | "full", Spelling>> | undefined;

function spellings(): Readonly<Record<Escapes | "full", Spelling>> {
  made ??= { needed: createSpelling(spellNeeded), ascii: createSpelling(spellAscii), full: createFullSpelling() };
  return made;
}

function createSpelling(oneOf: (ranges: ByteRanges) => Regex): Spelling {
  const spelling = { oneOf, text: empty, spelt: new WeakMap<Regex, Regex>(), quoted: new WeakMap<Regex, Regex>() };
  spelling.text = star(spelled(spelling, anyCharacter));
  return spelling;
}

/** Does the language say nothing about a string but how many characters it has? */
function countsCharacters(regex: Regex): boolean {
  if (regex === anyCharacter) return true;
  switch (regex.kind) {
    case "sequence":
      return regex.items.every(countsCharacters);
    case "choice":
      return regex.options.every(countsCharacters);
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

/** The spellings of the texts of `regex`; `regex` itself when each of its bytes has but one, itself. */
function spelled(spelling: Spelling, regex: Regex): Regex {
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
    case "bytes": {
      const one = spelling.oneOf(regex.ranges);
      return one.kind === "bytes" ? regex : one;
    }
    case "literal":
      return spellLiteral(spelling, regex);
    case "sequence": {
      const items = regex.items.map((item) => spelled(spelling, item));
      return same(items, regex.items) ? regex : sequence(...items);
    }
    case "choice": {
      const options = regex.options.map((option) => spelled(spelling, option));
      return same(options, regex.options) ? regex : choice(...options);
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
  }
}

function same(left: readonly Regex[], right: readonly Regex[]): boolean {
  return left.every((regex, i) => regex === right[i]);
}

function spellLiteral(spelling: Spelling, regex: Regex & { readonly kind: "literal" }): Regex {
  const items: Regex[] = [];
  let plain: number[] = [];
  for (const byte of regex.bytes) {
    const one = spelling.oneOf([[byte, byte]]);
    if (one.kind === "bytes") {
      plain.push(byte);
      continue;
    }
    if (plain.length > 0) items.push(literal(plain));
    plain = [];
    items.push(one);
  }
  if (items.length === 0) return regex;
  if (plain.length > 0) items.push(literal(plain));
  return sequence(...items);
}

const LETTERS: ReadonlyMap<number, string> = new Map([
  [0x08, "b"],
  [0x09, "t"],
  [0x0a, "n"],
  [0x0c, "f"],
  [0x0d, "r"],
  [0x22, '"'],
  [0x5c, "\\"],
]);
const CONTROLS: ByteRanges = [[0x00, 0x1f]];
const ASCII: ByteRanges = [[0x00, 0x7f]];
const RAW: ByteRanges = [
  [0x20, 0x21],
  [0x23, 0x5b],
  [0x5d, 0xff],
];

function spellNeeded(ranges: ByteRanges): Regex {
  return spellBytes(ranges, CONTROLS, LETTERS);
}

function spellAscii(ranges: ByteRanges): Regex {
  return spellBytes(ranges, ASCII, new Map([...LETTERS, [0x2f, "/"]]));
}

/** One byte of `ranges`: as it is where JSON lets it, as a letter after a backslash, or in hexadecimal if in `inHex`. */
function spellBytes(ranges: ByteRanges, inHex: ByteRanges, letters: ReadonlyMap<number, string>): Regex {
  const escaped = letteredOf(ranges, letters);
  const hexed = intersect(ranges, inHex);
  const after = choice(
    bytes(escaped.map((letter) => [letter, letter])),
    hexed.length === 0 ? empty : sequence(literal("u00"), hexByte(hexed)),
  );
  return choice(bytes(intersect(ranges, RAW)), sequence(literal("\\"), after));
}

function letteredOf(ranges: ByteRanges, letters: ReadonlyMap<number, string>): number[] {
  const found: number[] = [];
  for (const [byte, letter] of letters) {
    if (ranges.some(([from, to]) => from <= byte && byte <= to)) found.push(letter.charCodeAt(0));
  }
  return found;
}

function intersect(left: ByteRanges, right: ByteRanges): [number, number][] {
  const out: [number, number][] = [];
  for (const [from, to] of left) {
    for (const [low, high] of right) {
      if (Math.max(from, low) <= Math.min(to, high)) out.push([Math.max(from, low), Math.min(to, high)]);
    }
  }
  return out;
}

/** The two hexadecimal digits of a byte of `ranges`. */
function hexByte(ranges: ByteRanges): Regex {
  // High digits by the low digits that may follow them.
  const byLow = new Map<string, { readonly high: [number, number][]; readonly low: [number, number][] }>();
  for (let high = 0; high < 16; high++) {
    const low = intersect(ranges, [[high * 16, high * 16 + 15]]).map(([from, to]): [number, number] => [
      from & 15,
      to & 15,
    ]);
    if (low.length === 0) continue;
    const group = byLow.get(low.join(" "));
    if (group === undefined) byLow.set(low.join(" "), { high: [[high, high]], low });
    else group.high.push([high, high]);
  }
  return choice(...[...byLow.values()].map(({ high, low }) => sequence(hexDigit(high), hexDigit(low))));
}

/** One hexadecimal digit with a value in `values`, in either case. */
function hexDigit(values: ByteRanges): Regex {
  const digits = intersect(values, [[0, 9]]).map(([from, to]): [number, number] => [0x30 + from, 0x30 + to]);
  const letters = intersect(values, [[10, 15]]).flatMap(([from, to]): [number, number][] => [
    [0x37 + from, 0x37 + to],
    [0x57 + from, 0x57 + to],
  ]);
  return bytes([...digits, ...letters]);
}

/** The rule of length: a character is spelt as any JSON string may spell it. */
function createFullSpelling(): Spelling {
  const raw = characters([
    [0x20, 0x21],
    [0x23, 0x5b],
    [0x5d, 0x10ffff],
  ]);
  const hex = hexDigit([[0, 15]]);
  const unit = (first: ByteRanges, second: ByteRanges): Regex => sequence(hexDigit(first), hexDigit(second), hex, hex);
  const any: ByteRanges = [[0, 15]];
  const scalar = choice(
    unit(
      [
        [0, 12],
        [14, 15],
      ],
      any,
    ),
    unit([[13, 13]], [[0, 7]]),
  );
  const pair = sequence(unit([[13, 13]], [[8, 11]]), literal("\\u"), unit([[13, 13]], [[12, 15]]));
  const letters = bytes([...'"\\/bfnrt'].map((letter) => [letter.charCodeAt(0), letter.charCodeAt(0)]));
  const character = choice(raw, sequence(literal("\\"), choice(letters, sequence(literal("u"), choice(scalar, pair)))));
  const spelt = new WeakMap<Regex, Regex>([[anyCharacter, character]]);
  return { oneOf: spellAscii, text: star(character), spelt, quoted: new WeakMap() };
}
