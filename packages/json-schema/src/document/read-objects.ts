// Reads keywords about objects: which properties exist, and their schemas.

import { isJsonObject } from "./json.js";
import { segment } from "./pointer.js";
import { type ReadKeyword, reportBadValue, type Site, tellOfNames } from "./site.js";
import type { PatternProperty, Subschema } from "./subschema.js";

export const readPatternProperties: ReadKeyword = (site, value, keyword) => {
  if (!isJsonObject(value)) return reportBadValue(site, keyword, value, "an object of schemas");
  const patterns = Object.keys(value);
  if (patterns.length === 0) return;
  site.constrained = true;
  const properties: PatternProperty[] = [];
  for (const pattern of patterns) {
    const pointer = `${site.pointer}/${keyword}/${segment(pattern)}`;
    properties.push({ pattern, schema: site.child(value[pattern], pointer, keyword) });
  }
  site.keywords.patternProperties = properties;
};

export const readRequired: ReadKeyword = (site, value, keyword) => {
  const names = namesIn(site, value, keyword, keyword);
  if (names === undefined || names.length === 0) return;
  tellOfNames(site, names, keyword);
  site.constrained = true;
  site.keywords.required = names;
};

export const readDependentRequired: ReadKeyword = (site, value, keyword) => {
  if (!isJsonObject(value)) return reportBadValue(site, keyword, value, "an object of lists of property names");
  for (const name of Object.keys(value)) addDependentNames(site, name, value[name], keyword);
};

/** An older keyword with either a list of names or a schema. */
export const readDependencies: ReadKeyword = (site, value, keyword) => {
  if (!isJsonObject(value))
    return reportBadValue(site, keyword, value, "an object of lists of property names and schemas");
  for (const name of Object.keys(value)) {
    const dependency = value[name];
    if (Array.isArray(dependency)) addDependentNames(site, name, dependency, keyword);
    else {
      site.constrained = true;
      const schemas = (site.keywords.dependentSchemas ?? new Map()) as Map<string, Subschema>;
      schemas.set(name, site.child(dependency, `${site.pointer}/${keyword}/${segment(name)}`, keyword));
      site.keywords.dependentSchemas = schemas;
    }
  }
};

function addDependentNames(site: Site, name: string, value: unknown, keyword: string): void {
  const names = namesIn(site, value, keyword, `${keyword}/${segment(name)}`);
  if (names === undefined || names.length === 0) return;
  site.constrained = true;
  const required = (site.keywords.dependentRequired ?? new Map()) as Map<string, readonly string[]>;
  required.set(name, names);
  site.keywords.dependentRequired = required;
}

/** Reads a list of distinct names; reports anything else and returns `undefined`. */
function namesIn(site: Site, value: unknown, keyword: string, path: string): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    const flag = "A flag on the property is draft 3's way: list required properties in the `required` of the object";
    const hint = typeof value === "boolean" ? flag : "Write a list of property names";
    return void reportBadValue(site, keyword, value, "a list of property names", hint, path);
  }
  const names = value as readonly unknown[];
  for (let index = 0; index < names.length; index++) {
    if (typeof names[index] === "string") continue;
    return void reportBadValue(site, keyword, names[index], "a property name", "Names are strings", `${path}/${index}`);
  }
  if (areFewAndDistinct(names)) return names as readonly string[];
  const distinct = new Set(names as readonly string[]);
  if (distinct.size === names.length) return names as readonly string[];
  const pointer = `${site.pointer}/${path}`;
  site.tell(`repeated name in ${keyword}`, () => ({
    code: "repeated-name",
    pointer,
    keyword,
    message: `\`${keyword}\` names a property more than once`,
    hint: "It means the same as naming it once",
  }));
  return [...distinct];
}

/** Faster than a Set for lists of usual length. */
function areFewAndDistinct(names: readonly unknown[]): boolean {
  if (names.length > 8) return false;
  for (let at = 1; at < names.length; at++) if (names.indexOf(names[at]) < at) return false;
  return true;
}
