// Reads keywords that name a schema. Only their form is checked here; `resources.ts` resolves the names.

import { type ReadKeyword, reportBadValue } from "./site.js";
import { splitFragment } from "./uri.js";

/** `id` and `$id` up to draft 7, whose fragment may be a plain name, and `$schema`. */
export const readUri: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "string") reportBadValue(site, keyword, value, "a URI as a string");
};

/**
 * Checks an `$id` as drafts from 2019-09 on define it: a URI without fragment. A fragment that is a JSON pointer is
 * accepted too, because some generators write one and it names nothing.
 */
export const readUriWithoutFragment: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "string") return reportBadValue(site, keyword, value, "a URI as a string");
  const [, fragment] = splitFragment(value);
  if (fragment === undefined || fragment === "" || fragment.startsWith("/")) return;
  reportBadValue(site, keyword, value, "a URI without fragment", `Write "$anchor": "${fragment}"`);
};

/** `$anchor` and `$dynamicAnchor`. */
export const readAnchor: ReadKeyword = (site, value, keyword) => {
  if (typeof value === "string" && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value)) return;
  reportBadValue(site, keyword, value, "a plain name (letters, digits, `-`, `.`, `_`)");
};
