// The one shape of all keyword records: every field there from the start, so that whoever reads them meets one kind of object.

import type { KeywordsDraft } from "./site.js";

/** Keywords that constrain nothing, all fields present. */
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
