// A cursor in the text of a pattern.

import { burn, LimitError } from "@espalier/monitor";
import type { CodePointRanges } from "./code-points.js";
import { engineLimit } from "./limits.js";
import type { CharacterSet, Pattern } from "./pattern.js";
import type { RegexSyntaxCode } from "./regex-syntax-error.js";
import { RegexSyntaxError } from "./regex-syntax-error.js";

/** The syntax of a pattern: ECMA-262 with the `u` flag, or the Rust `regex` crate as in Lark grammars. */
export type RegexDialect = "ecma" | "rust";

/** Active flags. A group such as `(?i:…)` changes them inside the group. */
export interface PatternFlags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
  /** False inside Rust's `(?-u:…)`: there, characters are bytes. */
  readonly unicode: boolean;
}

/** The parts of the Rust dialect that differ from ECMA-262 and need code of their own. */
export interface RustSyntax {
  operatorAt(reader: PatternReader): ((left: CodePointRanges, right: CodePointRanges) => CodePointRanges) | undefined;
  readNested(reader: PatternReader): CodePointRanges;
  /** The class `\d`, `\w` or `\s`, by its letter. */
  shorthand(reader: PatternReader, letter: string): CodePointRanges;
  /** The code points of a Unicode property; `undefined` if the name is unknown. */
  property(name: string): CodePointRanges | undefined;
  readCharacter(reader: PatternReader, letter: string): number | undefined;
}

/** A pattern and the state of reading it. */
export interface PatternReader {
  readonly text: string;
  /** The Rust dialect; `undefined` for ECMA-262. */
  readonly rust: RustSyntax | undefined;
  readonly deepest: number;
  readonly tooDeep: () => LimitError;
  offset: number;
  depth: number;
  flags: PatternFlags;
  /** Cached atoms, by text and flags: long patterns repeat few distinct atoms. */
  readonly atoms: Map<string, Pattern>;
  /** The number of ranges in all cached atoms, and in the distinct members of classes. */
  ranges: number;
}

/** Maximum nesting of groups. */
const DEEPEST = 200;
/** Maximum number of ranges of characters in all distinct classes of a pattern, each in about 60 bytes. `\p{L}` has about 680. */
const MOST_RANGES = 1_000_000;
/** Units of fuel for an atom, a character of a class, and a range of characters: each takes some hundred nanoseconds. */
const FUEL = 8;

/** Creates a reader at the start of `text`. */
export function createReader(text: string, rust: RustSyntax | undefined, flags: PatternFlags): PatternReader {
  const tooDeep = (): LimitError => engineLimit("depth", DEEPEST, "this pattern is nested too deeply");
  return { text, rust, flags, offset: 0, depth: 0, deepest: DEEPEST, tooDeep, atoms: new Map(), ranges: 0 };
}

/**
 * Returns the atom that the reader has just read from offset `start`. Calls `make` for a new text and flags; otherwise
 * returns the cached object.
 *
 * @throws LimitError as {@link addRanges}.
 */
export function sharedAtom(reader: PatternReader, start: number, make: () => CharacterSet): Pattern {
  const key = keyOf(reader, start, reader.offset);
  const known = reader.atoms.get(key);
  if (known !== undefined) return known;
  const atom = make();
  addRanges(reader, atom.ranges.length);
  reader.atoms.set(key, atom);
  return atom;
}

/**
 * If the text up to offset `end` is a cached atom, moves past it and returns it. The text of an atom never begins
 * another atom, so reading it again would lead to the same one.
 */
export function cachedAtom(reader: PatternReader, end: number): Pattern | undefined {
  const known = reader.atoms.get(keyOf(reader, reader.offset, end));
  if (known !== undefined) reader.offset = end;
  return known;
}

function keyOf({ flags, text }: PatternReader, start: number, end: number): string {
  const { ignoreCase, dotAll, unicode } = flags;
  return `${(ignoreCase ? 1 : 0) | (dotAll ? 2 : 0) | (unicode ? 4 : 0)}${text.slice(start, end)}`;
}

/** Counts ranges of characters that are held for the pattern. @throws LimitError if these are too many; FuelError. */
export function addRanges(reader: PatternReader, count: number): void {
  spendReading(count);
  reader.ranges += count;
  if (reader.ranges > MOST_RANGES)
    throw new LimitError(
      "ranges",
      MOST_RANGES,
      `the classes of this pattern have too many ranges of characters (limit \`ranges\` is ${MOST_RANGES})`,
    );
}

/** Takes fuel for reading so many atoms, characters or ranges. @throws FuelError if the active fuel has fewer left. */
export function spendReading(count: number): void {
  burn("regex", FUEL * count);
}

/** Returns whether `what` comes next. */
export function peek(reader: PatternReader, what: string): boolean {
  return reader.text.startsWith(what, reader.offset);
}

/** If `what` comes next, moves past it and returns true. */
export function take(reader: PatternReader, what: string): boolean {
  if (!peek(reader, what)) return false;
  reader.offset += what.length;
  return true;
}

/** Moves past one character and returns its code point. */
export function takeCharacter(reader: PatternReader): number {
  const point = reader.text.codePointAt(reader.offset)!;
  reader.offset += point > 0xffff ? 2 : 1;
  return point;
}

/** Creates the error for a problem at `offset`. */
export function complain(
  reader: PatternReader,
  code: RegexSyntaxCode,
  offset: number,
  problem: string,
  hint?: string,
): RegexSyntaxError {
  return new RegexSyntaxError(code, reader.text, offset, problem, hint);
}
