// A document as a test can compare it: subschemas as plain objects with only what they constrain.

import { SchemaError, type SchemaIssue } from "@espalier/json-schema";
import { type DocumentOptions, loadDocument } from "../../src/document/document.js";
import type { Subschema } from "../../src/document/subschema.js";

/** What was read, subschemas in place, except that one met before is given by its pointer. */
export function read(schema: unknown, options?: DocumentOptions): unknown {
  const met = new Set<Subschema>();
  const plain = (value: unknown): unknown => {
    if (isSubschema(value)) {
      if (typeof value.keywords === "boolean") return value.keywords;
      if (met.has(value)) return value.pointer;
      met.add(value);
      return plain(value.keywords);
    }
    if (value instanceof Set) return [...value].join(" ");
    if (value instanceof Map) return [...value].map(([key, inner]) => [key, plain(inner)]);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    const present = Object.entries(value).filter(
      ([key, inner]) => inner !== undefined && !(key === "integerByNotation" && !inner),
    );
    return Object.fromEntries(present.map(([key, inner]) => [key, key === "const" ? inner : plain(inner)]));
  };
  return plain(loadDocument(schema, options).root);
}

function isSubschema(value: unknown): value is Subschema {
  return typeof value === "object" && value !== null && "keywords" in value && "pointer" in value;
}

/** The issues of a schema that is refused. */
export function issuesOf(schema: unknown, options?: DocumentOptions): readonly SchemaIssue[] {
  return refusal(schema, options).issues;
}

/** The error of a schema that is refused. */
export function refusal(schema: unknown, options?: DocumentOptions): SchemaError {
  try {
    loadDocument(schema, options);
  } catch (cause) {
    if (cause instanceof SchemaError) return cause;
    throw cause;
  }
  throw new Error("the schema was not refused");
}

/** Notices as `code pointer`. */
export function noticesOf(schema: unknown, options?: DocumentOptions): string[] {
  return loadDocument(schema, options)
    .notices()
    .map(({ code, pointer }) => `${code} ${pointer}`);
}
