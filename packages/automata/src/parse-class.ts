// Character classes of regex patterns: `[…]`, `\d` and friends, `\p{…}`, and single escaped characters.
//
// ECMA-262 (§22.2.1, flag `u`) and the Rust `regex` crate agree on most of it. Where they differ: in Rust `\d \w \s` are
// Unicode classes, classes nest and know `&&`, `--`, `~~` and `[:alpha:]`, and a `]` right after `[` is a character.
import type { CodePointRanges } from "./code-points.js";
import { complementRanges, intersectRanges, normalRanges } from "./code-points.js";
import type { PatternReader } from "./pattern-reader.js";
import { complain, peek, take, takeCharacter } from "./pattern-reader.js";
import { closedUnderCase, propertyRanges } from "./unicode.js";

const ALL: CodePointRanges = complementRanges([]);
const DIGITS: CodePointRanges = [[0x30, 0x39]];
const WORD: CodePointRanges = normalRanges([
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
const ASCII_SPACE: CodePointRanges = [
  [0x09, 0x0d],
  [0x20, 0x20],
];

const POSIX: Readonly<Record<string, CodePointRanges>> = {
  alnum: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  alpha: [
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  ascii: [[0, 0x7f]],
  blank: [
    [0x09, 0x09],
    [0x20, 0x20],
  ],
  cntrl: [
    [0, 0x1f],
    [0x7f, 0x7f],
  ],
  digit: DIGITS,
  graph: [[0x21, 0x7e]],
  lower: [[0x61, 0x7a]],
  print: [[0x20, 0x7e]],
  punct: [
    [0x21, 0x2f],
    [0x3a, 0x40],
    [0x5b, 0x60],
    [0x7b, 0x7e],
  ],
  space: ASCII_SPACE,
  upper: [[0x41, 0x5a]],
  word: WORD,
  xdigit: [
    [0x30, 0x39],
    [0x41, 0x46],
    [0x61, 0x66],
  ],
};

/** What `.` matches under the reader's flags. */
export function dotRanges(reader: PatternReader): CodePointRanges {
  if (reader.flags.dotAll) return everything(reader);
  if (reader.dialect === "rust") return without(reader, [[0x0a, 0x0a]]);
  return complementRanges([
    [0x0a, 0x0a],
    [0x0d, 0x0d],
    [0x2028, 0x2029],
  ]);
}

/** `ranges` with what the `i` flag adds, when it is on. */
export function folded(reader: PatternReader, ranges: CodePointRanges): CodePointRanges {
  if (!reader.flags.ignoreCase) return ranges;
  const closed = closedUnderCase(ranges);
  return reader.flags.unicode ? closed : normalRanges([...ranges, ...intersectRanges(closed, [[0, 0x7f]])]);
}

function everything(reader: PatternReader): CodePointRanges {
  return reader.flags.unicode ? ALL : [[0, 0xff]];
}

function without(reader: PatternReader, ranges: CodePointRanges): CodePointRanges {
  return intersectRanges(complementRanges(ranges), everything(reader));
}

/** A class in brackets; the reader stands after the `[`. */
export function readClass(reader: PatternReader): CodePointRanges {
  const opened = reader.offset - 1;
  const negated = take(reader, "^");
  let ranges: CodePointRanges = [];
  let union: [number, number][] = [];
  let pending: "&&" | "--" | "~~" | undefined;
  const settle = (): void => {
    const right = folded(reader, normalRanges(union));
    union = [];
    if (pending === undefined) ranges = right;
    else if (pending === "&&") ranges = intersectRanges(ranges, right);
    else if (pending === "--") ranges = intersectRanges(ranges, without(reader, right));
    else {
      const either = normalRanges([...ranges, ...right]);
      ranges = intersectRanges(either, without(reader, intersectRanges(ranges, right)));
    }
  };
  for (let first = true; ; first = false) {
    if (reader.offset >= reader.text.length)
      throw complain(reader, "unclosed", opened, "a class is not closed", "Add `]`.");
    if (peek(reader, "]") && !(first && reader.dialect === "rust")) break;
    if (reader.dialect === "rust") {
      const operator = (["&&", "--", "~~"] as const).find((each) => peek(reader, each));
      if (operator !== undefined && !first) {
        settle();
        reader.offset += 2;
        pending = operator;
        continue;
      }
      if (peek(reader, "[")) {
        for (const range of readPosix(reader) ?? readNested(reader)) union.push([range[0], range[1]]);
        continue;
      }
    }
    readItem(reader, union);
  }
  reader.offset++;
  settle();
  return negated ? without(reader, ranges) : ranges;
}

function readNested(reader: PatternReader): CodePointRanges {
  reader.offset++;
  if (++reader.depth > reader.deepest) throw reader.tooDeep();
  const ranges = readClass(reader);
  reader.depth--;
  return ranges;
}

function readPosix(reader: PatternReader): CodePointRanges | undefined {
  const found = /^\[:(\^?)([a-z]+):\]/u.exec(reader.text.slice(reader.offset, reader.offset + 16));
  if (found === null) return undefined;
  const ranges = Object.hasOwn(POSIX, found[2]!) ? POSIX[found[2]!] : undefined;
  if (ranges === undefined) {
    throw complain(
      reader,
      "property",
      reader.offset,
      `unknown class [:${found[2]}:]`,
      `Known: ${Object.keys(POSIX).join(", ")}.`,
    );
  }
  reader.offset += found[0].length;
  return found[1] === "" ? ranges : without(reader, ranges);
}

/** One character, one range or one escape class, added to `union`. */
function readItem(reader: PatternReader, union: [number, number][]): void {
  const start = reader.offset;
  const low = readAtom(reader);
  if (typeof low !== "number") {
    for (const [from, to] of low) union.push([from, to]);
    return;
  }
  const dash = peek(reader, "-") && !peek(reader, "-]") && !(reader.dialect === "rust" && peek(reader, "--"));
  if (!dash || reader.offset + 1 >= reader.text.length) {
    union.push([low, low]);
    return;
  }
  reader.offset++;
  if (reader.dialect === "rust" && peek(reader, "[")) {
    union.push([low, low], [0x2d, 0x2d]);
    return;
  }
  const high = readAtom(reader);
  if (typeof high !== "number") {
    union.push([low, low], [0x2d, 0x2d]);
    for (const [from, to] of high) union.push([from, to]);
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
  if (peek(reader, "\\b") && reader.dialect === "ecma") {
    reader.offset += 2;
    return 0x08;
  }
  return readEscapeClass(reader) ?? readEscapedCharacter(reader);
}

/** `\d`, `\P{Lu}` and the like, the reader standing at the backslash; `undefined` when it is no class. */
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

function shorthand(reader: PatternReader, letter: string): CodePointRanges {
  if (reader.dialect === "ecma") {
    return letter === "d" ? DIGITS : letter === "s" ? ECMA_SPACE : folded(reader, WORD);
  }
  if (!reader.flags.unicode) return letter === "d" ? DIGITS : letter === "s" ? ASCII_SPACE : WORD;
  if (letter === "d") return propertyRanges("Nd") ?? DIGITS;
  if (letter === "s") return propertyRanges("White_Space") ?? ASCII_SPACE;
  const parts = ["Alphabetic", "M", "Nd", "Pc", "Join_Control"].map((name) => propertyRanges(name) ?? []);
  return normalRanges(parts.flat());
}

function readProperty(reader: PatternReader): CodePointRanges {
  const start = reader.offset;
  let negated = reader.text[start + 1] === "P";
  const brace = reader.text.indexOf("}", start);
  let name: string;
  if (reader.text[start + 2] === "{") {
    if (brace < 0) throw complain(reader, "unclosed", start, "a property is not closed", "Write it like `\\p{L}`.");
    name = reader.text.slice(start + 3, brace);
    reader.offset = brace + 1;
  } else if (reader.dialect === "rust" && start + 2 < reader.text.length) {
    name = reader.text[start + 2]!;
    reader.offset = start + 3;
  } else {
    throw complain(reader, "property", start, "a property needs braces", "Write it like `\\p{L}`.");
  }
  if (reader.dialect === "rust" && name.startsWith("^")) {
    negated = !negated;
    name = name.slice(1);
  }
  const ranges = reader.dialect === "rust" ? rustProperty(name) : propertyRanges(name);
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
  // With `i`, ECMA-262 complements before it folds, Rust after.
  return reader.dialect === "ecma"
    ? folded(reader, complementRanges(ranges))
    : complementRanges(folded(reader, ranges));
}

/** Rust compares names loosely and lets `Greek` stand for `Script=Greek`. */
function rustProperty(name: string): CodePointRanges | undefined {
  const spelt = name.replace(":", "=").replace(/[\s-]/gu, "_");
  const titled = spelt.toLowerCase().replace(/(^|[_=])([a-z])/gu, (part) => part.toUpperCase());
  if (spelt.toLowerCase() === "any") return ALL;
  for (const tried of [spelt, titled, `Script=${spelt}`, `Script=${titled}`]) {
    const ranges = propertyRanges(tried);
    if (ranges !== undefined) return ranges;
  }
  return undefined;
}

const CONTROLS: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };

/** One escaped character, the reader standing at the backslash. */
export function readEscapedCharacter(reader: PatternReader): number {
  const start = reader.offset;
  const { text } = reader;
  const letter = text[start + 1];
  if (letter === undefined)
    throw complain(reader, "escape", start, "nothing is escaped", "Write `\\\\` for a backslash.");
  const hex = (from: number, digits: number): number => {
    const spelt = text.slice(from, from + digits);
    if (spelt.length !== digits || !/^[0-9A-Fa-f]+$/u.test(spelt)) {
      throw complain(reader, "escape", start, `\`\\${letter}\` needs ${digits} hexadecimal digits`);
    }
    reader.offset = from + digits;
    return Number.parseInt(spelt, 16);
  };
  const braced = (): number | undefined => {
    if (text[start + 2] !== "{") return undefined;
    const end = text.indexOf("}", start);
    const spelt = end < 0 ? "" : text.slice(start + 3, end);
    const point = /^[0-9A-Fa-f]+$/u.test(spelt) ? Number.parseInt(spelt, 16) : Number.NaN;
    if (!(point <= 0x10ffff)) {
      throw complain(reader, "escape", start, "not a code point", "From `\\u{0}` to `\\u{10FFFF}`.");
    }
    reader.offset = end + 1;
    return point;
  };
  const control = Object.hasOwn(CONTROLS, letter) ? CONTROLS[letter] : undefined;
  if (control !== undefined) {
    reader.offset += 2;
    return control;
  }
  if (letter === "x") return (reader.dialect === "rust" ? braced() : undefined) ?? hex(start + 2, 2);
  if (letter === "u") {
    const point = braced();
    if (point !== undefined) return point;
    const high = hex(start + 2, 4);
    const pair = /^\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/u.exec(text.slice(start + 6, start + 12));
    if (high < 0xd800 || high > 0xdbff || pair === null) return high;
    reader.offset = start + 12;
    return 0x10000 + (high - 0xd800) * 0x400 + (Number.parseInt(pair[1]!, 16) - 0xdc00);
  }
  if (reader.dialect === "rust" && letter === "U") {
    const point = braced() ?? hex(start + 2, 8);
    if (point > 0x10ffff) throw complain(reader, "escape", start, "not a code point");
    return point;
  }
  if (reader.dialect === "rust" && letter === "a") {
    reader.offset += 2;
    return 0x07;
  }
  if (reader.dialect === "ecma" && letter === "0" && !/[0-9]/u.test(text[start + 2] ?? "")) {
    reader.offset += 2;
    return 0;
  }
  if (reader.dialect === "ecma" && letter === "c" && /[A-Za-z]/u.test(text[start + 2] ?? "")) {
    reader.offset += 3;
    return text.charCodeAt(start + 2) & 31;
  }
  // ASCII punctuation stands for itself, also where the `u` flag is stricter: patterns in the wild write `\-` and `\_`.
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
