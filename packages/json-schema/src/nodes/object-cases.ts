// The facts about objects in one case (cases.ts): what the subschemas without combinators require of an object.

import type { JsonValue, Keywords, Subschema } from "../document/subschema.js";
import {
  type Choose,
  type Container,
  type Draft,
  type Observed,
  type Observers,
  refuse,
  take,
  takeInPlace,
  type Way,
} from "./cases.js";
import type { SurelyEmpty } from "./emptiness.js";
import { unsupported } from "./faults.js";
import { type Literal, type Literals, negated } from "./literal.js";

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

type ObjectWay = Way<ObjectFacts>;

export function objectContainer(
  literals: Literals,
  surelyEmpty: SurelyEmpty,
  matches: (pattern: Pick<NamePattern, "source" | "schema">, name: string) => boolean,
): Container<ObjectFacts> {
  const forbid =
    (name: string): ObjectWay =>
    ({ facts }) =>
      addExtra(facts, name, literals.nothing);
  const requireName =
    (name: string, ...more: readonly Literal[]): ObjectWay =>
    ({ facts }) => {
      facts.required.add(name);
      for (const literal of more) addExtra(facts, name, literal);
    };

  function scopeOf(schema: Subschema, { properties, patternProperties, additionalProperties }: Keywords): Scope {
    const byName = new Map<string, Literal>();
    for (const [name, property] of properties ?? []) byName.set(name, literals.of(property));
    return {
      properties: byName,
      patterns: (patternProperties ?? []).map(({ pattern, schema: value }) => ({
        source: pattern,
        schema,
        literal: literals.of(value),
      })),
      additional: additionalProperties === undefined ? undefined : literals.of(additionalProperties),
    };
  }

  const isClosed = ({ patterns, additional }: Scope): boolean =>
    patterns.length === 0 && additional !== undefined && literals.schema(additional).keywords === false;

  /** Returns the literals that the scopes and extras give to a name's value. */
  function literalsFor({ scopes, extras }: ObjectFacts, name: string): readonly Literal[] {
    const value = [...(extras.get(name) ?? [])];
    for (const { properties, patterns, additional } of scopes) {
      const property = properties.get(name);
      if (property !== undefined) value.push(property);
      let known = property !== undefined;
      for (const pattern of patterns) {
        if (!matches(pattern, name)) continue;
        value.push(pattern.literal);
        known = true;
      }
      if (!known && additional !== undefined) value.push(additional);
    }
    return value;
  }

  function mayBeAmong(names: NameSet, name: string): boolean {
    if (names.kind === "pattern") return matches(names, name);
    if (names.kind === "refused") return true;
    const { properties, patterns } = names.scope;
    return !properties.has(name) && !patterns.some((pattern) => matches(pattern, name));
  }

  function assert(
    { facts }: Draft<ObjectFacts>,
    keywords: Keywords,
    schema: Subschema,
    choose: Choose<ObjectFacts>,
    observers: Observers,
  ): boolean {
    const { properties, patternProperties, additionalProperties } = keywords;
    if (properties !== undefined || patternProperties !== undefined || additionalProperties !== undefined) {
      facts.scopes.push(scopeOf(schema, keywords));
    }
    for (const name of keywords.required ?? []) facts.required.add(name);
    if (keywords.minProperties !== undefined) facts.minimum = Math.max(facts.minimum, keywords.minProperties);
    if (keywords.maxProperties !== undefined) facts.maximum = Math.min(facts.maximum, keywords.maxProperties);
    if (keywords.propertyNames !== undefined) facts.names.push(literals.of(keywords.propertyNames));
    if (keywords.dependentRequired !== undefined) facts.dependent.push(...keywords.dependentRequired);
    for (const [name, dependent] of keywords.dependentSchemas ?? []) {
      if (dependent.keywords === true) continue;
      const present: ObjectWay = (to) => {
        requireName(name)(to);
        takeInPlace<ObjectFacts>(observers, literals.of(dependent))(to);
      };
      if (!choose([forbid(name), present])) return false;
    }
    return true;
  }

  function deny(schema: Subschema, keywords: Keywords): readonly ObjectWay[] {
    const ways: ObjectWay[] = [];
    const { properties, patternProperties, additionalProperties } = keywords;
    const exists = (names: NameSet, ...refused: readonly Literal[]): void => {
      ways.push(({ facts }) => facts.exists.push({ names, literals: refused }));
    };
    for (const [name, property] of properties ?? []) {
      if (property.keywords !== true) ways.push(requireName(name, negated(literals.of(property))));
    }
    for (const { pattern, schema: value } of patternProperties ?? []) {
      if (value.keywords !== true) exists({ kind: "pattern", source: pattern, schema }, negated(literals.of(value)));
    }
    if (additionalProperties !== undefined && additionalProperties.keywords !== true) {
      exists({ kind: "additional", scope: scopeOf(schema, keywords) }, negated(literals.of(additionalProperties)));
    }
    if (keywords.propertyNames !== undefined && keywords.propertyNames.keywords !== true) {
      exists({ kind: "refused", literal: literals.of(keywords.propertyNames) });
    }
    for (const name of keywords.required ?? []) ways.push(forbid(name));
    const { minProperties, maxProperties } = keywords;
    if (minProperties !== undefined && minProperties > 0) {
      ways.push(({ facts }) => {
        facts.maximum = Math.min(facts.maximum, minProperties - 1);
      });
    }
    if (maxProperties !== undefined) {
      ways.push(({ facts }) => {
        facts.minimum = Math.max(facts.minimum, maxProperties + 1);
      });
    }
    for (const [name, needed] of keywords.dependentRequired ?? []) {
      for (const other of needed) {
        ways.push((to) => {
          requireName(name)(to);
          forbid(other)(to);
        });
      }
    }
    for (const [name, dependent] of keywords.dependentSchemas ?? []) {
      ways.push((to) => {
        requireName(name)(to);
        take<ObjectFacts>(negated(literals.of(dependent)))(to);
      });
    }
    if (keywords.unevaluatedProperties !== undefined) ways.push(refuse(unevaluated(schema)));
    return ways;
  }

  return {
    type: "object",
    holds: (value: JsonValue): boolean => value !== null && typeof value === "object" && !Array.isArray(value),
    empty: (): ObjectFacts => ({
      scopes: [],
      required: new Set(),
      extras: new Map(),
      exists: [],
      minimum: 0,
      maximum: Number.POSITIVE_INFINITY,
      names: [],
      dependent: [],
    }),
    copy: (facts: ObjectFacts): ObjectFacts => ({
      scopes: [...facts.scopes],
      required: new Set(facts.required),
      extras: new Map(facts.extras),
      exists: [...facts.exists],
      minimum: facts.minimum,
      maximum: facts.maximum,
      names: [...facts.names],
      dependent: [...facts.dependent],
    }),
    assert,
    deny,
    consistent(facts: ObjectFacts): boolean {
      if (facts.minimum > facts.maximum || facts.required.size > facts.maximum) return false;
      for (const [name, extras] of facts.extras) {
        if (facts.required.has(name) && extras.includes(literals.nothing)) return false;
      }
      return true;
    },
    dead(facts: ObjectFacts): boolean {
      for (const name of facts.required) {
        const value = literalsFor(facts, name);
        if (value.length > 0 && surelyEmpty(value)) return true;
      }
      const closed = facts.exists.length === 0 ? undefined : facts.scopes.find(isClosed);
      if (closed === undefined) return false;
      // Only these names are left to fulfil a condition of existence.
      const names = [...closed.properties.keys()].filter((name) => !surelyEmpty(literalsFor(facts, name)));
      return facts.exists.some((exists) => !names.some((name) => mayBeAmong(exists.names, name)));
    },
    unevaluated: (keywords: Keywords) => keywords.unevaluatedProperties,
    looksAtAll: (keywords: Keywords): boolean => keywords.additionalProperties !== undefined,
    restrict(facts: ObjectFacts, { schema, keywords }: Observed): void {
      const properties = new Map<string, Literal>();
      const patterns: NamePattern[] = [];
      for (const seen of keywords) {
        for (const name of seen.properties?.keys() ?? []) properties.set(name, literals.anything);
        for (const { pattern } of seen.patternProperties ?? []) {
          patterns.push({ source: pattern, schema, literal: literals.anything });
        }
      }
      const { unevaluatedProperties } = schema.keywords as Keywords;
      facts.scopes.push({ properties, patterns, additional: literals.of(unevaluatedProperties!) });
    },
  };
}

function unevaluated(schema: Subschema): Error {
  const hint = "List the properties in one place and use additionalProperties";
  return unsupported(schema, "unevaluatedProperties", "its negation is not enforced", hint);
}

function addExtra(facts: ObjectFacts, name: string, literal: Literal): void {
  facts.extras.set(name, [...(facts.extras.get(name) ?? []), literal]);
}
