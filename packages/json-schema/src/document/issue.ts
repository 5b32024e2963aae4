// Issues and notices about a schema, each with its position, a keyword, and a hint.

import { excerpt } from "@espalier/arguments";

/**
 * An issue or notice: an error, a keyword that cannot be enforced, or (as a notice) one that is not enforced by design.
 */
export interface SchemaIssue {
  /**
   * A stable identifier for programs: `bad-value`, `unresolved-reference`, `unsupported-keyword`, `unknown-keyword`, …
   */
  readonly code: string;
  /** The position as a JSON pointer into the schema document: `#/properties/a/minimum`. */
  readonly pointer: string;
  readonly keyword?: string;
  readonly message: string;
  /** How to fix it. */
  readonly hint: string;
}

export type SchemaErrorCode = "invalid-schema" | "unsupported-schema" | "unsatisfiable-schema" | "schema-limit";

/** A schema was rejected. Thrown when it is compiled, never later. */
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
