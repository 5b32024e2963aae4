// The errors for schemas that are rejected once their keywords are combined, each with the place in the schema.

import { SchemaError } from "../document/issue.js";
import type { Subschema } from "../document/subschema.js";

export function unsupported(
  schema: Subschema,
  keyword: string,
  message: string,
  hint: string,
  code = "unsupported-keyword",
): SchemaError {
  const pointer = `${schema.pointer}/${keyword}`;
  return new SchemaError("unsupported-schema", [{ code, pointer, keyword, message, hint }]);
}

export function appliedToItself(schema: Subschema): SchemaError {
  return new SchemaError("invalid-schema", [
    {
      code: "applied-to-itself",
      pointer: schema.pointer,
      message: "this schema applies itself to the same value, so the validity of a value is undefined",
      hint: "Put the reference below properties or items",
    },
  ]);
}

export function tooManyCases(schema: Subschema, limit: number): SchemaError {
  return new SchemaError("schema-limit", [
    {
      code: "too-many-cases",
      pointer: schema.pointer,
      message: `its combinators expand to more than ${limit} cases`,
      hint: "Give the options of oneOf or anyOf a property with a different const each, or use fewer of them at once",
    },
  ]);
}

export function tooManyDivisors({ pointer }: Subschema, message: string): SchemaError {
  const hint = "Use fewer divisors at once, or such with common factors";
  return new SchemaError("schema-limit", [{ code: "too-large", pointer, keyword: "multipleOf", message, hint }]);
}

export function tooManyNamePatterns(limit: number): SchemaError {
  return new SchemaError("schema-limit", [
    {
      code: "too-many-name-patterns",
      pointer: "#",
      keyword: "patternProperties",
      message: `more than ${limit} patterns distinguish the names of one object`,
      hint: "Join patterns whose values are the same",
    },
  ]);
}

export function unknownNames(): SchemaError {
  return new SchemaError("unsupported-schema", [
    {
      code: "unknown-names",
      pointer: "#",
      keyword: "propertyNames",
      message:
        "properties are counted, and whether enough names match the patterns that they must match takes too long to find out",
      hint: "Use simpler patterns for names, or leave minProperties out",
    },
  ]);
}
