// Notices about keywords that the dialect does not know: annotations according to the specification, often mistakes in
// practice.

import { type Dialect, draftsWith } from "./dialect.js";
import type { SchemaIssue } from "./issue.js";
import { nearMiss } from "./near-miss.js";
import { segment } from "./pointer.js";

/** Keywords of earlier or other specifications, with their equivalents in JSON Schema. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ["nullable", 'It is OpenAPI 3.0\'s: write "type": ["string", "null"], with the type in question'],
  ["discriminator", "It is OpenAPI's: give each branch of `oneOf` a property with a `const`"],
  ["extends", "It is draft 3's: write `allOf`"],
  ["disallow", "It is draft 3's: write `not`"],
  ["divisibleBy", "It is draft 3's: write `multipleOf`"],
  ["optional", "List the required properties in `required`; all others are optional"],
  ["unique", "Did you mean `uniqueItems`?"],
  ["regex", "Did you mean `pattern`?"],
  ["values", "Did you mean `enum`?"],
  ["min", "Did you mean `minimum`, `minLength` or `minItems`?"],
  ["max", "Did you mean `maximum`, `maxLength` or `maxItems`?"],
]);

/** Returns the notice for the unknown keyword `key` of the subschema at `pointer`. */
export function unknownKeyword(key: string, value: unknown, pointer: string, dialect: Dialect): SchemaIssue {
  const drafts = draftsWith(key);
  const message =
    drafts.length > 0
      ? `\`${key}\` is not a keyword of ${dialect.draft}${drafts.includes(dialect.draft) ? " with these vocabularies" : ""} and is not enforced`
      : `\`${key}\` is not a keyword and is not enforced`;
  return {
    code: "unknown-keyword",
    pointer: `${pointer}/${segment(key)}`,
    keyword: key,
    message,
    hint: hintFor(key, value, drafts, dialect),
  };
}

function hintFor(key: string, value: unknown, drafts: readonly string[], dialect: Dialect): string {
  if (key === "dependencies")
    return "Write `dependentRequired` for names and `dependentSchemas` for schemas, or declare draft 7 in `$schema`";
  if (key === "additionalItems") return "Write `items`, which applies to the items after `prefixItems` here";
  if (key === "id") return "Write `$id`";
  if (drafts.length > 0) return `It is one in ${drafts.join(", ")}: declare that in "$schema"`;
  const foreign = FOREIGN.get(key);
  if (foreign !== undefined) return foreign;
  const near = nearMiss(key, dialect.keywords.keys());
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return "If it is the name of a property, put it into `properties`; otherwise, ignore this";
  }
  return "As an annotation it does no harm";
}
