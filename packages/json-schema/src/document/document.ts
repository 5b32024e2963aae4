// Reading a schema: JSON in, a graph of subschemas out, whatever the draft. What is wrong with it is said all at once.

import { createFindings, type DocumentLimits, defaultLimits, KEPT } from "./findings.js";
import { SchemaError, type SchemaIssue } from "./issue.js";
import { endlessReferences } from "./loops.js";
import { readSubschemas } from "./reader.js";
import { createRegistry } from "./resources.js";
import type { Draft, Subschema } from "./subschema.js";

export interface DocumentOptions {
  /** Read the root as this draft, whatever its `$schema` says. Default: by `$schema`, else 2020-12. */
  readonly draft?: Draft | undefined;
  /** Whether `format` constrains. Default `assert`. A metaschema with the format-assertion vocabulary asserts in any case. */
  readonly formats?: "assert" | "annotate" | undefined;
  /** The document (not the subschema) with this URI, without fragment; `undefined` if unknown. Must answer at once. Default: none. */
  readonly resolve?: ((uri: string) => unknown) | undefined;
  readonly limits?: Partial<DocumentLimits> | undefined;
}

export interface SchemaDocument {
  readonly root: Subschema;
  /** All that the root reaches, by id. */
  readonly subschemas: readonly Subschema[];
  /** What is not enforced by design, and what may be a slip. Made when asked for. */
  notices(): readonly SchemaIssue[];
}

/**
 * Reads `schema` and all that it refers to. Only what the root reaches is looked at: a fault in a definition that nothing uses is not found.
 * The schema is not copied and must not change as long as the document is in use. An object that contains itself is read as recursion.
 *
 * Cost: linear in what is reached, times the dynamic scopes it is reached in.
 *
 * @throws SchemaError `invalid-schema` with all issues; `unsupported-schema` for draft 3 and unknown required vocabularies;
 * `schema-limit`.
 */
export function loadDocument(schema: unknown, options: DocumentOptions = {}): SchemaDocument {
  const limits: DocumentLimits = { ...defaultLimits, ...options.limits };
  const metaschemas = createFindings();
  const registry = createRegistry(schema, { draft: options.draft, resolve: options.resolve, limits }, metaschemas);
  const assertFormats = options.formats !== "annotate";
  const [{ subschemas, shared }, findings] = readSubschemas(registry, { assertFormats, limits }, createFindings);
  if (shared) for (const issue of endlessReferences(subschemas, KEPT)) findings.report(issue);
  const issues = findings.issues();
  if (issues.length > 0) throw new SchemaError("invalid-schema", issues);
  return {
    root: subschemas[0]!,
    subschemas,
    notices: () => [...metaschemas.notices(), ...findings.notices()],
  };
}
