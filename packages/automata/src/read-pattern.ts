// Parses regex patterns into a tree: ECMA-262 with the `u` flag, as in JSON Schema's `pattern` and zod, or the syntax
// of the Rust `regex` crate, as in Lark grammars.
//
//   choice    = sequence ("|" sequence)*
//   sequence  = (atom quantifier?)*
//   atom      = "." | "^" | "$" | class | escape | group | character
//
// The parser rejects, by name, features that are not regular (back-references) or depend on the preceding text
// (look-behind, word boundaries).

import type { CodePointRanges } from "./code-points.js";
import { intersectRanges, SCALARS } from "./code-points.js";
import { dotRanges, escapeClassEnd, folded, readClass, readEscapeClass, readEscapedCharacter } from "./parse-class.js";
import type { CharacterSet, Pattern } from "./pattern.js";
import type { PatternFlags, PatternReader, RustSyntax } from "./pattern-reader.js";
import {
  cachedAtom,
  complain,
  createReader,
  peek,
  sharedAtom,
  spendReading,
  take,
  takeCharacter,
} from "./pattern-reader.js";
import { RegexSyntaxError } from "./regex-syntax-error.js";

/**
 * Parses a pattern: in the Rust dialect if `rust` is given, else in ECMA-262.
 *
 * @throws RegexSyntaxError if it is malformed or uses an unsupported feature; LimitError if groups nest too deep.
 */
export function readPattern(text: string, flags: string, rust?: RustSyntax): Pattern {
  const reader = createReader(text, rust, flagsOf(text, flags));
  const pattern = readChoice(reader);
  if (reader.offset < text.length) {
    throw complain(reader, "group", reader.offset, "`)` closes nothing", "Write `\\)` for the character.");
  }
  return pattern;
}

function flagsOf(text: string, flags: string): PatternFlags {
  for (const flag of flags) {
    if ("ismugyd".includes(flag)) continue;
    throw new RegexSyntaxError("flag", text, 0, `flag \`${flag}\` is not supported`, "Supported: i, s, m, u.");
  }
  return {
    ignoreCase: flags.includes("i"),
    dotAll: flags.includes("s"),
    multiline: flags.includes("m"),
    unicode: true,
  };
}

function readChoice(reader: PatternReader): Pattern {
  if (++reader.depth > reader.deepest) throw reader.tooDeep();
  const options = [readSequence(reader)];
  while (take(reader, "|")) options.push(readSequence(reader));
  reader.depth--;
  return options.length === 1 ? options[0]! : { kind: "choice", options };
}

function readSequence(reader: PatternReader): Pattern {
  const items: Pattern[] = [];
  while (reader.offset < reader.text.length && !peek(reader, "|") && !peek(reader, ")")) {
    const start = reader.offset;
    spendReading(1);
    const atom = readAtom(reader);
    if (atom === undefined) continue;
    items.push(readQuantifiers(reader, atom, start));
  }
  return items.length === 1 ? items[0]! : { kind: "sequence", items };
}

/** Reads one atom; returns `undefined` for a group that only sets flags. */
function readAtom(reader: PatternReader): Pattern | undefined {
  const start = reader.offset;
  switch (reader.text[start]) {
    case ".":
      reader.offset++;
      return sharedAtom(reader, start, () => charactersOf(reader, dotRanges(reader)));
    case "^":
    case "$":
      reader.offset++;
      if (reader.flags.multiline) {
        throw complain(reader, "unsupported", start, "an anchor under the `m` flag", "Spell the line ends out.");
      }
      return { kind: reader.text[start] === "^" ? "start" : "end", offset: start };
    case "[":
      return readClassAtom(reader);
    case "(":
      return readGroup(reader);
    case "\\":
      return readEscape(reader);
    case "*":
    case "+":
    case "?":
      throw complain(reader, "quantifier", start, "nothing to repeat", "Write `\\` before it for the character.");
    case "{":
      if (quantifierAt(reader) !== undefined || reader.rust !== undefined) {
        throw complain(reader, "quantifier", start, "nothing to repeat", "Write `\\{` for the character.");
      }
      break;
  }
  const point = takeCharacter(reader);
  // In Rust's byte mode, a character that is written literally still stands for its UTF-8.
  return sharedAtom(reader, start, () => ({ kind: "characters", ranges: folded(reader, [[point, point]]) }));
}

/** Reads a class in brackets. The reader is at the `[`. */
function readClassAtom(reader: PatternReader): Pattern {
  const start = reader.offset;
  const known = cachedAtom(reader, reader.text.indexOf("]", start) + 1);
  if (known !== undefined) return known;
  reader.offset++;
  const ranges = readClass(reader);
  spendReading(reader.offset - start);
  return sharedAtom(reader, start, () => charactersOf(reader, ranges));
}

function charactersOf(reader: PatternReader, ranges: CodePointRanges): CharacterSet {
  if (!reader.flags.unicode) return { kind: "bytes", ranges: intersectRanges(ranges, [[0, 0xff]]) };
  return { kind: "characters", ranges: intersectRanges(ranges, SCALARS) };
}

function readEscape(reader: PatternReader): Pattern {
  const start = reader.offset;
  const letter = reader.text[start + 1] ?? "";
  const refuse = (what: string, hint: string): RegexSyntaxError => complain(reader, "unsupported", start, what, hint);
  if (/[bB]/u.test(letter) || (reader.rust !== undefined && /[<>]/u.test(letter))) {
    throw refuse("word boundaries are not supported", "Write out what may come next to the word.");
  }
  if (/[1-9]/u.test(letter) || (letter === "k" && reader.rust === undefined)) {
    throw refuse("back-references are not regular", "List the alternatives, or check equality elsewhere.");
  }
  if (reader.rust !== undefined) {
    if (letter === "A" || letter === "z") {
      reader.offset += 2;
      return { kind: letter === "A" ? "start" : "end", offset: start };
    }
  }
  const known = cachedAtom(reader, escapeClassEnd(reader));
  if (known !== undefined) return known;
  const ranges = readEscapeClass(reader);
  if (ranges !== undefined) return sharedAtom(reader, start, () => charactersOf(reader, ranges));
  const point = readEscapedCharacter(reader);
  return sharedAtom(reader, start, () => charactersOf(reader, folded(reader, [[point, point]])));
}

function readGroup(reader: PatternReader): Pattern | undefined {
  const start = reader.offset;
  const outer = reader.flags;
  const inside = (): Pattern => {
    const pattern = readChoice(reader);
    if (!take(reader, ")")) throw complain(reader, "unclosed", start, "a group is not closed", "Add `)`.");
    reader.flags = outer;
    return pattern;
  };
  const refuse = (what: string, hint?: string): RegexSyntaxError => complain(reader, "unsupported", start, what, hint);
  if (!take(reader, "(?")) {
    reader.offset++;
    return inside();
  }
  if (take(reader, ":")) return inside();
  if (peek(reader, "<=") || peek(reader, "<!")) {
    throw refuse("look-behind is not supported", "Put the condition where the text before it is matched.");
  }
  if (peek(reader, "=") || peek(reader, "!")) {
    if (reader.rust !== undefined) throw refuse("look-around is not part of this dialect");
    const kind = peek(reader, "=") ? "ahead" : "not-ahead";
    reader.offset++;
    return { kind, item: inside(), offset: start };
  }
  const name = /^(?:P?<([^>]*)>|P=)/u.exec(reader.text.slice(reader.offset, reader.offset + 200));
  if (name !== null) {
    if (name[1] === undefined) throw refuse("back-references are not regular");
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$.[\]]*$/u.test(name[1])) {
      throw complain(reader, "group", start, `\`${name[1]}\` is not a group name`);
    }
    reader.offset += name[0].length;
    return inside();
  }
  const setting = /^([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/u.exec(reader.text.slice(reader.offset, reader.offset + 40));
  if (setting === null || (setting[3] === ")" && reader.rust === undefined)) {
    throw complain(reader, "group", start, "unknown kind of group", "Write `\\(` for the character.");
  }
  reader.flags = changedFlags(reader, start, setting[1]!, setting[2] ?? "");
  reader.offset += setting[0].length;
  // `(?i)` applies until the end of the enclosing group, which restores the flags.
  return setting[3] === ")" ? undefined : inside();
}

const FLAG_NAMES: Readonly<Record<string, keyof PatternFlags>> = {
  i: "ignoreCase",
  s: "dotAll",
  m: "multiline",
  u: "unicode",
};

function changedFlags(reader: PatternReader, start: number, on: string, off: string): PatternFlags {
  const flags: { -readonly [name in keyof PatternFlags]: boolean } = { ...reader.flags };
  const set = (letters: string, value: boolean): void => {
    for (const letter of letters) {
      const name = Object.hasOwn(FLAG_NAMES, letter) ? FLAG_NAMES[letter] : undefined;
      if (reader.rust !== undefined && letter === "U") continue; // The flag swaps greedy and lazy, which does not change the language.
      if (name === undefined || (name === "unicode" && reader.rust === undefined)) {
        throw complain(reader, "flag", start, `flag \`${letter}\` is not supported`, "Supported: i, s, m.");
      }
      flags[name] = value;
    }
  };
  set(on, true);
  set(off, false);
  return flags;
}

/** Reads the quantifiers after an atom that began at `start`. */
function readQuantifiers(reader: PatternReader, atom: Pattern, start: number): Pattern {
  let pattern = atom;
  for (let first = true; ; first = false) {
    const quantifier = quantifierAt(reader);
    if (quantifier === undefined) return pattern;
    const { min, max, length } = quantifier;
    if (isCondition(pattern) && !/^\((?!\?[=!])/u.test(reader.text.slice(start, start + 3))) {
      throw complain(reader, "quantifier", reader.offset, "an anchor or look-ahead cannot be repeated");
    }
    if (!first && reader.rust === undefined) {
      throw complain(reader, "quantifier", reader.offset, "nothing to repeat", "Put the repeated part in a group.");
    }
    if (min > max) throw complain(reader, "quantifier", reader.offset, `a repeat from ${min} to ${max}`, "Swap them.");
    if (min > MOST || (max > MOST && max !== Number.POSITIVE_INFINITY)) {
      throw complain(reader, "quantifier", reader.offset, `a count above ${MOST}`);
    }
    reader.offset += length;
    take(reader, "?");
    pattern = { kind: "repeat", item: pattern, min, max, offset: start };
  }
}

/** Maximum count of a quantifier. */
const MOST = 1_000_000_000;

function isCondition(pattern: Pattern): boolean {
  return pattern.kind === "start" || pattern.kind === "end" || pattern.kind === "ahead" || pattern.kind === "not-ahead";
}

/** Reads the next quantifier, if there is one. */
function quantifierAt(
  reader: PatternReader,
): { readonly min: number; readonly max: number; readonly length: number } | undefined {
  switch (reader.text[reader.offset]) {
    case "*":
      return { min: 0, max: Number.POSITIVE_INFINITY, length: 1 };
    case "+":
      return { min: 1, max: Number.POSITIVE_INFINITY, length: 1 };
    case "?":
      return { min: 0, max: 1, length: 1 };
    case "{": {
      const found = /^\{(\d+)(?:(,)(\d*))?\}/u.exec(reader.text.slice(reader.offset, reader.offset + 64));
      if (found === null) return undefined;
      const min = Number(found[1]);
      const max = found[2] === undefined ? min : found[3] === "" ? Number.POSITIVE_INFINITY : Number(found[3]);
      return { min, max, length: found[0].length };
    }
    default:
      return undefined;
  }
}
