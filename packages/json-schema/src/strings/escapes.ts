// How JSON spells the bytes and characters of a string (RFC 8259, §7).
import type { ByteRanges, Regex } from "@espalier/automata";
import { bytes, characters, choice, empty, literal, sequence } from "@espalier/automata";

/**
 * Which spellings ASCII characters may have in a string whose content the schema constrains:
 *
 * - `needed`: only the escapes that JSON requires: `\"`, `\\`, and U+0000–U+001F as `\b \f \n \r \t` or `\u00XX`.
 *   `JSON.stringify` and Python's `json.dumps(…, ensure_ascii=False)` write no others.
 * - `ascii`: also `\/`, and `\u00XX` for every ASCII character.
 *
 * Hexadecimal digits may be upper or lower case.
 */
export type Escapes = "needed" | "ascii";

/** The alternative spellings that a set of rules allows. */
export interface EscapeRules {
  /** For each byte, the letter that stands for it after a backslash. */
  readonly letters: ReadonlyMap<number, string>;
  /** The bytes that can be written as `\u00XX`. */
  readonly inHex: ByteRanges;
}

const NEEDED: EscapeRules = {
  letters: new Map([
    [0x08, "b"],
    [0x09, "t"],
    [0x0a, "n"],
    [0x0c, "f"],
    [0x0d, "r"],
    [0x22, '"'],
    [0x5c, "\\"],
  ]),
  inHex: [[0x00, 0x1f]],
};

export const ESCAPE_RULES: Readonly<Record<Escapes, EscapeRules>> = {
  needed: NEEDED,
  ascii: { letters: new Map([...NEEDED.letters, [0x2f, "/"]]), inHex: [[0x00, 0x7f]] },
};

/** The bytes that JSON allows unescaped. */
const RAW: ByteRanges = [
  [0x20, 0x21],
  [0x23, 0x5b],
  [0x5d, 0xff],
];

/** A table with 1 for each byte that has no spelling except itself. */
export function plainBytes({ letters, inHex }: EscapeRules): Uint8Array {
  const plain = new Uint8Array(256);
  for (const [from, to] of RAW) plain.fill(1, from, to + 1);
  for (const byte of letters.keys()) plain[byte] = 0;
  for (const [from, to] of inHex) plain.fill(0, from, to + 1);
  return plain;
}

/** One byte of `ranges`, in every spelling. */
export function spelledByte(ranges: ByteRanges, { letters, inHex }: EscapeRules): Regex {
  const lettered: [number, number][] = [];
  for (const [byte, letter] of letters) {
    const code = letter.charCodeAt(0);
    if (ranges.some(([from, to]) => from <= byte && byte <= to)) lettered.push([code, code]);
  }
  const hexed = intersect(ranges, inHex);
  const after = choice(bytes(lettered), hexed.length === 0 ? empty : sequence(literal("u00"), hexByte(hexed)));
  return choice(bytes(intersect(ranges, RAW)), sequence(literal("\\"), after));
}

/** Any one character in every spelling of JSON: itself, a letter escape, one `\u` escape, or a surrogate pair. */
export function spelledCharacter(): Regex {
  const raw = characters([
    [0x20, 0x21],
    [0x23, 0x5b],
    [0x5d, 0x10ffff],
  ]);
  const hex = hexDigit([[0, 15]]);
  const unit = (first: ByteRanges, second: ByteRanges): Regex => sequence(hexDigit(first), hexDigit(second), hex, hex);
  const scalar = choice(
    unit(
      [
        [0, 12],
        [14, 15],
      ],
      [[0, 15]],
    ),
    unit([[13, 13]], [[0, 7]]),
  );
  const pair = sequence(unit([[13, 13]], [[8, 11]]), literal("\\u"), unit([[13, 13]], [[12, 15]]));
  const letters = bytes([...'"\\/bfnrt'].map((letter) => [letter.charCodeAt(0), letter.charCodeAt(0)]));
  return choice(raw, sequence(literal("\\"), choice(letters, sequence(literal("u"), choice(scalar, pair)))));
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
  // Groups the high digits by the low digits that can follow them.
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

/** One hexadecimal digit whose value is in `values`, in either case. */
function hexDigit(values: ByteRanges): Regex {
  const digits = intersect(values, [[0, 9]]).map(([from, to]): [number, number] => [0x30 + from, 0x30 + to]);
  const letters = intersect(values, [[10, 15]]).flatMap(([from, to]): [number, number][] => [
    [0x37 + from, 0x37 + to],
    [0x57 + from, 0x57 + to],
  ]);
  return bytes([...digits, ...letters]);
}
