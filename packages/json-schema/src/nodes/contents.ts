// Finds subschemas with the same content. Real schemas repeat small subschemas often, and a few repeat a large one. The
// compiler meets each content once, wherever it stands.
//
// Two subschemas have the same content if all their keywords are equal and their parts have the same content. A
// reference stands for the position of its target, not for the content there, so recursion ends. Constants that are
// objects or arrays are compared by identity.

import type { Keywords, PatternProperty, Subschema } from "../document/subschema.js";

/** Returns the first subschema with the same content that it was asked about, or the subschema itself. */
export type SameContent = (schema: Subschema) => Subschema;

/** Parts that are nested more deeply than this are not compared, and count as different. */
const DEEPEST = 64;
/** A subschema is compared with so many others of the same shape. Beyond them, it counts as different. */
const MOST_COMPARED = 8;

/** Cost: a few comparisons of keywords for each subschema below the argument, once. */
export function createContents(): SameContent {
  const same = new Map<Subschema, Subschema>();
  const byShape = new Map<number, Subschema[]>();
  const equals = createEquality(find);

  function find(schema: Subschema, depth = 0): Subschema {
    const known = same.get(schema);
    if (known !== undefined) return known;
    const shape = shapeOf(schema.keywords);
    const others = byShape.get(shape);
    let found = schema;
    if (others === undefined) byShape.set(shape, [schema]);
    else if (depth < DEEPEST) {
      const equal = others.find((other) => equals(schema, other, depth + 1));
      if (equal !== undefined) found = equal;
      // Comparing the parts may have added one of the same shape.
      else if (others.length < MOST_COMPARED) others.push(schema);
    }
    same.set(schema, found);
    return found;
  }

  return find;
}

type Equals = (a: Subschema, b: Subschema, depth: number) => boolean;

/** @param find returns the representative of a part. */
function createEquality(find: (schema: Subschema, depth: number) => Subschema): Equals {
  let depth = 0;
  const part = (a: Subschema | undefined, b: Subschema | undefined): boolean =>
    a === b || (a !== undefined && b !== undefined && find(a, depth) === find(b, depth));
  const identical = (a: unknown, b: unknown): boolean => a === b;
  const patterns = (a: PatternProperty, b: PatternProperty): boolean =>
    a.pattern === b.pattern && part(a.schema, b.schema);

  function areEqual(a: Keywords, b: Keywords): boolean {
    return (
      a.types === b.types &&
      a.integerByNotation === b.integerByNotation &&
      (a.const === undefined) === (b.const === undefined) &&
      a.const?.value === b.const?.value &&
      a.minimum === b.minimum &&
      a.maximum === b.maximum &&
      a.exclusiveMinimum === b.exclusiveMinimum &&
      a.exclusiveMaximum === b.exclusiveMaximum &&
      a.multipleOf === b.multipleOf &&
      a.minLength === b.minLength &&
      a.maxLength === b.maxLength &&
      a.pattern === b.pattern &&
      a.format === b.format &&
      a.minProperties === b.minProperties &&
      a.maxProperties === b.maxProperties &&
      a.minItems === b.minItems &&
      a.maxItems === b.maxItems &&
      a.uniqueItems === b.uniqueItems &&
      lists(a.required, b.required, identical) &&
      lists(a.enum, b.enum, identical) &&
      lists(a.references, b.references, identical) &&
      part(a.items, b.items) &&
      part(a.additionalProperties, b.additionalProperties) &&
      part(a.propertyNames, b.propertyNames) &&
      part(a.not, b.not) &&
      part(a.unevaluatedProperties, b.unevaluatedProperties) &&
      part(a.unevaluatedItems, b.unevaluatedItems) &&
      part(a.if?.condition, b.if?.condition) &&
      part(a.if?.then, b.if?.then) &&
      part(a.if?.else, b.if?.else) &&
      part(a.contains?.schema, b.contains?.schema) &&
      a.contains?.min === b.contains?.min &&
      a.contains?.max === b.contains?.max &&
      a.contains?.evaluates === b.contains?.evaluates &&
      maps(a.properties, b.properties, part) &&
      lists(a.allOf, b.allOf, part) &&
      lists(a.anyOf, b.anyOf, part) &&
      lists(a.oneOf, b.oneOf, part) &&
      lists(a.prefixItems, b.prefixItems, part) &&
      lists(a.patternProperties, b.patternProperties, patterns) &&
      maps(a.dependentRequired, b.dependentRequired, (left, right) => lists(left, right, identical)) &&
      maps(a.dependentSchemas, b.dependentSchemas, part)
    );
  }

  return ({ keywords: a }, { keywords: b }, below) => {
    if (typeof a === "boolean" || typeof b === "boolean") return a === b;
    const before = depth;
    depth = below;
    const equal = areEqual(a, b);
    depth = before;
    return equal;
  };
}

function lists<Item>(
  a: readonly Item[] | undefined,
  b: readonly Item[] | undefined,
  equal: (a: Item, b: Item) => boolean,
): boolean {
  if (a === b) return true;
  return a !== undefined && b?.length === a.length && a.every((item, i) => equal(item, b[i]!));
}

/** Entries in the same order: the order of properties is the order in which they are written. */
function maps<Value>(
  a: ReadonlyMap<string, Value> | undefined,
  b: ReadonlyMap<string, Value> | undefined,
  equal: (a: Value, b: Value) => boolean,
): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.size !== b.size) return false;
  const others = b.entries();
  for (const [key, value] of a) {
    const [otherKey, other] = others.next().value!;
    if (key !== otherKey || !equal(value, other)) return false;
  }
  return true;
}

/** Returns a hash of those keywords that are cheap to read. Equal keywords have equal hashes. */
function shapeOf(keywords: Keywords | boolean): number {
  if (typeof keywords === "boolean") return keywords ? 1 : 2;
  const { types, properties, required, pattern, format, references, enum: constants } = keywords;
  let shape = mix(properties?.size ?? 0, required === undefined ? 0 : required.length + ofText(required[0]));
  if (types !== undefined) shape = mix(shape, types.size + (types.has("string") ? 8 : types.has("object") ? 16 : 32));
  if (pattern !== undefined || format !== undefined) shape = mix(shape, ofText(pattern) + ofText(format));
  const constant = constants?.[0] ?? keywords.const?.value;
  if (constants !== undefined) shape = mix(shape, constants.length);
  if (typeof constant === "string") shape = mix(shape, ofText(constant));
  if (references !== undefined) shape = mix(shape, references[0]!.id);
  const { allOf, anyOf, oneOf, items, additionalProperties } = keywords;
  shape = mix(shape, (allOf?.length ?? 0) + 32 * (anyOf?.length ?? 0) + 1024 * (oneOf?.length ?? 0));
  shape = mix(shape, (items === undefined ? 0 : 1) + (additionalProperties === undefined ? 0 : 2));
  return mix(shape, (keywords.minLength ?? 0) + (keywords.maxLength ?? 0) + (keywords.minimum ?? 0));
}

const mix = (shape: number, value: number): number => (Math.imul(shape, 31) + value) | 0;

/** From the length and the ends of a text. */
const ofText = (text: string | undefined): number =>
  text === undefined || text === "" ? 0 : 7 * text.length + text.charCodeAt(0) + 3 * text.charCodeAt(text.length - 1);
