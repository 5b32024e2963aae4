// The slow twin of the whole package: a validator that does what the specification says, keyword by keyword, with no thought of speed.
//
// It evaluates every branch (no short cuts), since what a branch has looked at decides what is left for `unevaluated*`
// (2020-12 core, §7.7 and §11). Numbers are compared by value and divided exactly, as decimals; lengths are in code points; formats
// are left to whoever knows them.

import { loadDocument } from "../src/document/document.js";
import type { JsonValue, Keywords, Subschema, TypeName } from "../src/document/subschema.js";

export interface ValidatorOptions {
  /** Whether a string (or other value) has a format. Default: always. */
  readonly hasFormat?: (format: string, value: JsonValue) => boolean;
}

/** Whether `value` satisfies `schema`. */
export function validates(schema: Subschema, value: JsonValue, options: ValidatorOptions = {}): boolean {
  return evaluate(schema, value, options) !== undefined;
}

/** Whether `value` satisfies the root of a schema document. @throws SchemaError where the document is malformed. */
export function validatesDocument(schema: unknown, value: unknown): boolean {
  return validates(loadDocument(schema).root, value as JsonValue);
}

/** What a valid value's schema has looked at: property names, and item positions. */
interface Evaluated {
  readonly properties: Set<string>;
  readonly items: Set<number>;
}

function nothing(): Evaluated {
  return { properties: new Set(), items: new Set() };
}

function include(into: Evaluated, from: Evaluated): void {
  for (const name of from.properties) into.properties.add(name);
  for (const position of from.items) into.items.add(position);
}

/** What was looked at if `value` is valid, else `undefined`. */
function evaluate(schema: Subschema, value: JsonValue, options: ValidatorOptions): Evaluated | undefined {
  const { keywords } = schema;
  if (keywords === true) return nothing();
  if (keywords === false) return undefined;
  const seen = nothing();
  const checks = [
    meetsValueKeywords(keywords, value, options),
    meetsCombinators(keywords, value, seen, options),
    isArray(value) ? meetsArrayKeywords(keywords, value, seen, options) : true,
    isObject(value) ? meetsObjectKeywords(keywords, value, seen, options) : true,
  ];
  if (checks.includes(false)) return undefined;
  // These look at what all others have left over.
  if (isArray(value) && !restOfItems(keywords, value, seen, options)) return undefined;
  if (isObject(value) && !restOfProperties(keywords, value, seen, options)) return undefined;
  return seen;
}

function meetsValueKeywords(keywords: Keywords, value: JsonValue, options: ValidatorOptions): boolean {
  if (keywords.types !== undefined && ![...keywords.types].some((type) => hasType(value, type))) return false;
  if (keywords.const !== undefined && !equal(value, keywords.const.value)) return false;
  if (keywords.enum !== undefined && !keywords.enum.some((member) => equal(value, member))) return false;
  if (keywords.format !== undefined && options.hasFormat !== undefined && !options.hasFormat(keywords.format, value))
    return false;
  if (typeof value === "number") {
    if (keywords.minimum !== undefined && value < keywords.minimum) return false;
    if (keywords.maximum !== undefined && value > keywords.maximum) return false;
    if (keywords.exclusiveMinimum !== undefined && value <= keywords.exclusiveMinimum) return false;
    if (keywords.exclusiveMaximum !== undefined && value >= keywords.exclusiveMaximum) return false;
    if (keywords.multipleOf !== undefined && !isMultiple(value, keywords.multipleOf)) return false;
  }
  if (typeof value === "string") {
    const length = [...value].length;
    if (keywords.minLength !== undefined && length < keywords.minLength) return false;
    if (keywords.maxLength !== undefined && length > keywords.maxLength) return false;
    if (keywords.pattern !== undefined && !matches(keywords.pattern, value)) return false;
  }
  return true;
}

function meetsCombinators(keywords: Keywords, value: JsonValue, seen: Evaluated, options: ValidatorOptions): boolean {
  let valid = true;
  const apply = (schema: Subschema): boolean => {
    const result = evaluate(schema, value, options);
    if (result !== undefined) include(seen, result);
    return result !== undefined;
  };
  for (const schema of [...(keywords.references ?? []), ...(keywords.allOf ?? [])]) if (!apply(schema)) valid = false;
  if (keywords.anyOf !== undefined && keywords.anyOf.filter(apply).length === 0) valid = false;
  if (keywords.oneOf !== undefined && keywords.oneOf.filter(apply).length !== 1) valid = false;
  if (keywords.not !== undefined && evaluate(keywords.not, value, options) !== undefined) valid = false;
  if (keywords.if !== undefined) {
    const branch = apply(keywords.if.condition) ? keywords.if.then : keywords.if.else;
    if (branch !== undefined && !apply(branch)) valid = false;
  }
  if (isObject(value)) {
    for (const [name, schema] of keywords.dependentSchemas ?? [])
      if (Object.hasOwn(value, name) && !apply(schema)) valid = false;
  }
  return valid;
}

function meetsArrayKeywords(
  keywords: Keywords,
  value: readonly JsonValue[],
  seen: Evaluated,
  options: ValidatorOptions,
): boolean {
  if (keywords.minItems !== undefined && value.length < keywords.minItems) return false;
  if (keywords.maxItems !== undefined && value.length > keywords.maxItems) return false;
  if (keywords.uniqueItems && value.some((item, at) => value.slice(0, at).some((other) => equal(item, other))))
    return false;
  const prefix = keywords.prefixItems ?? [];
  for (const [position, item] of value.entries()) {
    const schema = prefix[position] ?? keywords.items;
    if (schema === undefined) continue;
    if (!validates(schema, item, options)) return false;
    seen.items.add(position);
  }
  if (keywords.contains !== undefined) {
    const { schema, min, max, evaluates } = keywords.contains;
    const positions = [...value.keys()].filter((position) => validates(schema, value[position]!, options));
    if (positions.length < min || positions.length > max) return false;
    if (evaluates) for (const position of positions) seen.items.add(position);
  }
  return true;
}

function meetsObjectKeywords(
  keywords: Keywords,
  value: JsonObject,
  seen: Evaluated,
  options: ValidatorOptions,
): boolean {
  const names = Object.keys(value);
  if (keywords.minProperties !== undefined && names.length < keywords.minProperties) return false;
  if (keywords.maxProperties !== undefined && names.length > keywords.maxProperties) return false;
  if (keywords.required?.some((name) => !names.includes(name))) return false;
  for (const [name, needed] of keywords.dependentRequired ?? []) {
    if (names.includes(name) && needed.some((other) => !names.includes(other))) return false;
  }
  for (const name of names) {
    if (keywords.propertyNames !== undefined && !validates(keywords.propertyNames, name, options)) return false;
    const schemas: Subschema[] = [];
    const declared = keywords.properties?.get(name);
    if (declared !== undefined) schemas.push(declared);
    for (const { pattern, schema } of keywords.patternProperties ?? [])
      if (matches(pattern, name)) schemas.push(schema);
    if (schemas.length === 0 && keywords.additionalProperties !== undefined)
      schemas.push(keywords.additionalProperties);
    if (schemas.some((schema) => !validates(schema, value[name]!, options))) return false;
    if (schemas.length > 0) seen.properties.add(name);
  }
  return true;
}

function restOfItems(
  keywords: Keywords,
  value: readonly JsonValue[],
  seen: Evaluated,
  options: ValidatorOptions,
): boolean {
  if (keywords.unevaluatedItems === undefined) return true;
  for (const [position, item] of value.entries()) {
    if (seen.items.has(position)) continue;
    if (!validates(keywords.unevaluatedItems, item, options)) return false;
    seen.items.add(position);
  }
  return true;
}

function restOfProperties(keywords: Keywords, value: JsonObject, seen: Evaluated, options: ValidatorOptions): boolean {
  if (keywords.unevaluatedProperties === undefined) return true;
  for (const name of Object.keys(value)) {
    if (seen.properties.has(name)) continue;
    if (!validates(keywords.unevaluatedProperties, value[name]!, options)) return false;
    seen.properties.add(name);
  }
  return true;
}

type JsonObject = { readonly [key: string]: JsonValue };

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `1.0` is an integer here in every draft: parsed values do not show how they were written. */
function hasType(value: JsonValue, type: TypeName): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** JSON equality: numbers by value, objects whatever the order of their keys. */
function equal(a: JsonValue, b: JsonValue): boolean {
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((item, at) => equal(item, b[at]!));
  if (!isObject(a)) return a === b;
  if (!isObject(b) || Object.keys(a).length !== Object.keys(b).length) return false;
  return Object.keys(a).every((key) => Object.hasOwn(b, key) && equal(a[key]!, b[key]!));
}

function matches(pattern: string, text: string): boolean {
  return new RegExp(pattern, "u").test(text);
}

/** Whether `value / divisor` is an integer, both read as the decimals that JavaScript prints. */
function isMultiple(value: number, divisor: number): boolean {
  const a = decimal(value);
  const b = decimal(divisor);
  const exponent = Math.min(a.exponent, b.exponent);
  return scaled(a, exponent) % scaled(b, exponent) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number): Decimal {
  const [mantissa, power] = value.toExponential().split("e");
  const [whole, fraction = ""] = mantissa!.split(".");
  return { digits: BigInt(whole! + fraction), exponent: Number(power) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
