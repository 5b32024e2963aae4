// Reads keywords about arrays. Up to 2019-09, a list in `items` is what 2020-12 calls `prefixItems`, and
// `additionalItems` is what it calls `items`.

import { own } from "./json.js";
import { readSchema, schemasIn } from "./read-schemas.js";
import { countOf } from "./read-values.js";
import { type ReadKeyword, reportBadValue, type Site, tellIfAlone } from "./site.js";

export const readItems: ReadKeyword = (site, value, keyword) => {
  if (Array.isArray(value)) {
    const hint = 'A list is the way of earlier drafts: write `prefixItems`, or declare the draft in "$schema"';
    return reportBadValue(site, keyword, value, "a schema", hint);
  }
  readSchema(site, value, keyword);
};

/** Up to 2019-09: one schema for all items, or a list by position with `additionalItems` for the rest. */
export const readItemsOrList: ReadKeyword = (site, value, keyword) => {
  if (!Array.isArray(value)) return readItems(site, value, keyword);
  readList(site, value, keyword);
  const rest = own(site.raw, "additionalItems");
  if (rest === undefined) return;
  site.constrained = true;
  site.keywords.items = site.child(rest, `${site.pointer}/additionalItems`, "additionalItems");
};

/** No declared draft: a list has its meaning up to 2019-09. */
export const readItemsEitherWay: ReadKeyword = (site, value, keyword) => {
  if (!Array.isArray(value)) return readItems(site, value, keyword);
  const pointer = `${site.pointer}/${keyword}`;
  site.tell("list in items", () => ({
    code: "earlier-form",
    pointer,
    keyword,
    message: "a list in `items` is read as drafts up to 2019-09 did",
    hint: 'Write `prefixItems`, with `items` for the rest, or declare the draft in "$schema"',
  }));
  readItemsOrList(site, value, keyword);
};

/** No declared draft: read together with a list; alone it has no meaning in any draft. */
export const readAdditionalItemsEitherWay: ReadKeyword = (site, _value, keyword) => {
  if (Array.isArray(own(site.raw, "items"))) return;
  const pointer = `${site.pointer}/${keyword}`;
  site.tell(keyword, () => ({
    code: "unknown-keyword",
    pointer,
    keyword,
    message: `\`${keyword}\` is not enforced: it only applies together with a list in \`items\``,
    hint: "Write `items` for the items after `prefixItems`",
  }));
};

export const readPrefixItems: ReadKeyword = (site, value, keyword) => {
  if (!Array.isArray(value)) return reportBadValue(site, keyword, value, "a list of schemas");
  readList(site, value, keyword);
};

function readList(site: Site, value: readonly unknown[], keyword: string): void {
  if (value.length === 0) return;
  site.constrained = true;
  site.keywords.prefixItems = schemasIn(site, value, keyword);
}

export const readUniqueItems: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "boolean") return reportBadValue(site, keyword, value, "true or false");
  if (!value) return;
  site.constrained = true;
  site.keywords.uniqueItems = true;
};

/** Drafts 6 and 7: at least one. */
export const readContains: ReadKeyword = (site, value, keyword) => {
  const schema = site.child(value, `${site.pointer}/${keyword}`, keyword);
  site.constrained = true;
  site.keywords.contains = { schema, min: 1, max: Number.POSITIVE_INFINITY, evaluates: false };
};

/** 2019-09: with bounds. */
export const readContainsCounted: ReadKeyword = (site, value, keyword) => {
  const min = countBeside(site, "minContains") ?? 1;
  const max = countBeside(site, "maxContains") ?? Number.POSITIVE_INFINITY;
  const schema = site.child(value, `${site.pointer}/${keyword}`, keyword);
  site.constrained = true;
  site.keywords.contains = { schema, min, max, evaluates: false };
};

/** 2020-12: with bounds; matching items count as evaluated. */
export const readContainsEvaluating: ReadKeyword = (site, value, keyword) => {
  readContainsCounted(site, value, keyword);
  site.keywords.contains = { ...site.keywords.contains!, evaluates: true };
};

/** `minContains` and `maxContains` are read with `contains`. */
export const readContainsBound: ReadKeyword = (site, _value, keyword) => tellIfAlone(site, keyword, "contains");

function countBeside(site: Site, keyword: string): number | undefined {
  return Object.hasOwn(site.raw, keyword) ? countOf(site, site.raw[keyword], keyword) : undefined;
}
