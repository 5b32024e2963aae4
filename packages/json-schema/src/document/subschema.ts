// A schema as the rest of the package sees it: one form for all drafts, references resolved, nothing that only annotates.
//
// Drafts differ in how they spell a thing (`items` as a list or `prefixItems`, `exclusiveMinimum` as a flag or a number,
// `dependencies` or its two halves, `$ref` with or without siblings). The reader settles all of that, so that this file is
// all that a compiler or a validator needs to know. Subschemas form a graph: references are edges like any other.

/** The drafts that are read, by the name in their `$schema`. */
export type Draft = "draft-04" | "draft-06" | "draft-07" | "2019-09" | "2020-12";

/** What `JSON.parse` can return. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The names that `type` knows. `integer` is a kind of `number`. */
export type TypeName = "null" | "boolean" | "object" | "array" | "number" | "integer" | "string";

/**
 * One subschema. Two subschemas of a document are the same object if they come from the same place in the same dynamic scope;
 * a place whose `$dynamicRef` means different things on different ways in appears once for each meaning.
 */
export interface Subschema {
  /** Dense from 0, unique in the document; the root's is 0. */
  readonly id: number;
  /** Where it is written: `#/properties/a`; in another document, behind that document's URI. `~0` and `~1` are escaped, nothing else. */
  readonly pointer: string;
  /** `true` when nothing is constrained (also for `{}` and mere annotations), `false` when nothing is valid. */
  readonly keywords: Keywords | boolean;
}

/**
 * What a subschema constrains: the conjunction of all that is not `undefined`. Every field is always present, so that all records have
 * one shape. Bounds on counts and lengths are integers ≥ 0 (at most 2⁵³ − 1), other numbers are finite.
 */
export interface Keywords {
  /** Equal sets are one object. Never empty. Holds `integer` only if it does not hold `number`. */
  readonly types: ReadonlySet<TypeName> | undefined;
  /** Draft 4: `integer` asks how the number is written, so that `1.0` is none. Elsewhere it asks for the value. */
  readonly integerByNotation: boolean;
  readonly const: { readonly value: JsonValue } | undefined;
  /** May be empty (nothing is valid) and may repeat values. */
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
  /** An ECMA-262 regular expression, not yet parsed, to be found anywhere in the string. */
  readonly pattern: string | undefined;
  /** Present only where formats are asserted; a name that need not be known. */
  readonly format: string | undefined;

  /** In the order of `Object.keys`: as declared, but names that are array indices come first, as in every JavaScript object. */
  readonly properties: ReadonlyMap<string, Subschema> | undefined;
  readonly patternProperties: readonly PatternProperty[] | undefined;
  /** For names that neither `properties` nor `patternProperties` of this very subschema knows. */
  readonly additionalProperties: Subschema | undefined;
  readonly propertyNames: Subschema | undefined;
  /** Without repetitions. */
  readonly required: readonly string[] | undefined;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  /** If the name is present, so are these. */
  readonly dependentRequired: ReadonlyMap<string, readonly string[]> | undefined;
  /** If the name is present, the object as a whole satisfies this. */
  readonly dependentSchemas: ReadonlyMap<string, Subschema> | undefined;

  /** For the first items, by position. */
  readonly prefixItems: readonly Subschema[] | undefined;
  /** For every item behind `prefixItems`. */
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
  /** Targets of `$ref`, `$dynamicRef` and `$recursiveRef`, in this dynamic scope: each must hold, as if in `allOf`. */
  readonly references: readonly Subschema[] | undefined;

  /** For properties that no keyword beside it, nor any subschema applied in place and valid, has looked at. */
  readonly unevaluatedProperties: Subschema | undefined;
  readonly unevaluatedItems: Subschema | undefined;
}

export interface PatternProperty {
  /** As {@link Keywords.pattern}, to be found anywhere in the name. */
  readonly pattern: string;
  readonly schema: Subschema;
}

/** `contains` with its bounds: at least `min` and at most `max` items satisfy `schema`. */
export interface Contains {
  readonly schema: Subschema;
  /** 0 or more. */
  readonly min: number;
  /** `Infinity` if unbounded. */
  readonly max: number;
  /** Items that satisfy it count as evaluated for `unevaluatedItems` (draft 2020-12; not in 2019-09). */
  readonly evaluates: boolean;
}

/** `if` with what is beside it. With neither branch it constrains nothing, but what it looks at counts as evaluated. */
export interface Conditional {
  readonly condition: Subschema;
  readonly then: Subschema | undefined;
  readonly else: Subschema | undefined;
}
