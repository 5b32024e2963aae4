// Facts about an object without combinators: what one case requires of it.

import type { Subschema } from "../document/subschema.js";
import type { Way } from "./drafts.js";
import type { Literal } from "./literal.js";

/** `properties`, `patternProperties` and `additionalProperties`, as one subschema states them. */
export interface Scope {
  readonly properties: ReadonlyMap<string, Literal>;
  readonly patterns: readonly NamePattern[];
  /** For names that nothing else in this scope covers. */
  readonly additional: Literal | undefined;
}

export interface NamePattern {
  readonly source: string;
  readonly schema: Subschema;
  readonly literal: Literal;
}

/** Some property whose name is in the set has a value that satisfies all the literals. */
export interface Exists {
  readonly names: NameSet;
  readonly literals: readonly Literal[];
}

/**
 * A set of property names, described in one of three ways: the names that match a pattern; the names that a schema
 * mentions neither in `properties` nor in `patternProperties`; the names that a `propertyNames` schema rejects.
 */
export type NameSet =
  | { readonly kind: "pattern"; readonly source: string; readonly schema: Subschema }
  | { readonly kind: "additional"; readonly scope: Scope }
  | { readonly kind: "refused"; readonly literal: Literal };

export interface ObjectFacts {
  readonly scopes: Scope[];
  readonly required: Set<string>;
  /** Additional literals for properties by name. */
  readonly extras: Map<string, readonly Literal[]>;
  readonly exists: Exists[];
  minimum: number;
  maximum: number;
  /** The literals that every name satisfies. */
  readonly names: Literal[];
  /** If the first name is present, the others must be present. */
  readonly dependent: (readonly [string, readonly string[]])[];
}

export type ObjectWay = Way<ObjectFacts>;
