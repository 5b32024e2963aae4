// Reads keywords whose value is a schema, a list of schemas or an object of schemas, and that mean nothing else.

import { isJsonObject } from "./json.js";
import { segment } from "./pointer.js";
import { type ReadKeyword, reportBadValue, type Site, tellOfNames } from "./site.js";
import type { Subschema } from "./subschema.js";

type SchemaKeyword =
  | "additionalProperties"
  | "items"
  | "not"
  | "propertyNames"
  | "unevaluatedItems"
  | "unevaluatedProperties";
type ListKeyword = "allOf" | "anyOf" | "oneOf";
type MapKeyword = "dependentSchemas" | "properties";

/** A keyword whose value is a schema. */
export const readSchema: ReadKeyword = (site, value, keyword) => {
  site.constrained = true;
  site.keywords[keyword as SchemaKeyword] = site.child(value, `${site.pointer}/${keyword}`, keyword);
};

/** `allOf`, `anyOf`, `oneOf`. */
export const readSchemaList: ReadKeyword = (site, value, keyword) => {
  if (!Array.isArray(value) || value.length === 0) {
    return reportBadValue(site, keyword, value, "a list of at least one schema");
  }
  site.constrained = true;
  site.keywords[keyword as ListKeyword] = schemasIn(site, value, keyword);
};

/** Returns the subschemas in a list, which is the value of `keyword`. */
export function schemasIn(site: Site, list: readonly unknown[], keyword: string): readonly Subschema[] {
  const prefix = `${site.pointer}/${keyword}/`;
  const schemas: Subschema[] = [];
  for (let index = 0; index < list.length; index++) schemas.push(site.child(list[index], prefix + index, keyword));
  return schemas;
}

/** A keyword whose value is an object of schemas; an empty one constrains nothing. */
export const readSchemaMap: ReadKeyword = (site, value, keyword) => {
  if (!isJsonObject(value)) return reportBadValue(site, keyword, value, "an object of schemas");
  const names = Object.keys(value);
  if (names.length === 0) return;
  site.constrained = true;
  tellOfNames(site, names, keyword);
  const schemas = new Map<string, Subschema>();
  const prefix = `${site.pointer}/${keyword}/`;
  for (const name of names) schemas.set(name, site.child(value[name], prefix + segment(name), keyword));
  site.keywords[keyword as MapKeyword] = schemas;
};
