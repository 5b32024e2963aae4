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

/** Returns whether a name matches a pattern. */
export type MatchesName = (pattern: Pick<NamePattern, "source" | "schema">, name: string) => boolean;

/**
 * Returns the literals (subschemas or negated subschemas) that apply to the value of a property. They come from
 * `properties`, from the patterns that match the name, and, for each schema in which neither applies to the name, from
 * its `additionalProperties`. `name` is `undefined` for a name that no schema declares.
 */
export function literalsOfName(
  scopes: readonly Scope[],
  name: string | undefined,
  matches: (pattern: NamePattern) => boolean,
): readonly Literal[] {
  const all: Literal[] = [];
  for (const { properties, patterns, additional } of scopes) {
    const property = name === undefined ? undefined : properties.get(name);
    let known = property !== undefined;
    if (property !== undefined) all.push(property);
    for (const pattern of patterns) {
      if (!matches(pattern)) continue;
      all.push(pattern.literal);
      known = true;
    }
    if (!known && additional !== undefined) all.push(additional);
  }
  return all;
}

/** Returns whether a name is in a set that patterns describe. */
export function isAmong(names: Exclude<NameSet, { kind: "refused" }>, name: string, matches: MatchesName): boolean {
  if (names.kind === "pattern") return matches(names, name);
  const { properties, patterns } = names.scope;
  return !properties.has(name) && !patterns.some((pattern) => matches(pattern, name));
}
