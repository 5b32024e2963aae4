// Keywords that name a schema. What they name is worked out in `resources.ts`; here is only whether they are well formed.

import { type ReadKeyword, reportBadValue } from "./site.js";
import { splitFragment } from "./uri.js";

/** `id` and `$id` up to draft 7, which may hold a plain name in the fragment, and `$schema`. */
export const readUri: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "string") reportBadValue(site, keyword, value, "a URI as a string");
};

/** `$id` from 2019-09, without fragment. A JSON pointer there is what some generators write; it names nothing and does no harm. */
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
