// What reading a schema finds: issues, which reject it, and notices, which only inform. Both are bounded, because a
// large schema may contain a hundred thousand errors.

import { SchemaError, type SchemaIssue } from "./issue.js";

/** Limits of reading a schema. Users of the package cannot change them: {@link FIXED_DOCUMENT_LIMITS}. */
export interface DocumentLimits {
  /** Subschemas read, over all documents. A place counts once for each dynamic scope. */
  readonly subschemas: number;
  /** Nesting of subschemas, and of arrays and objects in `const` and `enum`. */
  readonly depth: number;
  /** Values in `const` and `enum`, including nested ones. */
  readonly values: number;
  /** Documents requested from `resolve`. */
  readonly documents: number;
}

export const FIXED_DOCUMENT_LIMITS: DocumentLimits = {
  subschemas: 200_000,
  depth: 1_000,
  values: 2_000_000,
  documents: 1_000,
};

/** The number of issues and notices kept; further ones are only counted. */
export const KEPT = 100;

/** Collects issues and notices. */
export interface Findings {
  /** Adds an issue. Pass a function if the text is expensive to create; it is called only if there is room. */
  report(issue: SchemaIssue | (() => SchemaIssue)): void;
  /** Adds a notice. All notices with the same `topic` become one, created on demand from the first. */
  tell(topic: string, render: () => SchemaIssue): void;
  /** Returns all issues in order; a last one says how many were omitted. */
  issues(): readonly SchemaIssue[];
  /** Returns all notices, with counts for repeated ones. Created on each call. */
  notices(): readonly SchemaIssue[];
}

export function createFindings(): Findings {
  const issues: SchemaIssue[] = [];
  const topics = new Map<string, { readonly render: () => SchemaIssue; count: number }>();
  let dropped = 0;
  return {
    report(issue) {
      if (issues.length >= KEPT) dropped++;
      else issues.push(typeof issue === "function" ? issue() : issue);
    },
    tell(topic, render) {
      const known = topics.get(topic);
      if (known !== undefined) known.count++;
      else if (topics.size < KEPT) topics.set(topic, { render, count: 1 });
    },
    issues() {
      if (dropped === 0) return issues;
      const message = `${dropped} more issues were omitted`;
      return [...issues, { code: "more-issues", pointer: "#", message, hint: "Mend the others first" }];
    },
    notices() {
      return [...topics.values()].map(({ render, count }) => {
        const notice = render();
        return count === 1 ? notice : { ...notice, message: `${notice.message} (${count} times)` };
      });
    },
  };
}

/** Creates the error for a schema that exceeds a limit. */
export function beyondLimit(limits: DocumentLimits, limit: keyof DocumentLimits, pointer: string): SchemaError {
  const what = {
    subschemas: "subschemas",
    depth: "levels of nesting",
    values: "values in const and enum",
    documents: "documents",
  }[limit];
  const message = `the schema has more than ${limits[limit]} ${what}`;
  return new SchemaError("schema-limit", [
    { code: "limit", pointer, message, hint: "Make it smaller: this limit is fixed" },
  ]);
}
