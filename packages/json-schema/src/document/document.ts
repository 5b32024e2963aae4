// Reads a schema: converts JSON of any draft to a graph of subschemas. All errors are reported at once.

import { createFindings, type DocumentLimits, FIXED_DOCUMENT_LIMITS, KEPT } from "./findings.js";
import { SchemaError, type SchemaIssue } from "./issue.js";
import { endlessReferences } from "./loops.js";
import { readSubschemas } from "./reader.js";
import { createRegistry } from "./resources.js";
import type { Draft, Subschema } from "./subschema.js";

export interface DocumentOptions {
  /** The draft of the root; overrides its `$schema`. By default as `$schema` says, else 2020-12. */
  readonly draft?: Draft | undefined;
  /**
   * Whether `format` constrains; `assert` by default. A metaschema with the format-assertion vocabulary always asserts.
   */
  readonly formats?: "assert" | "annotate" | undefined;
  /**
   * Returns the document (not the subschema) with this URI, without fragment; `undefined` if unknown. Must be
   * synchronous. By default, no document is known.
   */
  readonly resolve?: ((uri: string) => unknown) | undefined;
  readonly limits?: Partial<DocumentLimits> | undefined;
}

export interface SchemaDocument {
  readonly root: Subschema;
  /** All subschemas reachable from the root, by id. */
  readonly subschemas: readonly Subschema[];
  /** Returns what is not enforced by design, and possible mistakes. Computed on demand. */
  notices(): readonly SchemaIssue[];
}

/**
 * Reads `schema` and everything that it refers to. Only what is reachable from the root is read: an error in an unused
 * definition is not found. The schema is not copied, and must not change while the document is in use. An object that
 * contains itself is read as recursion.
 *
 * Cost: linear in the size of the part that is read; with `$dynamicRef`, times the number of dynamic scopes.
 *
 * @throws SchemaError `invalid-schema` with all issues; `unsupported-schema` for draft 3 and unknown required
 * vocabularies; `schema-limit`.
 */
export function loadDocument(schema: unknown, options: DocumentOptions = {}): SchemaDocument {
  const limits: DocumentLimits = { ...FIXED_DOCUMENT_LIMITS, ...options.limits };
  const metaschemas = createFindings();
  const registry = createRegistry(schema, { draft: options.draft, resolve: options.resolve, limits }, metaschemas);
  const assertFormats = options.formats !== "annotate";
  const { subschemas, shared, findings } = readSubschemas(registry, { assertFormats, limits });
  if (shared) for (const issue of endlessReferences(subschemas, KEPT)) findings.report(issue);
  const issues = findings.issues();
  if (issues.length > 0) throw new SchemaError("invalid-schema", issues);
  return {
    root: subschemas[0]!,
    subschemas,
    notices: () => [...metaschemas.notices(), ...findings.notices()],
  };
}
