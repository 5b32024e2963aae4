// Where a keyword is read: what the reader lends to the functions that know one keyword each.

import type { SchemaIssue } from "./issue.js";
import type { ValueBudget } from "./json.js";
import { describe, type JsonObject } from "./json.js";
import type { Keywords, Subschema } from "./subschema.js";

/** Keywords while they are being read. */
export type KeywordsDraft = { -readonly [K in keyof Keywords]: Keywords[K] };

/**
 * The subschema being read. One object, moved from subschema to subschema; functions that read keywords write into `keywords` and
 * keep nothing else.
 */
export interface Site {
  readonly raw: JsonObject;
  readonly pointer: string;
  readonly keywords: KeywordsDraft;
  /** Set by whoever writes something that constrains, or that counts as evaluating. */
  constrained: boolean;
  /** Whether `format` is to be enforced here. */
  readonly assertsFormats: boolean;
  readonly budget: ValueBudget;
  /** The subschema that is `value`, to be read later; a value that is no schema is reported and read as `true`. */
  child(value: unknown, pointer: string, keyword: string): Subschema;
  /** The subschema that a reference means; `undefined` (and reported) if there is none. */
  follow(reference: string, keyword: string): Subschema | undefined;
  /** As `follow`, for a reference that the dynamic scope may redirect. */
  followDynamically(reference: string, keyword: string): Subschema | undefined;
  report(issue: SchemaIssue): void;
  tell(topic: string, render: () => SchemaIssue): void;
}

/** Reads one keyword's value. */
export type ReadKeyword = (site: Site, value: unknown, keyword: string) => void;

/** Reports that `value`, at `path` below the subschema, is not what `keyword` wants: `wanted` as in "must be a number". */
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

/** Tells that a string which the keyword holds is never written: `path` leads to it. */
export function tellOfSurrogate(site: Site, keyword: string, path: string): void {
  const pointer = `${site.pointer}/${keyword}`;
  // The half itself is shown as JSON escapes it, since messages are texts, too.
  const shown = JSON.stringify(path.slice(-80)).slice(1, -1);
  site.tell("lone surrogate", () => ({
    code: LONE_SURROGATE,
    pointer,
    keyword,
    message: `\`${keyword}\` holds a lone surrogate${shown === "" ? "" : ` at ${shown}`}: UTF-8 cannot spell such strings, and they are never written`,
    hint: "Write both halves of the surrogate pair, or leave the string out",
  }));
}

/** The code of a notice about strings that are never written. */
export const LONE_SURROGATE = "lone-surrogate";

/** Tells that a keyword has no effect where `partner` is not beside it. */
export function tellIfAlone(site: Site, keyword: string, partner: string): void {
  if (Object.hasOwn(site.raw, partner)) return;
  const pointer = `${site.pointer}/${keyword}`;
  site.tell(`alone ${keyword}`, () => ({
    code: "no-effect",
    pointer,
    keyword,
    message: `\`${keyword}\` counts only beside \`${partner}\``,
    hint: `Add \`${partner}\`, or leave it out`,
  }));
}
