// What plain schemas (plain-source.ts) load only if they are told to: the keywords whose texts take much code.

import type { Regex } from "@espalier/automata";
import type { SchemaIssue } from "../document/issue.js";
import type { Subschema } from "../document/subschema.js";
import type { NumberSet } from "../numbers/number-set.js";

/** A set of numbers before it is combined with others. */
export type OwnNumbers = Extract<NumberSet, { readonly kind: "finite" | "range" }>;

/** Numbers: which sets have texts, and their texts. */
export interface NumberModule {
  /** Returns what of a set the module has no texts for ("bounds of numbers"); `undefined` if it has them. */
  lacks(set: OwnNumbers): string | undefined;
  /** Returns the texts of the numbers in `set`, those of `compileSchema` with `integers: "plain"`. */
  written(set: OwnNumbers): Regex;
}

/** What all modules lack: a lexer without an engine cannot count remainders beside exponents. */
export const MULTIPLES = "multiples";

/** A keyword that restricts strings by a language over decoded text. */
export interface StringModule {
  /**
   * Returns the strings that the keyword with this value allows; `undefined` for an unknown value that constrains
   * nothing (a user's own `format`).
   *
   * @throws SchemaError for a value that cannot be enforced.
   */
  strings(value: string, schema: Subschema): Regex | undefined;
  /** Returns the notice for an unknown value, if there are such values. */
  unknown?(value: string, schema: Subschema): SchemaIssue;
}

/** The keywords that a plain schema may use beyond the basic ones. */
export interface PlainModules {
  /** Bounds, and constants with fractions: `numberRanges`. Without it there are all numbers, and integers. */
  readonly numbers?: NumberModule;
  /** `pattern`: `patternKeyword`. */
  readonly pattern?: StringModule;
  /** `format`: `formatKeyword`. */
  readonly format?: StringModule;
}
