// The ways in which an object can violate a subschema, and the facts that its keywords state.

import type { Keywords, Subschema } from "../document/subschema.js";
import { refuse, take } from "./drafts.js";
import { unsupported } from "./faults.js";
import { type Literal, type Literals, negated } from "./literal.js";
import type { NameSet, ObjectFacts, ObjectWay, Scope } from "./object-facts.js";

export const forbid =
  (literals: Literals, name: string): ObjectWay =>
  ({ facts }) =>
    addExtra(facts, name, literals.nothing);

export const requireName =
  (name: string, ...more: readonly Literal[]): ObjectWay =>
  ({ facts }) => {
    facts.required.add(name);
    for (const literal of more) addExtra(facts, name, literal);
  };

export function scopeOf(
  literals: Literals,
  schema: Subschema,
  { properties, patternProperties, additionalProperties }: Keywords,
): Scope {
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

/** The ways in which an object can violate the keywords of objects. */
export function objectDenials(literals: Literals, schema: Subschema, keywords: Keywords): readonly ObjectWay[] {
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
    exists(
      { kind: "additional", scope: scopeOf(literals, schema, keywords) },
      negated(literals.of(additionalProperties)),
    );
  }
  if (keywords.propertyNames !== undefined && keywords.propertyNames.keywords !== true) {
    exists({ kind: "refused", literal: literals.of(keywords.propertyNames) });
  }
  for (const name of keywords.required ?? []) ways.push(forbid(literals, name));
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
        forbid(literals, other)(to);
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

function unevaluated(schema: Subschema): Error {
  const hint = "List the properties in one place and use additionalProperties";
  return unsupported(schema, "unevaluatedProperties", "its negation is not enforced", hint);
}

function addExtra(facts: ObjectFacts, name: string, literal: Literal): void {
  facts.extras.set(name, [...(facts.extras.get(name) ?? []), literal]);
}
