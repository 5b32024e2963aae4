// A position in the text of a pattern, and the few things done with it.

import type { LimitError } from "@espalier/monitor";
import type { CodePointRanges } from "./code-points.js";
import { engineLimit } from "./limits.js";
import type { Pattern } from "./pattern.js";
import type { RegexSyntaxCode } from "./regex-syntax-error.js";
import { RegexSyntaxError } from "./regex-syntax-error.js";

/** Whose syntax: ECMA-262 with the `u` flag, or the Rust `regex` crate as in Lark grammars. */
export type RegexDialect = "ecma" | "rust";

/** Flags in force; groups like `(?i:…)` change them for their extent. */
export interface PatternFlags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
  /** Off inside Rust's `(?-u:…)`: characters are bytes. */
  readonly unicode: boolean;
}

/** What the Rust dialect writes otherwise than ECMA-262, as far as that is code of its own. */
export interface RustSyntax {
  operatorAt(reader: PatternReader): ((left: CodePointRanges, right: CodePointRanges) => CodePointRanges) | undefined;
  readNested(reader: PatternReader): CodePointRanges;
  /** `\d`, `\w` or `\s`, by its letter. */
  shorthand(reader: PatternReader, letter: string): CodePointRanges;
  /** The code points of a Unicode property; `undefined` when there is none of the name. */
  property(name: string): CodePointRanges | undefined;
  readCharacter(reader: PatternReader, letter: string): number | undefined;
}

/** A pattern being read. */
export interface PatternReader {
  readonly text: string;
  /** Where the pattern is one of Rust: what that dialect writes otherwise than ECMA-262. */
  readonly rust: RustSyntax | undefined;
  readonly deepest: number;
  readonly tooDeep: () => LimitError;
  offset: number;
  depth: number;
  flags: PatternFlags;
  /** Atoms that were read before, by their text and flags: a long pattern repeats few of them. */
  readonly atoms: Map<string, Pattern>;
}

/** How deep the groups of a pattern may nest. */
const DEEPEST = 200;

/** A reader at the start of `text`. */
export function createReader(text: string, rust: RustSyntax | undefined, flags: PatternFlags): PatternReader {
  const tooDeep = (): LimitError => engineLimit("depth", DEEPEST, "this pattern is nested too deeply");
  return { text, rust, flags, offset: 0, depth: 0, deepest: DEEPEST, tooDeep, atoms: new Map() };
}

/** The atom made by `make`, which has just read `reader.text` from `start` on; the same object for the same text and flags. */
export function sharedAtom(reader: PatternReader, start: number, make: () => Pattern): Pattern {
  const { ignoreCase, dotAll, unicode } = reader.flags;
  const flags = (ignoreCase ? 1 : 0) | (dotAll ? 2 : 0) | (unicode ? 4 : 0);
  const key = `${flags}${reader.text.slice(start, reader.offset)}`;
  let atom = reader.atoms.get(key);
  if (atom === undefined) {
    atom = make();
    reader.atoms.set(key, atom);
  }
  return atom;
}

/** Does `what` come next? */
export function peek(reader: PatternReader, what: string): boolean {
  return reader.text.startsWith(what, reader.offset);
}

/** Moves past `what` if it comes next. */
export function take(reader: PatternReader, what: string): boolean {
  if (!peek(reader, what)) return false;
  reader.offset += what.length;
  return true;
}

/** Moves past one character; returns its code point. */
export function takeCharacter(reader: PatternReader): number {
  const point = reader.text.codePointAt(reader.offset)!;
  reader.offset += point > 0xffff ? 2 : 1;
  return point;
}

/** The error to throw about what stands at `offset`. */
export function complain(
  reader: PatternReader,
  code: RegexSyntaxCode,
  offset: number,
  problem: string,
  hint?: string,
): RegexSyntaxError {
  return new RegexSyntaxError(code, reader.text, offset, problem, hint);
}
