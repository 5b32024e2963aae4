// The interface of the reader for the functions that read single keywords.

import type { SchemaIssue } from "./issue.js";
import type { ValueBudget } from "./json.js";
import { describe, hasLoneSurrogate, type JsonObject } from "./json.js";
import type { Keywords, Subschema } from "./subschema.js";

/** A keyword record under construction. */
export type KeywordsDraft = { -readonly [K in keyof Keywords]: Keywords[K] };

/**
 * The subschema that is being read. One object is reused for all subschemas; functions that read keywords write into
 * `keywords` and keep no other reference.
 */
export interface Site {
  readonly raw: JsonObject;
  readonly pointer: string;
  readonly keywords: KeywordsDraft;
  /** Set when a keyword constrains something or counts as evaluating. */
  constrained: boolean;
  /** Whether `format` is enforced here. */
  readonly assertsFormats: boolean;
  readonly budget: ValueBudget;
  /**
   * Returns the subschema for `value`, to be read later. A value that is not a schema is reported and read as `true`.
   */
  child(value: unknown, pointer: string, keyword: string): Subschema;
  /** Returns the subschema that a reference refers to; `undefined` (and reported) if there is none. */
  follow(reference: string, keyword: string): Subschema | undefined;
  /** Like `follow`, for a reference that the dynamic scope may redirect. */
  followDynamically(reference: string, keyword: string): Subschema | undefined;
  report(issue: SchemaIssue): void;
  tell(topic: string, render: () => SchemaIssue): void;
}

/** Reads the value of one keyword. */
export type ReadKeyword = (site: Site, value: unknown, keyword: string) => void;

/** Reports that `value`, at `path` below the subschema, is invalid for `keyword`; `wanted` as in "must be a number". */
export function reportBadValue(
  site: Site,
  keyword: string,
  value: unknown,
  wanted: string,
  hint?: string,
  path: string = keyword,
): void {
  site.report({
    code: "bad-value",
    pointer: `${site.pointer}/${path}`,
    keyword,
    message: `\`${path}\` must be ${wanted}, not ${describe(value)}`,
    hint: hint ?? (value === undefined ? "Leave the keyword out" : `Write ${wanted}, or leave the keyword out`),
  });
}

/** Adds a notice that a string of the keyword, at `path`, is never written. */
export function tellOfSurrogate(site: Site, keyword: string, path: string): void {
  const pointer = `${site.pointer}/${keyword}`;
  // The surrogate is shown in its JSON escape, because messages are texts too.
  const shown = JSON.stringify(path.slice(-80)).slice(1, -1);
  site.tell("lone surrogate", () => ({
    code: LONE_SURROGATE,
    pointer,
    keyword,
    message: `\`${keyword}\` holds a lone surrogate${shown === "" ? "" : ` at ${shown}`}: UTF-8 cannot spell it, so it is never written`,
    hint: "Write both halves of the surrogate pair, or leave the string out",
  }));
}

/** Adds that notice if one of the names in the value of a keyword is never written. */
export function tellOfNames(site: Site, names: readonly string[], keyword: string): void {
  const name = names.find(hasLoneSurrogate);
  if (name !== undefined) tellOfSurrogate(site, keyword, `/${name}`);
}

/** The code of a notice about strings that are never written. */
export const LONE_SURROGATE = "lone-surrogate";

/** Adds a notice that a keyword has no effect without `partner`. */
export function tellIfAlone(site: Site, keyword: string, partner: string): void {
  if (Object.hasOwn(site.raw, partner)) return;
  const pointer = `${site.pointer}/${keyword}`;
  site.tell(`alone ${keyword}`, () => ({
    code: "no-effect",
    pointer,
    keyword,
    message: `\`${keyword}\` only applies together with \`${partner}\``,
    hint: `Add \`${partner}\`, or leave it out`,
  }));
}
