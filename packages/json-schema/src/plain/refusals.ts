// Why a plain schema is refused: each keyword with the module, the option or the function that takes it.

import type { SchemaIssue } from "../document/issue.js";
import type { Subschema } from "../document/subschema.js";

/** Collects what a plain schema has and this package's small part cannot enforce. */
export interface Refusals {
  /** Adds a keyword; `remedy` is a clause such as "Pass modules.pattern (patternKeyword)". */
  add(schema: Subschema, keyword: string, message: string, remedy: string): void;
  readonly issues: readonly SchemaIssue[];
}

/** The remedy for what no module adds. */
export const FULL_COMPILER = "Use compileSchema";

export function createRefusals(): Refusals {
  const issues: SchemaIssue[] = [];
  return {
    issues,
    add: ({ pointer }, keyword, message, hint) =>
      void issues.push({
        code: "unsupported-keyword",
        pointer: `${pointer}/${keyword}`,
        keyword,
        message: `a plain schema ${message}`,
        hint,
      }),
  };
}
