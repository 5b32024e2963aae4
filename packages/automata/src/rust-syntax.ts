// The parts of the Rust `regex` syntax that differ from ECMA-262: Unicode classes for `\d \w \s`, nested classes with
// `&&`, `--`, `~~` and `[:alpha:]`, and some escapes. The pattern reader receives them as a value, so that a page that
// reads only ECMA-262 does not load them.
import type { CodePointRanges } from "./code-points.js";
import { complementRanges, intersectRanges, normalRanges } from "./code-points.js";
import { ASCII_SPACE, bracedPoint, DIGITS, hexPoint, readClass, WORD, without } from "./parse-class.js";
import type { PatternReader, RustSyntax } from "./pattern-reader.js";
import { complain, peek } from "./pattern-reader.js";
import { propertyRanges } from "./unicode.js";

/** The syntax of the Rust `regex` crate, as Lark grammars write it. */
export const RUST: RustSyntax = { operatorAt, readNested, shorthand, property, readCharacter };

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

/** Returns how the next operator combines its left and right operands; `undefined` if no operator comes next. */
function operatorAt(
  reader: PatternReader,
): ((left: CodePointRanges, right: CodePointRanges) => CodePointRanges) | undefined {
  if (peek(reader, "&&")) return intersectRanges;
  if (peek(reader, "--")) return (left, right) => intersectRanges(left, without(reader, right));
  if (!peek(reader, "~~")) return undefined;
  return (left, right) => {
    const either = normalRanges([...left, ...right]);
    return intersectRanges(either, without(reader, intersectRanges(left, right)));
  };
}

/** Reads a nested class. The reader is at its bracket. */
function readNested(reader: PatternReader): CodePointRanges {
  const posix = readPosix(reader);
  if (posix !== undefined) return posix;
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

function shorthand(reader: PatternReader, letter: string): CodePointRanges {
  if (!reader.flags.unicode) return letter === "d" ? DIGITS : letter === "s" ? ASCII_SPACE : WORD;
  if (letter === "d") return propertyRanges("Nd") ?? DIGITS;
  if (letter === "s") return propertyRanges("White_Space") ?? ASCII_SPACE;
  const parts = ["Alphabetic", "M", "Nd", "Pc", "Join_Control"].map((name) => propertyRanges(name) ?? []);
  return normalRanges(parts.flat());
}

/** Names are compared loosely, and `Greek` stands for `Script=Greek`. */
function property(name: string): CodePointRanges | undefined {
  const spelt = name.replace(":", "=").replace(/[\s-]/gu, "_");
  const titled = spelt.toLowerCase().replace(/(^|[_=])([a-z])/gu, (part) => part.toUpperCase());
  if (spelt.toLowerCase() === "any") return complementRanges([]);
  for (const tried of [spelt, titled, `Script=${spelt}`, `Script=${titled}`]) {
    const ranges = propertyRanges(tried);
    if (ranges !== undefined) return ranges;
  }
  return undefined;
}

/** Reads the character of `\x{…}`, `\U…` or `\a`. The reader is at the backslash. */
function readCharacter(reader: PatternReader, letter: string): number | undefined {
  if (letter === "x") return bracedPoint(reader);
  if (letter === "a") {
    reader.offset += 2;
    return 0x07;
  }
  if (letter !== "U") return undefined;
  const start = reader.offset;
  const point = bracedPoint(reader) ?? hexPoint(reader, start + 2, 8);
  if (point > 0x10ffff) throw complain(reader, "escape", start, "not a code point");
  return point;
}
