// Sets of strings, as schemas constrain them. A set stays in the simplest form that the keywords allow (everything, a length, a few constants) and becomes a
// regular expression only when keywords interact. The sets contain decoded text; quoting.ts adds the escapes.

import { and, choiceOf, epsilon, literal, type Regex } from "@espalier/automata";
import { hasLoneSurrogate } from "../document/json.js";
import { textOfLength } from "./quoting.js";

/** A set of strings. `text`: the strings whose length in code points is within bounds and, if `regex` is present, that it matches. */
export type StringSet =
  | { readonly kind: "none" }
  | { readonly kind: "finite"; readonly values: ReadonlySet<string> }
  | { readonly kind: "text"; readonly min: number; readonly max: number; readonly regex?: Regex };

export const NO_STRING: StringSet = { kind: "none" };
export const ANY_STRING: StringSet = { kind: "text", min: 0, max: Number.POSITIVE_INFINITY };

/** Whether a string can be encoded as UTF-8, because it has no lone surrogate. */
export function isWritable(value: string): boolean {
  return !hasLoneSurrogate(value);
}

/** The set of those `values` that can be encoded. */
export function stringsOf(values: Iterable<string>): StringSet {
  const set = new Set<string>();
  for (const value of values) if (isWritable(value)) set.add(value);
  return set.size === 0 ? NO_STRING : { kind: "finite", values: set };
}

export function stringsMatching(regex: Regex): StringSet {
  return { kind: "text", min: 0, max: Number.POSITIVE_INFINITY, regex };
}

export function stringsOfLength(min: number, max: number): StringSet {
  return min > max ? NO_STRING : { kind: "text", min, max };
}

export function isAnyString(set: StringSet): boolean {
  return set.kind === "text" && set.min === 0 && set.max === Number.POSITIVE_INFINITY && set.regex === undefined;
}

/** The set as one regular expression over decoded text. */
export function stringRegex(set: StringSet): Regex {
  if (set.kind === "none") return choiceOf([]);
  if (set.kind === "finite") return choiceOf([...set.values].map((value) => (value === "" ? epsilon : literal(value))));
  const bounded = set.min > 0 || set.max !== Number.POSITIVE_INFINITY;
  if (set.regex === undefined) return textOfLength(set.min, set.max);
  return bounded ? and(set.regex, textOfLength(set.min, set.max)) : set.regex;
}
