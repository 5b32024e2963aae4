// The initial keyword record. It has every field from the start, so that all records have the same hidden class.

import type { KeywordsDraft } from "./site.js";

/** Returns keywords without constraints, with all fields present. */
export function emptyKeywords(): KeywordsDraft {
  return {
    types: undefined,
    integerByNotation: false,
    const: undefined,
    enum: undefined,
    minimum: undefined,
    maximum: undefined,
    exclusiveMinimum: undefined,
    exclusiveMaximum: undefined,
    multipleOf: undefined,
    minLength: undefined,
    maxLength: undefined,
    pattern: undefined,
    format: undefined,
    properties: undefined,
    patternProperties: undefined,
    additionalProperties: undefined,
    propertyNames: undefined,
    required: undefined,
    minProperties: undefined,
    maxProperties: undefined,
    dependentRequired: undefined,
    dependentSchemas: undefined,
    prefixItems: undefined,
    items: undefined,
    minItems: undefined,
    maxItems: undefined,
    uniqueItems: undefined,
    contains: undefined,
    allOf: undefined,
    anyOf: undefined,
    oneOf: undefined,
    not: undefined,
    if: undefined,
    references: undefined,
    unevaluatedProperties: undefined,
    unevaluatedItems: undefined,
  };
}
