// What reading a schema brings to light: issues, which refuse it, and notices, which only tell. Bounded, since a large schema may be
// wrong in a hundred thousand places.

import { SchemaError, type SchemaIssue } from "./issue.js";

/** Bounds on what is read. Each has a default in {@link defaultLimits}. */
export interface DocumentLimits {
  /** Subschemas that are read, over all documents. A place counts once per dynamic scope. */
  readonly subschemas: number;
  /** Subschemas within each other, and arrays and objects within each other in `const` and `enum`. */
  readonly depth: number;
  /** Values in `const` and `enum`, those inside values included. */
  readonly values: number;
  /** Documents asked of `resolve`. */
  readonly documents: number;
}

export const defaultLimits: DocumentLimits = { subschemas: 200_000, depth: 1_000, values: 2_000_000, documents: 1_000 };

/** Issues and notices kept; more are only counted. */
export const KEPT = 100;

/** Where issues and notices are put. */
export interface Findings {
  /** Adds an issue; one that is costly to word as a function, which is called only if there is room. */
  report(issue: SchemaIssue | (() => SchemaIssue)): void;
  /** Adds a notice; all under one `topic` become one, rendered from the first and only when somebody asks. */
  tell(topic: string, render: () => SchemaIssue): void;
  /** All issues, in the order found; a last one says how many were left out. */
  issues(): readonly SchemaIssue[];
  /** All notices, repeated ones with their count. Made anew for each call. */
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
      const message = `${dropped} more issues were left out`;
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

/** The error for a schema that is larger than a limit allows. */
export function beyondLimit(limits: DocumentLimits, limit: keyof DocumentLimits, pointer: string): SchemaError {
  const what = {
    subschemas: "subschemas",
    depth: "levels of nesting",
    values: "values in const and enum",
    documents: "documents",
  }[limit];
  const message = `the schema has more than ${limits[limit]} ${what}`;
  return new SchemaError("schema-limit", [
    { code: "limit", pointer, message, hint: `Make it smaller, or raise limits.${limit}` },
  ]);
}
