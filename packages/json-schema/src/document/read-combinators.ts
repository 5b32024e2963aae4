// Reads keywords that apply other schemas to the same value: conditions and references.

import { type ReadKeyword, reportBadValue, tellIfAlone } from "./site.js";
import type { Subschema } from "./subschema.js";

/** `if` with `then` and `else`, which have no meaning without it. */
export const readIf: ReadKeyword = (site, value, keyword) => {
  site.constrained = true;
  const branch = (name: string): Subschema | undefined =>
    Object.hasOwn(site.raw, name) ? site.child(site.raw[name], `${site.pointer}/${name}`, name) : undefined;
  const condition = site.child(value, `${site.pointer}/${keyword}`, keyword);
  // biome-ignore lint/suspicious/noThenProperty: the keyword is called so, and its value is no function.
  site.keywords.if = { condition, then: branch("then"), else: branch("else") };
};

/** `then` and `else` are read with `if`. */
export const readBranch: ReadKeyword = (site, _value, keyword) => tellIfAlone(site, keyword, "if");

export const readReference: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "string") return reportBadValue(site, keyword, value, "a URI reference as a string");
  const target = site.follow(value, keyword);
  if (target === undefined) return;
  site.constrained = true;
  site.keywords.references = [...(site.keywords.references ?? []), target];
};

/** `$dynamicRef` (2020-12) and `$recursiveRef` (2019-09, whose only value is `#`). */
export const readDynamicReference: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "string") return reportBadValue(site, keyword, value, "a URI reference as a string");
  if (keyword === "$recursiveRef" && value !== "#") return reportBadValue(site, keyword, value, 'the string "#"');
  const target = site.followDynamically(value, keyword);
  if (target === undefined) return;
  site.constrained = true;
  site.keywords.references = [...(site.keywords.references ?? []), target];
};
