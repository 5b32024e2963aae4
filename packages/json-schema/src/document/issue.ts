// What is wrong with a schema, or what of it cannot be enforced: always a place, a keyword, and what would help.

import { excerpt } from "@espalier/arguments";

/** One thing to know about a schema: a fault, a keyword that cannot be enforced, or (as a notice) one that is not enforced by design. */
export interface SchemaIssue {
  /** Stable, for programs: `bad-value`, `unresolved-reference`, `unsupported-keyword`, `unknown-keyword`, … */
  readonly code: string;
  /** Where, as a JSON pointer into the schema document: `#/properties/a/minimum`. */
  readonly pointer: string;
  readonly keyword?: string;
  readonly message: string;
  /** What would help. */
  readonly hint: string;
}

export type SchemaErrorCode = "invalid-schema" | "unsupported-schema" | "unsatisfiable-schema" | "schema-limit";

/** A schema that is refused. Thrown when it is compiled, never later. */
export class SchemaError extends Error {
  readonly code: SchemaErrorCode;
  readonly issues: readonly SchemaIssue[];

  constructor(code: SchemaErrorCode, issues: readonly SchemaIssue[]) {
    const [first] = issues;
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
    super(
      first === undefined
        ? code
        : `${excerpt(first.pointer)}: ${excerpt(first.message, 300)}. ${excerpt(first.hint, 300)}${more}`,
    );
    this.name = "SchemaError";
    this.code = code;
    this.issues = issues;
  }
}
