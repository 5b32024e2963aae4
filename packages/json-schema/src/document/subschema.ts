// The normal form of a schema for the rest of the package: one form for all drafts, with resolved references and
// without annotations.
//
// Drafts differ in their spelling (`items` as a list or `prefixItems`, `exclusiveMinimum` as a flag or a number,
// `dependencies` or its two parts, `$ref` with or without siblings). The reader handles all of that, so a compiler or a
// validator needs to know only this file. Subschemas form a graph: references are ordinary edges.

/** The supported drafts, named as in their `$schema`. */
export type Draft = "draft-04" | "draft-06" | "draft-07" | "2019-09" | "2020-12";

/** A value that `JSON.parse` can return. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The names that `type` accepts. `integer` is a subtype of `number`. */
export type TypeName = "null" | "boolean" | "object" | "array" | "number" | "integer" | "string";

/**
 * One subschema. Each position of a document gives one object, except where the meaning of a `$dynamicRef` depends on
 * how the position was reached. Such a position gives one object for each meaning.
 */
export interface Subschema {
  /** Dense from 0, unique in the document; the root has 0. */
  readonly id: number;
  /**
   * The position of the schema as a JSON pointer, such as `#/properties/a`. In a document other than the root, the URI
   * of the document comes before it. Only `~0` and `~1` are escaped.
   */
  readonly pointer: string;
  /** `true` if nothing is constrained (also for `{}` and mere annotations), `false` if nothing is valid. */
  readonly keywords: Keywords | boolean;
}

/**
 * The constraints of a subschema: the conjunction of all fields that are not `undefined`. Every field is always
 * present, so that all records have the same hidden class. Bounds on counts and lengths are integers ≥ 0 (at most 2⁵³ −
 * 1); other numbers are finite.
 */
export interface Keywords {
  /** Equal sets are one object. Never empty. Contains `integer` only if it does not contain `number`. */
  readonly types: ReadonlySet<TypeName> | undefined;
  /**
   * Draft 4: `integer` depends on how the number is written, so `1.0` is not one. Otherwise it depends on the value.
   */
  readonly integerByNotation: boolean;
  readonly const: { readonly value: JsonValue } | undefined;
  /** May be empty (nothing is valid) and may contain duplicates. */
  readonly enum: readonly JsonValue[] | undefined;

  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  /** Greater than 0. */
  readonly multipleOf: number | undefined;

  /** In Unicode code points. */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** An ECMA-262 regular expression, not parsed yet, that must match anywhere in the string. */
  readonly pattern: string | undefined;
  /** Present only if formats are asserted; the name may be unknown. */
  readonly format: string | undefined;

  /**
   * The declared properties, in the order of `Object.keys`: as declared, but names that are array indices come first,
   * as in every JavaScript object.
   */
  readonly properties: ReadonlyMap<string, Subschema> | undefined;
  readonly patternProperties: readonly PatternProperty[] | undefined;
  /** For names that neither `properties` nor `patternProperties` of this subschema contains. */
  readonly additionalProperties: Subschema | undefined;
  readonly propertyNames: Subschema | undefined;
  /** Distinct. */
  readonly required: readonly string[] | undefined;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  /** If the name is present, these must be too. */
  readonly dependentRequired: ReadonlyMap<string, readonly string[]> | undefined;
  /** If the name is present, the whole object must satisfy this. */
  readonly dependentSchemas: ReadonlyMap<string, Subschema> | undefined;

  /** For the first items, by position. */
  readonly prefixItems: readonly Subschema[] | undefined;
  /** For every item after `prefixItems`. */
  readonly items: Subschema | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: true | undefined;
  readonly contains: Contains | undefined;

  /** Lists are never empty. */
  readonly allOf: readonly Subschema[] | undefined;
  readonly anyOf: readonly Subschema[] | undefined;
  readonly oneOf: readonly Subschema[] | undefined;
  readonly not: Subschema | undefined;
  readonly if: Conditional | undefined;
  /** The targets of `$ref`, `$dynamicRef` and `$recursiveRef` in this dynamic scope: each must hold, as in `allOf`. */
  readonly references: readonly Subschema[] | undefined;

  /** For properties that no sibling keyword, and no valid subschema applied in place, has evaluated. */
  readonly unevaluatedProperties: Subschema | undefined;
  readonly unevaluatedItems: Subschema | undefined;
}

export interface PatternProperty {
  /** Like {@link Keywords.pattern}, for the name. */
  readonly pattern: string;
  readonly schema: Subschema;
}

/** `contains` with its bounds: at least `min` and at most `max` items satisfy `schema`. */
export interface Contains {
  readonly schema: Subschema;
  /** At least 0. */
  readonly min: number;
  /** `Infinity` if unbounded. */
  readonly max: number;
  /** Whether items that satisfy it count as evaluated for `unevaluatedItems` (in draft 2020-12, not in 2019-09). */
  readonly evaluates: boolean;
}

/** `if` with its branches. Without branches it constrains nothing, but what it evaluates counts as evaluated. */
export interface Conditional {
  readonly condition: Subschema;
  readonly then: Subschema | undefined;
  readonly else: Subschema | undefined;
}
