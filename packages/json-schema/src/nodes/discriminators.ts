// Finds discriminators: required properties whose value is one of a few constants. If two subschemas require different
// constants for one property, no object satisfies both. So this test is enough to show that the options of a oneOf
// exclude each other, however many there are.

import type { JsonValue } from "../document/subschema.js";
import { onceFor } from "../text/recall.js";
import { isNegative, type Literal, type Literals } from "./literal.js";

type Constants = ReadonlyMap<string, ReadonlySet<string>>;

const NONE: Constants = new Map();
/** The largest number of references to follow. */
const DEPTH = 8;

/** Creates a function that returns whether discriminators prove that two schemas have no object in common. */
export function createDiscriminators(literals: Literals): (a: Literal, b: Literal) => boolean {
  const of = onceFor((literal: Literal): Constants => {
    if (isNegative(literal)) return NONE;
    const required = new Set<string>();
    const found = new Map<string, ReadonlySet<string>>();
    gather(literal, required, found, DEPTH);
    return new Map([...found].filter(([name]) => required.has(name)));
  });

  function gather(
    literal: Literal,
    required: Set<string>,
    found: Map<string, ReadonlySet<string>>,
    depth: number,
  ): void {
    const { keywords } = literals.schema(literal);
    if (typeof keywords === "boolean" || depth === 0) return;
    for (const name of keywords.required ?? []) required.add(name);
    for (const [name, property] of keywords.properties ?? []) {
      const constants = constantsOf(literals.of(property), depth);
      if (constants !== undefined && !found.has(name)) found.set(name, constants);
    }
    for (const part of [...(keywords.references ?? []), ...(keywords.allOf ?? [])]) {
      gather(literals.of(part), required, found, depth - 1);
    }
  }

  function constantsOf(literal: Literal, depth: number): ReadonlySet<string> | undefined {
    const { keywords } = literals.schema(literal);
    if (typeof keywords === "boolean" || depth === 0) return undefined;
    const values = keywords.const === undefined ? keywords.enum : [keywords.const.value];
    if (values?.every(isScalar)) return new Set(values.map((value) => JSON.stringify(value)));
    for (const target of keywords.references ?? []) {
      const constants = constantsOf(literals.of(target), depth - 1);
      if (constants !== undefined) return constants;
    }
    return undefined;
  }

  return (a, b) => {
    const others = of(b);
    for (const [name, constants] of of(a)) {
      const theirs = others.get(name);
      if (theirs !== undefined && [...constants].every((value) => !theirs.has(value))) return true;
    }
    return false;
  };
}

const isScalar = (value: JsonValue): boolean => value === null || typeof value !== "object";
