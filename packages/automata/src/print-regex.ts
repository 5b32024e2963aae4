// Prints regex data as a pattern.
//
// Bytes are decoded as UTF-8 where possible: a literal prints as its characters, and a choice of byte sequences that
// forms a set of characters prints as one class. Some regexes have no ECMA-262 pattern, and some have no pattern in any
// dialect. A byte that is not text prints as `\xFF` in `(?-u:…)` (Rust syntax); intersection and complement print as
// `(x)&(y)` and `~(x)`; an automaton prints as its size.

import { signature } from "@espalier/arguments";
import type { CodePointRanges } from "./code-points.js";
import { complementRanges, normalRanges, SCALARS } from "./code-points.js";
import { regexKind } from "./kinds.js";
import type { ByteRanges, Regex } from "./make-regex.js";

const CHOICE = 0;
const SEQUENCE = 1;
const REPEAT = 2;
const ATOM = 3;

/** Printed text and its operator precedence. */
interface Printed {
  readonly text: string;
  readonly binds: number;
}

const checkPrintRegex = signature("printRegex", { regex: regexKind });

/**
 * Returns the pattern of `regex`. `parseRegex(text, { dialect: "rust" })` reads it back as the same language, unless
 * `regex` contains an `and`, `not` or automaton. If all its bytes form characters, the ECMA-262 dialect reads it too.
 *
 * @example
 * ```ts
 * import { choice, literal, plus, printRegex, characters } from "@espalier/automata";
 *
 * printRegex(choice(literal("né"), plus(characters([[0x3b1, 0x3c9]])))); // => "né|[α-ω]+"
 * ```
 */
export function printRegex(regex: Regex): string {
  checkPrintRegex(regex);
  return print(regex).text;
}

function print(regex: Regex): Printed {
  switch (regex.kind) {
    case "empty":
      return { text: "[^\\s\\S]", binds: ATOM };
    case "literal":
      return printLiteral(regex.bytes);
    case "bytes": {
      if (regex.ranges.every(([, to]) => to < 0x80)) return { text: printClass(regex.ranges), binds: ATOM };
      return { text: `(?-u:${printByteClass(regex.ranges)})`, binds: ATOM };
    }
    case "sequence": {
      const points = codePointsOf(regex);
      if (points !== undefined) return { text: printClass(points), binds: ATOM };
      if (regex.items.length === 0) return { text: "(?:)", binds: ATOM };
      if (regex.items.length === 1) return print(regex.items[0]!);
      return { text: regex.items.map((item) => wrapped(print(item), SEQUENCE)).join(""), binds: SEQUENCE };
    }
    case "choice": {
      const points = codePointsOf(regex);
      if (points !== undefined) return { text: printClass(points), binds: ATOM };
      if (regex.options.length === 0) return print({ kind: "empty" });
      return { text: regex.options.map((option) => print(option).text).join("|"), binds: CHOICE };
    }
    case "and":
      if (regex.operands.length === 0) return { text: "(?s-u:.)*", binds: REPEAT };
      return { text: `(?:${regex.operands.map((operand) => `(?:${print(operand).text})`).join("&")})`, binds: ATOM };
    case "not":
      return { text: `~(?:${print(regex.operand).text})`, binds: REPEAT };
    case "repeat":
      return { text: `${wrapped(print(regex.item), ATOM)}${printCount(regex.min, regex.max)}`, binds: REPEAT };
    case "automaton":
      return { text: `<automaton of ${regex.automaton.accepting.length} states from ${regex.start}>`, binds: ATOM };
    case "deferred":
      return print(regex.load());
  }
}

function wrapped(printed: Printed, least: number): string {
  return printed.binds >= least ? printed.text : `(?:${printed.text})`;
}

function printCount(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function printLiteral(bytes: readonly number[]): Printed {
  if (bytes.length === 0) return { text: "(?:)", binds: ATOM };
  let text = "";
  let atoms = 0;
  for (let offset = 0; offset < bytes.length; atoms++) {
    const point = decodeAt(bytes, offset);
    text += point === undefined ? `(?-u:${hexEscape(bytes[offset]!)})` : escapeCharacter(point, SYNTAX);
    offset += point === undefined ? 1 : point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return { text, binds: atoms === 1 ? ATOM : SEQUENCE };
}

/** Prints bytes for messages: a literal in quotes with invalid UTF-8 in hexadecimal, byte ranges as a class. */
export function printBytes(what: Regex & { readonly kind: "literal" | "bytes" }): string {
  if (what.kind === "bytes") return printByteClass(what.ranges);
  let text = "";
  for (let offset = 0; offset < what.bytes.length; ) {
    const point = decodeAt(what.bytes, offset);
    text += point === undefined ? hexEscape(what.bytes[offset]!) : escapeCharacter(point, '"\\');
    offset += point === undefined ? 1 : point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return `"${text}"`;
}

/** The code point encoded at `offset`; `undefined` if there is none. */
function decodeAt(bytes: readonly number[], offset: number): number | undefined {
  const lead = bytes[offset]!;
  if (lead < 0x80) return lead;
  const tails = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  if (lead < 0xc2 || lead > 0xf4) return undefined;
  let point = lead & (0x3f >> tails);
  for (let i = 1; i <= tails; i++) {
    const byte = bytes[offset + i];
    if (byte === undefined || (byte & 0xc0) !== 0x80) return undefined;
    point = (point << 6) | (byte & 63);
  }
  const least = tails === 1 ? 0x80 : tails === 2 ? 0x800 : 0x10000;
  return point < least || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? undefined : point;
}

const SYNTAX = "^$\\.*+?()[]{}|/";
const CLASS_SYNTAX = "^\\[]-/";

function escapeCharacter(point: number, syntax: string): string {
  const character = String.fromCodePoint(point);
  if (point < 0x80 && syntax.includes(character)) return `\\${character}`;
  const names: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };
  if (Object.hasOwn(names, character)) return names[character]!;
  if (/[\p{C}\p{Z}\p{M}]/u.test(character) && character !== " ") {
    return point < 0x80 ? hexEscape(point) : `\\u{${point.toString(16).toUpperCase()}}`;
  }
  return character;
}

function hexEscape(byte: number): string {
  return `\\x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

function printClass(ranges: CodePointRanges): string {
  const normal = normalRanges(ranges);
  if (normal.length === 0) return "[^\\s\\S]";
  const rest = complementRanges(normal);
  if (rest.length === 0) return "[\\s\\S]";
  if (normal.length === 1 && normal[0]![0] === normal[0]![1]) return escapeCharacter(normal[0]![0], SYNTAX);
  // If the set reaches the end of Unicode, its complement is shorter.
  const negated = normal.at(-1)![1] === 0x10ffff && normal.at(-1)![0] <= SCALARS[1]![0];
  const shown = negated ? rest : normal;
  return `[${negated ? "^" : ""}${shown.map(([from, to]) => printRange(from, to, escapeInClass)).join("")}]`;
}

function escapeInClass(point: number): string {
  // `&&` and `~~` are operators in Rust, and ECMA-262 has no `\&`.
  if (point === 0x26 || point === 0x7e) return hexEscape(point);
  return escapeCharacter(point, CLASS_SYNTAX);
}

function printByteClass(ranges: ByteRanges): string {
  const spell = (byte: number): string => (byte < 0x80 ? escapeInClass(byte) : hexEscape(byte));
  return `[${ranges.map(([from, to]) => printRange(from, to, spell)).join("")}]`;
}

function printRange(from: number, to: number, spell: (point: number) => string): string {
  if (from === to) return spell(from);
  return `${spell(from)}${to === from + 1 ? "" : "-"}${spell(to)}`;
}

/** Maximum number of code point ranges in one printed class. */
const MOST_RANGES = 4096;

/** If `regex` matches exactly one character of a set, returns the code points of that set; else `undefined`. */
function codePointsOf(regex: Regex): CodePointRanges | undefined {
  const spellings: ByteRanges[] = [];
  const ranges: [number, number][] = [];
  const walk = (rest: readonly Regex[], spelt: ByteRanges): boolean => {
    if (spelt.length > 4 || spellings.length > MOST_RANGES) return false;
    const [first, ...more] = rest;
    if (first === undefined) return addSpelling(spelt, ranges);
    switch (first.kind) {
      case "bytes":
        return first.ranges.every((range) => walk(more, [...spelt, range]));
      case "literal":
        return first.bytes.length <= 4 && walk(more, [...spelt, ...first.bytes.map((byte) => [byte, byte] as const)]);
      case "sequence":
        return first.items.length <= 4 && walk([...first.items, ...more], spelt);
      case "choice":
        return first.options.every((option) => walk([option, ...more], spelt));
      default:
        return false;
    }
  };
  return walk([regex], []) && ranges.length > 0 ? normalRanges(ranges) : undefined;
}

/** Adds the code points of a sequence of byte ranges; returns false if it is not the UTF-8 of single characters. */
function addSpelling(spelt: ByteRanges, ranges: [number, number][]): boolean {
  const from = decodeAt(
    spelt.map((range) => range[0]),
    0,
  );
  const to = decodeAt(
    spelt.map((range) => range[1]),
    0,
  );
  const width = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
  if (from === undefined || to === undefined || width(from) !== spelt.length || width(to) !== spelt.length)
    return false;
  if (from < 0xd800 && to > 0xdfff) return false;
  // After the first byte that varies, all later bytes must cover every continuation byte; otherwise the range has holes
  // and is split.
  const open = spelt.findIndex(([low, high]) => low !== high);
  const hole = open < 0 ? -1 : spelt.findIndex(([low, high], i) => i > open && (low !== 0x80 || high !== 0xbf));
  if (hole < 0) {
    ranges.push([from, to]);
    return ranges.length <= MOST_RANGES;
  }
  const [low, high] = spelt[open]!;
  for (let byte = low; byte <= high; byte++) {
    if (
      !addSpelling(
        spelt.map((range, i) => (i === open ? [byte, byte] : range)),
        ranges,
      )
    )
      return false;
  }
  return true;
}
