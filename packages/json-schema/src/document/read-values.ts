// Reads keywords about single values: types, constants, numbers and strings.

import { type JsonObject, loneSurrogateIn, own, whyNotJson } from "./json.js";
import { nearMiss } from "./near-miss.js";
import { type ReadKeyword, reportBadValue, type Site, tellIfAlone, tellOfSurrogate } from "./site.js";
import type { JsonValue, TypeName } from "./subschema.js";

const TYPE_NAMES: readonly TypeName[] = ["null", "boolean", "object", "array", "number", "integer", "string"];
const bitOf: ReadonlyMap<unknown, number> = new Map(TYPE_NAMES.map((name, index) => [name, 1 << index]));
const NUMBER = 1 << 4;
const INTEGER = 1 << 5;
const ANYTHING = (1 << 7) - 1 - INTEGER;

/** The set for each bit pattern, so that equal sets are one object. */
const typeSets: (ReadonlySet<TypeName> | undefined)[] = [];

export const readType: ReadKeyword = (site, value, keyword) => {
  let bits = 0;
  if (!Array.isArray(value)) bits = typeBit(site, value, keyword);
  else {
    if (value.length === 0)
      return reportBadValue(site, keyword, value, "a type or a list of types", "Name at least one type");
    for (const name of value) bits |= typeBit(site, name, keyword);
  }
  if (bits & NUMBER) bits &= ~INTEGER;
  if (bits === ANYTHING || bits === 0) return;
  site.constrained = true;
  site.keywords.types = typeSets[bits] ??= new Set(TYPE_NAMES.filter((_, index) => bits & (1 << index)));
};

/** Draft 4, where `1.0` is not an integer. */
export const readTypeByNotation: ReadKeyword = (site, value, keyword) => {
  readType(site, value, keyword);
  if (site.keywords.types?.has("integer")) site.keywords.integerByNotation = true;
};

/** Type names of other type systems, with the names in JSON Schema. */
const FOREIGN_TYPES: ReadonlyMap<string, string> = new Map([
  ["int", "integer"],
  ["long", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["bool", "boolean"],
  ["str", "string"],
  ["text", "string"],
  ["list", "array"],
  ["tuple", "array"],
  ["dict", "object"],
  ["map", "object"],
  ["record", "object"],
  ["none", "null"],
  ["nil", "null"],
]);

function typeBit(site: Site, name: unknown, keyword: string): number {
  const bit = bitOf.get(name);
  if (bit !== undefined) return bit;
  let hint = "The types are null, boolean, object, array, number, integer and string";
  if (typeof name === "string") {
    const meant = FOREIGN_TYPES.get(name.toLowerCase()) ?? nearMiss(name, TYPE_NAMES);
    if (meant !== undefined) hint = `Did you mean "${meant}"?`;
    if (name === "any") hint = "Leave `type` out to allow any type";
  }
  reportBadValue(site, keyword, name, "the name of a type", hint);
  return 0;
}

export const readConst: ReadKeyword = (site, value, keyword) => {
  if (!isJson(site, value, keyword)) return;
  site.constrained = true;
  site.keywords.const = { value: value as JsonValue };
};

export const readEnum: ReadKeyword = (site, value, keyword) => {
  if (!Array.isArray(value)) return reportBadValue(site, keyword, value, "a list of values");
  if (!isJson(site, value, keyword)) return;
  site.constrained = true;
  site.keywords.enum = value as readonly JsonValue[];
};

function isJson(site: Site, value: unknown, keyword: string): boolean {
  const why = whyNotJson(value, site.budget);
  if (why === undefined) {
    // Of too many values, only some have been looked at.
    const path = site.budget.values < 0 ? undefined : loneSurrogateIn(value);
    if (path !== undefined) tellOfSurrogate(site, keyword, path);
    return true;
  }
  const hint = "Only what JSON.stringify writes and JSON.parse reads has a meaning in a schema";
  site.report({
    code: "bad-value",
    pointer: `${site.pointer}/${keyword}`,
    keyword,
    message: `\`${keyword}\` ${why}, which is not JSON`,
    hint,
  });
  return false;
}

type NumberKeyword = "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum";

/** `minimum`, `maximum` and, from draft 6, `exclusiveMinimum` and `exclusiveMaximum`. */
export const readBound: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return reportBadValue(site, keyword, value, "a finite number", boundHint(site.raw, value, keyword));
  }
  site.constrained = true;
  site.keywords[keyword as NumberKeyword] = value;
};

function boundHint(raw: JsonObject, value: unknown, keyword: string): string | undefined {
  if (typeof value === "string" && value !== "" && Number.isFinite(Number(value))) return `Write ${Number(value)}`;
  if (typeof value !== "boolean" || !keyword.startsWith("exclusive")) return undefined;
  const plain = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
  if (!value)
    return `A flag is draft 4's way: leave it out, or declare "$schema": "http://json-schema.org/draft-04/schema#"`;
  const bound = JSON.stringify(raw[plain]) ?? "the bound";
  return `A flag is draft 4's way: write "${keyword}": ${bound} in place of \`${plain}\`, or declare "$schema": "http://json-schema.org/draft-04/schema#"`;
}

/** Draft 4's `minimum` and `maximum`, which a flag can make exclusive. */
export const readBoundWithFlag: ReadKeyword = (site, value, keyword) => {
  const exclusive = keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  readBound(site, value, keyword);
  const bound = site.keywords[keyword as NumberKeyword];
  if (bound === undefined || own(site.raw, exclusive) !== true) return;
  site.keywords[exclusive] = bound;
  site.keywords[keyword as NumberKeyword] = undefined;
};

/** The flag, which is read together with its bound. */
export const readExclusiveFlag: ReadKeyword = (site, value, keyword) => {
  if (value === true) tellIfAlone(site, keyword, keyword === "exclusiveMinimum" ? "minimum" : "maximum");
  if (typeof value === "boolean") return;
  const hint =
    typeof value === "number"
      ? `A number is the way of draft 6 and later: write "${keyword === "exclusiveMinimum" ? "minimum" : "maximum"}": ${value} and "${keyword}": true, or declare a later draft in "$schema"`
      : undefined;
  reportBadValue(site, keyword, value, "true or false (draft 4)", hint);
};

/** No declared draft: a number, or draft 4's flag. */
export const readExclusiveEitherWay: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "boolean") return readBound(site, value, keyword);
  readExclusiveFlag(site, value, keyword);
  const pointer = `${site.pointer}/${keyword}`;
  site.tell("flag in exclusive bounds", () => ({
    code: "earlier-form",
    pointer,
    keyword,
    message: `a flag in \`${keyword}\` is read as draft 4 did`,
    hint: 'Write the bound itself there, or declare the draft in "$schema"',
  }));
};

export const readMultipleOf: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) {
    return reportBadValue(site, keyword, value, "a number greater than 0");
  }
  site.constrained = true;
  site.keywords.multipleOf = value;
};

type LeastKeyword = "minLength" | "minItems" | "minProperties";
type MostKeyword = "maxLength" | "maxItems" | "maxProperties";

/** `minLength`, `minItems`, `minProperties`; 0 has no effect. */
export const readLeastCount: ReadKeyword = (site, value, keyword) => {
  const count = countOf(site, value, keyword);
  if (count === undefined || count === 0) return;
  site.constrained = true;
  site.keywords[keyword as LeastKeyword] = Math.min(count, Number.MAX_SAFE_INTEGER);
};

/** `maxLength`, `maxItems`, `maxProperties`; unreachable values have no effect. */
export const readMostCount: ReadKeyword = (site, value, keyword) => {
  const count = countOf(site, value, keyword);
  if (count === undefined || count > Number.MAX_SAFE_INTEGER) return;
  site.constrained = true;
  site.keywords[keyword as MostKeyword] = count;
};

/** Reads a count; reports anything else and returns `undefined`. */
export function countOf(site: Site, value: unknown, keyword: string): number | undefined {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  const text = typeof value === "string" && value !== "" ? Number(value) : Number.NaN;
  const hint = Number.isInteger(text) && text >= 0 ? `Write ${text}` : undefined;
  reportBadValue(site, keyword, value, "an integer of at least 0", hint);
  return undefined;
}

export const readPattern: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "string") {
    const hint = value instanceof RegExp ? "Write its `source`" : undefined;
    return reportBadValue(site, keyword, value, "a regular expression as a string", hint);
  }
  site.constrained = true;
  site.keywords.pattern = value;
};

export const readFormat: ReadKeyword = (site, value, keyword) => {
  if (typeof value !== "string") return reportBadValue(site, keyword, value, "the name of a format");
  if (!site.assertsFormats) return;
  site.constrained = true;
  site.keywords.format = value;
};
