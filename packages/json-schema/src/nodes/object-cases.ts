// The facts about objects in one case (cases.ts): what the subschemas without combinators require of an object.

import type { JsonValue, Keywords, Subschema } from "../document/subschema.js";
import { onceFor } from "../text/recall.js";
import { type Choose, type Container, type Draft, type Observed, type Observers, takeInPlace } from "./drafts.js";
import type { SurelyEmpty } from "./emptiness.js";
import type { Literal, Literals } from "./literal.js";
import { forbid, objectDenials, requireName, scopeOf } from "./object-denials.js";
import {
  type Exists,
  isAmong,
  literalsOfName,
  type MatchesName,
  type NamePattern,
  type ObjectFacts,
  type ObjectWay,
  type Scope,
} from "./object-facts.js";

export function objectContainer(
  literals: Literals,
  surelyEmpty: SurelyEmpty,
  matches: MatchesName,
): Container<ObjectFacts> {
  const isClosed = ({ patterns, additional }: Scope): boolean =>
    patterns.length === 0 && additional !== undefined && literals.refusesAll(additional);

  /** The cases of a conjunction share the scopes of its subschemas. */
  const sharedScope = onceFor((schema: Subschema) => scopeOf(literals, schema, schema.keywords as Keywords));

  /** Returns the literals that the scopes and extras give to a name's value. */
  const literalsFor = ({ scopes, extras }: ObjectFacts, name: string): readonly Literal[] => [
    ...(extras.get(name) ?? []),
    ...literalsOfName(scopes, name, (pattern) => matches(pattern, name)),
  ];

  const mayBeAmong = ({ names }: Exists, name: string): boolean =>
    names.kind === "refused" || isAmong(names, name, matches);

  function assert(
    { facts }: Draft<ObjectFacts>,
    keywords: Keywords,
    schema: Subschema,
    choose: Choose<ObjectFacts>,
    observers: Observers,
  ): boolean {
    const { properties, patternProperties, additionalProperties } = keywords;
    if (properties !== undefined || patternProperties !== undefined || additionalProperties !== undefined) {
      facts.scopes.push(sharedScope(schema));
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
      if (!choose([forbid(literals, name), present])) return false;
    }
    return true;
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
      required: new Set([...facts.required]),
      extras: new Map(facts.extras),
      exists: [...facts.exists],
      minimum: facts.minimum,
      maximum: facts.maximum,
      names: [...facts.names],
      dependent: [...facts.dependent],
    }),
    assert,
    deny: (schema, keywords) => objectDenials(literals, schema, keywords),
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
      return facts.exists.some((exists) => !names.some((name) => mayBeAmong(exists, name)));
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
