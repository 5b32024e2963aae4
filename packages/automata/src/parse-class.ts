// Parses character classes of regex patterns (`[…]`, `\d`, `\p{…}`) and single escaped characters.
//
// ECMA-262 (§22.2.1, flag `u`) and the Rust `regex` crate agree on most of it. For Rust patterns, `reader.rust`
// provides the differences (rust-syntax.ts). In Rust, a `]` directly after `[` is also a character.
import type { CodePointRanges } from "./code-points.js";
import { complementRanges, intersectRanges, normalRanges } from "./code-points.js";
import type { PatternReader, RustSyntax } from "./pattern-reader.js";
import { addRanges, complain, peek, take, takeCharacter } from "./pattern-reader.js";
import { closedUnderCase, propertyRanges } from "./unicode.js";

const ALL: CodePointRanges = complementRanges([]);
export const DIGITS: CodePointRanges = [[0x30, 0x39]];
export const WORD: CodePointRanges = normalRanges([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]);
/** ECMA-262 WhiteSpace and LineTerminator. */
const ECMA_SPACE: CodePointRanges = normalRanges([
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]);
export const ASCII_SPACE: CodePointRanges = [
  [0x09, 0x0d],
  [0x20, 0x20],
];

/** The characters that `.` matches under the flags of the reader. */
export function dotRanges(reader: PatternReader): CodePointRanges {
  if (reader.flags.dotAll) return everything(reader);
  if (reader.rust !== undefined) return without(reader, [[0x0a, 0x0a]]);
  return complementRanges([
    [0x0a, 0x0a],
    [0x0d, 0x0d],
    [0x2028, 0x2029],
  ]);
}

/** `ranges`, closed under case folding if the `i` flag is on. */
export function folded(reader: PatternReader, ranges: CodePointRanges): CodePointRanges {
  if (!reader.flags.ignoreCase) return ranges;
  const closed = closedUnderCase(ranges);
  return reader.flags.unicode ? closed : normalRanges([...ranges, ...intersectRanges(closed, [[0, 0x7f]])]);
}

function everything(reader: PatternReader): CodePointRanges {
  return reader.flags.unicode ? ALL : [[0, 0xff]];
}

/** The complement of `ranges` in the set of all characters, or of all bytes. */
export function without(reader: PatternReader, ranges: CodePointRanges): CodePointRanges {
  return intersectRanges(complementRanges(ranges), everything(reader));
}

/** Reads a class in brackets. The reader is after the `[`. */
export function readClass(reader: PatternReader): CodePointRanges {
  const opened = reader.offset - 1;
  const negated = take(reader, "^");
  let ranges: CodePointRanges = [];
  let union: [number, number][] = [];
  // The texts of the classes in `union`: none is added twice.
  let members = new Set<string>();
  let pending: ReturnType<RustSyntax["operatorAt"]>;
  const settle = (): void => {
    const right = folded(reader, normalRanges(union));
    union = [];
    members = new Set();
    ranges = pending === undefined ? right : pending(ranges, right);
  };
  for (let first = true; ; first = false) {
    if (reader.offset >= reader.text.length)
      throw complain(reader, "unclosed", opened, "a class is not closed", "Add `]`.");
    if (peek(reader, "]") && !(first && reader.rust !== undefined)) break;
    if (reader.rust !== undefined) {
      const operator = first ? undefined : reader.rust.operatorAt(reader);
      if (operator !== undefined) {
        settle();
        reader.offset += 2;
        pending = operator;
        continue;
      }
    }
    const start = reader.offset;
    const isNested = reader.rust !== undefined && peek(reader, "[");
    const member = reader.text.slice(start, isNested ? reader.text.indexOf("]", start) + 1 : escapeClassEnd(reader));
    if (members.has(member)) reader.offset += member.length;
    else {
      if (isNested) addAll(reader, union, reader.rust!.readNested(reader));
      else readItem(reader, union);
      if (member !== "") members.add(reader.text.slice(start, reader.offset));
    }
  }
  reader.offset++;
  settle();
  return negated ? without(reader, ranges) : ranges;
}

function addAll(reader: PatternReader, union: [number, number][], ranges: CodePointRanges): void {
  addRanges(reader, ranges.length);
  for (const [from, to] of ranges) union.push([from, to]);
}

/** Reads one character, range or escape class and adds it to `union`. */
function readItem(reader: PatternReader, union: [number, number][]): void {
  const start = reader.offset;
  const low = readAtom(reader);
  if (typeof low !== "number") {
    addAll(reader, union, low);
    return;
  }
  const dash = peek(reader, "-") && !peek(reader, "-]") && !(reader.rust !== undefined && peek(reader, "--"));
  if (!dash || reader.offset + 1 >= reader.text.length) {
    union.push([low, low]);
    return;
  }
  reader.offset++;
  if (reader.rust !== undefined && peek(reader, "[")) {
    union.push([low, low], [0x2d, 0x2d]);
    return;
  }
  const high = readAtom(reader);
  if (typeof high !== "number") {
    union.push([low, low], [0x2d, 0x2d]);
    addAll(reader, union, high);
    return;
  }
  if (high < low) {
    throw complain(
      reader,
      "range",
      start,
      "a range runs backwards",
      "Swap its ends, or write `\\-` for the character.",
    );
  }
  union.push([low, high]);
}

function readAtom(reader: PatternReader): number | CodePointRanges {
  if (!peek(reader, "\\")) return takeCharacter(reader);
  if (peek(reader, "\\b") && reader.rust === undefined) {
    reader.offset += 2;
    return 0x08;
  }
  return readEscapeClass(reader) ?? readEscapedCharacter(reader);
}

/**
 * Reads `\d`, `\P{Lu}` and the like; returns `undefined` if the escape is not a class. The reader is at the backslash.
 */
export function readEscapeClass(reader: PatternReader): CodePointRanges | undefined {
  const letter = reader.text[reader.offset + 1];
  switch (letter) {
    case "d":
    case "D":
    case "w":
    case "W":
    case "s":
    case "S": {
      reader.offset += 2;
      const ranges = shorthand(reader, letter.toLowerCase());
      return letter === letter.toLowerCase() ? ranges : without(reader, ranges);
    }
    case "p":
    case "P":
      return readProperty(reader);
    default:
      return undefined;
  }
}

/** Returns the offset after an escape such as `\d`, `\P{Lu}` or `\pL`; 0 if none comes next, or it is not closed. */
export function escapeClassEnd({ text, offset }: PatternReader): number {
  const letter = (text[offset] === "\\" && text[offset + 1]) || "";
  if (/[dDsSwW]/u.test(letter)) return offset + 2;
  if (!/[pP]/u.test(letter)) return 0;
  return text[offset + 2] === "{" ? text.indexOf("}", offset) + 1 : offset + 3;
}

function shorthand(reader: PatternReader, letter: string): CodePointRanges {
  if (reader.rust !== undefined) return reader.rust.shorthand(reader, letter);
  return letter === "d" ? DIGITS : letter === "s" ? ECMA_SPACE : folded(reader, WORD);
}

function readProperty(reader: PatternReader): CodePointRanges {
  const start = reader.offset;
  let negated = reader.text[start + 1] === "P";
  const end = escapeClassEnd(reader);
  let name: string;
  if (reader.text[start + 2] === "{") {
    if (end === 0) throw complain(reader, "unclosed", start, "a property is not closed", "Write it like `\\p{L}`.");
    name = reader.text.slice(start + 3, end - 1);
    reader.offset = end;
  } else if (reader.rust !== undefined && start + 2 < reader.text.length) {
    name = reader.text[start + 2]!;
    reader.offset = end;
  } else {
    throw complain(reader, "property", start, "a property needs braces", "Write it like `\\p{L}`.");
  }
  if (reader.rust !== undefined && name.startsWith("^")) {
    negated = !negated;
    name = name.slice(1);
  }
  const ranges = (reader.rust?.property ?? propertyRanges)(name);
  if (ranges === undefined) {
    throw complain(
      reader,
      "property",
      start,
      `unknown Unicode property \`${name}\``,
      "A general category (`Lu`), a script (`Script=Greek`) or a binary property (`Alphabetic`).",
    );
  }
  if (!negated) return folded(reader, ranges);
  // With `i`, ECMA-262 complements before case folding, Rust after it.
  return reader.rust === undefined
    ? folded(reader, complementRanges(ranges))
    : complementRanges(folded(reader, ranges));
}

const CONTROLS: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };

/** Reads one escaped character. The reader is at the backslash. */
export function readEscapedCharacter(reader: PatternReader): number {
  const start = reader.offset;
  const { text } = reader;
  const letter = text[start + 1];
  if (letter === undefined)
    throw complain(reader, "escape", start, "nothing is escaped", "Write `\\\\` for a backslash.");
  const control = Object.hasOwn(CONTROLS, letter) ? CONTROLS[letter] : undefined;
  if (control !== undefined) {
    reader.offset += 2;
    return control;
  }
  const special = reader.rust?.readCharacter(reader, letter);
  if (special !== undefined) return special;
  if (letter === "x") return hexPoint(reader, start + 2, 2);
  if (letter === "u") {
    const point = bracedPoint(reader);
    if (point !== undefined) return point;
    const high = hexPoint(reader, start + 2, 4);
    const pair = /^\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/u.exec(text.slice(start + 6, start + 12));
    if (high < 0xd800 || high > 0xdbff || pair === null) return high;
    reader.offset = start + 12;
    return 0x10000 + (high - 0xd800) * 0x400 + (Number.parseInt(pair[1]!, 16) - 0xdc00);
  }
  if (reader.rust === undefined && letter === "0" && !/[0-9]/u.test(text[start + 2] ?? "")) {
    reader.offset += 2;
    return 0;
  }
  if (reader.rust === undefined && letter === "c" && /[A-Za-z]/u.test(text[start + 2] ?? "")) {
    reader.offset += 3;
    return text.charCodeAt(start + 2) & 31;
  }
  // Any ASCII punctuation may be escaped, although the `u` flag is stricter: real patterns contain `\-` and `\_`.
  if (/^[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]$/u.test(letter)) {
    reader.offset += 2;
    return letter.charCodeAt(0);
  }
  throw complain(
    reader,
    "escape",
    start,
    `unknown escape \`\\${letter}\``,
    `Write \`${letter}\` for the character itself.`,
  );
}

/**
 * Reads the code point of an escape with `digits` hexadecimal digits from offset `from`. The reader is at the
 * backslash.
 */
export function hexPoint(reader: PatternReader, from: number, digits: number): number {
  const { text, offset } = reader;
  const spelt = text.slice(from, from + digits);
  if (spelt.length !== digits || !/^[0-9A-Fa-f]+$/u.test(spelt)) {
    throw complain(reader, "escape", offset, `\`\\${text[offset + 1]}\` needs ${digits} hexadecimal digits`);
  }
  reader.offset = from + digits;
  return Number.parseInt(spelt, 16);
}

/** Reads the code point of an escape in braces, if there are braces. The reader is at the backslash. */
export function bracedPoint(reader: PatternReader): number | undefined {
  const { text, offset } = reader;
  if (text[offset + 2] !== "{") return undefined;
  const end = text.indexOf("}", offset);
  const spelt = end < 0 ? "" : text.slice(offset + 3, end);
  const point = /^[0-9A-Fa-f]+$/u.test(spelt) ? Number.parseInt(spelt, 16) : Number.NaN;
  if (!(point <= 0x10ffff)) {
    throw complain(reader, "escape", offset, "not a code point", "From `\\u{0}` to `\\u{10FFFF}`.");
  }
  reader.offset = end + 1;
  return point;
}
