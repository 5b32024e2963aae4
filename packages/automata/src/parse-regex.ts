// Parses regex patterns into regular languages: in both dialects (rust-syntax.ts), or in ECMA-262 alone.

import { type KindsOf, options, signature, text } from "@espalier/arguments";
import { parseOptionsKind } from "./kinds.js";
import type { Regex } from "./make-regex.js";
import type { Pattern } from "./pattern.js";
import { searchMeaning, wholeMeaning } from "./pattern.js";
import type { RegexDialect } from "./pattern-reader.js";
import { readPattern } from "./read-pattern.js";
import { RUST } from "./rust-syntax.js";

/** How to read a pattern. */
export interface ParseOptions {
  /**
   * Any of `i` (ignore case), `s` (a dot matches any character), `m` (rejected if the pattern has anchors), `u` (always
   * on), and `g`, `y`, `d`, which do not change the language. `v` is rejected.
   */
  readonly flags?: string;
  /** `ecma` by default. */
  readonly dialect?: RegexDialect;
}

const checkParseRegex = signature("parseRegex", { pattern: text, options: parseOptionsKind });

/**
 * Returns the texts that `pattern` matches as a whole, in UTF-8: `a|b` matches exactly `a` and `b`. Characters are
 * Unicode scalar values; surrogates in classes are dropped. Lazy quantifiers are read as greedy ones, because the
 * language is the same.
 *
 * @throws RegexSyntaxError if the pattern is malformed or uses an unsupported feature; LimitError if groups nest deeper
 * than 200, or if its classes have more than 1,000,000 ranges of characters in all.
 *
 * @example
 * ```ts
 * import { matches, parseRegex } from "@espalier/automata";
 *
 * matches(parseRegex("(?!0)\\d{1,3}"), [0x34, 0x32]); // => true
 * ```
 */
export function parseRegex(pattern: string, options: ParseOptions = {}): Regex {
  checkParseRegex(pattern, options);
  return wholeMeaning(read(pattern, options), pattern);
}

const checkSearchRegex = signature("searchRegex", { pattern: text, options: parseOptionsKind });

/**
 * Returns the UTF-8 texts in which `pattern` matches anywhere, as in JSON Schema's `pattern`. `^` and `$` anchor it to
 * the start and the end.
 *
 * @throws RegexSyntaxError and LimitError as {@link parseRegex}.
 */
export function searchRegex(pattern: string, options: ParseOptions = {}): Regex {
  checkSearchRegex(pattern, options);
  return searchMeaning(read(pattern, options), pattern);
}

function read(pattern: string, { flags = "", dialect }: ParseOptions): Pattern {
  return readPattern(pattern, flags, dialect === "rust" ? RUST : undefined);
}

/** How to read an ECMA-262 pattern. */
export type EcmaOptions = Pick<ParseOptions, "flags">;

const ecmaOptions = options({ flags: text } satisfies KindsOf<EcmaOptions>);
const checkParseEcmaRegex = signature("parseEcmaRegex", { pattern: text, options: ecmaOptions });

/**
 * {@link parseRegex} for ECMA-262 patterns only. A page that uses this function does not load the Rust dialect.
 *
 * @throws RegexSyntaxError and LimitError as {@link parseRegex}.
 */
export function parseEcmaRegex(pattern: string, options: EcmaOptions = {}): Regex {
  checkParseEcmaRegex(pattern, options);
  return wholeMeaning(readPattern(pattern, options.flags ?? ""), pattern);
}

const checkSearchEcmaRegex = signature("searchEcmaRegex", { pattern: text, options: ecmaOptions });

/**
 * {@link searchRegex} for ECMA-262 patterns only.
 *
 * @throws RegexSyntaxError and LimitError as {@link parseRegex}.
 */
export function searchEcmaRegex(pattern: string, options: EcmaOptions = {}): Regex {
  checkSearchEcmaRegex(pattern, options);
  return searchMeaning(readPattern(pattern, options.flags ?? ""), pattern);
}
