// Texts that are nearly Python: real ones with a few changes, most of them where lexers go wrong. Who is right about one is for CPython to say.
import { BLANKS, BRACKETS, LEXEMES, LINE_ENDS, OPERATORS, SOFT_KEYWORDS, STRING_PREFIXES } from "./lexemes.js";
import type { Random } from "./random.js";
import { isWellFormed } from "./texts.js";

/** A change of a text; the text itself where it does not apply. */
type Mutation = (text: string, random: Random) => string;

/** Words, blanks, line ends, and everything else by characters. */
const piecesOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|[ \t]+|\r?\n|./gsu) ?? [];

const linesOf = (text: string): string[] => text.split("\n");

/** Changes the list of pieces in place. */
function onPieces(change: (pieces: string[], at: number, random: Random) => void): Mutation {
  return (text, random) => {
    const pieces = piecesOf(text);
    if (pieces.length === 0) return text;
    change(pieces, random.below(pieces.length), random);
    return pieces.join("");
  };
}

/** Changes the list of lines in place. */
function onLines(change: (lines: string[], at: number, random: Random) => void): Mutation {
  return (text, random) => {
    const lines = linesOf(text);
    change(lines, random.below(lines.length), random);
    return lines.join("\n");
  };
}

/** Replaces one match of a pattern. */
function onMatch(pattern: RegExp, replacement: (found: string, random: Random) => string): Mutation {
  return (text, random) => {
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return text;
    const match = random.pick(found);
    return text.slice(0, match.index) + replacement(match[0], random) + text.slice(match.index + match[0].length);
  };
}

/** Inserts one of a list before any piece. */
const inserted = (list: readonly string[]): Mutation =>
  onPieces((pieces, at, random) => pieces.splice(at, 0, random.pick(list)));

const QUOTES = ["'", '"', "'''", '"""', ""];
const ODD = [
  "·",
  "²",
  "é",
  "\u200d",
  "\u00a0",
  "\u3000",
  "\u2028",
  "\ufeff",
  "\ufe0f",
  "ａ",
  "😀",
  "\0",
  "\v",
  "\x7f",
  "\u00ad",
  "𝒳",
];

const MUTATIONS: readonly Mutation[] = [
  onPieces((pieces, at) => pieces.splice(at, 1)),
  onPieces((pieces, at) => pieces.splice(at, 0, pieces[at]!)),
  onPieces((pieces, at, random) => {
    const other = random.chance(0.5) ? (at + 1) % pieces.length : random.below(pieces.length);
    [pieces[at], pieces[other]] = [pieces[other]!, pieces[at]!];
  }),
  onPieces((pieces, at, random) => pieces.splice(at, 1, random.pick(LEXEMES))),
  onPieces((pieces, at, random) => pieces.splice(at, 1 + random.below(8))),
  onPieces((pieces, at) => pieces.splice(at)),
  onLines((lines, at) => lines.splice(at, 1)),
  onLines((lines, at) => lines.splice(at, 0, lines[at]!)),
  onLines((lines, at, random) => {
    const other = random.below(lines.length);
    [lines[at], lines[other]] = [lines[other]!, lines[at]!];
  }),
  onLines((lines, at, random) => {
    const step = random.pick([" ", "  ", "    ", "\t", "\f", " \t"]);
    const most = random.pick([1, 1, 2, lines.length]);
    for (let i = at; i < Math.min(lines.length, at + most); i++) lines[i] = step + lines[i]!;
  }),
  onLines((lines, at, random) => {
    const blanks = new RegExp(`^[ \t]{1,${random.pick([1, 2, 4, 8])}}`);
    const most = random.pick([1, 1, 2, lines.length]);
    for (let i = at; i < Math.min(lines.length, at + most); i++) lines[i] = lines[i]!.replace(blanks, "");
  }),
  onLines((lines, at, random) => {
    lines[at] = lines[at]!.replace(/^ +/, (blanks) =>
      random.pick([
        blanks.replace(/ {8}/g, "\t"),
        blanks.replace(/ {4}/g, "\t"),
        `\f${blanks}`,
        `${blanks}\f`,
        `\\\n${blanks}`,
        `${blanks}\\\n`,
      ]),
    );
  }),
  onLines((lines, at, random) => {
    lines[at] += random.pick([" # é", "#", " ", "\\", " \\", ";", "\r", "\f", "\t", ":", ","]);
  }),
  onLines((lines, at, random) =>
    lines.splice(at, 0, random.pick(["# a", "  # a", "", "   ", "\t#", "\f", "\\", "        pass", "pass", "else:"])),
  ),
  onMatch(/[()[\]{}]/g, (_, random) => random.pick([...BRACKETS, ""])),
  onMatch(/'''|"""|['"]/g, (_, random) => random.pick(QUOTES)),
  onMatch(/[rRbBuUfFtT]*(?=['"])/g, (_, random) => random.pick(STRING_PREFIXES)),
  onMatch(/[-+*/%@<>=!|&^~:,.;]+/g, (_, random) => random.pick(OPERATORS)),
  onMatch(/\n/g, (_, random) => random.pick(LINE_ENDS)),
  onMatch(/[^\W\d]\w*/g, (_, random) => random.pick(SOFT_KEYWORDS)),
  onMatch(
    /\d+/g,
    (digits, random) => digits + random.pick(["_", "e", ".", "j", "or", "if", "x", "0", "_0", "__0", "and 1"]),
  ),
  (text, random) => text.replaceAll("\n", random.pick(["\r\n", "\r"])),
  (text) => text.replace(/\n$/, ""),
  inserted(LEXEMES),
  inserted(BLANKS),
  inserted(["\\\n", " \\\n", "\\\r\n", "\\", "\n", "\r", "\f"]),
  inserted(BRACKETS),
  inserted(QUOTES),
  inserted(ODD),
  inserted(["#", "# a\n", "\\N{DIGIT ONE}", "\\x4", "\\", "{", "}", "{{", "!r", ":", "=", "f", "b"]),
];

/** The text with one to three changes. */
export function mutated(text: string, random: Random): string {
  let changed = text;
  for (let left = 1 + random.below(3); left > 0; left--) changed = random.pick(MUTATIONS)(changed, random);
  return isWellFormed(changed) ? changed : text;
}
