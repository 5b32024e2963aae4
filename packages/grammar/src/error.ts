// What can be wrong with a grammar, as data and as an error.

import { excerpt } from "@espalier/arguments";

/** One complaint about a grammar: which rule, and what. */
export interface GrammarIssue {
  readonly code: "undefined-rule" | "duplicate-rule" | "undefined-start";
  /** The rule the complaint is about. */
  readonly rule: string;
  readonly message: string;
}

/** How many complaints the message has. */
const SHOWN = 4;

/** Thrown when a grammar cannot be used; carries every issue found. */
export class GrammarError extends Error {
  override readonly name = "GrammarError";
  readonly code: GrammarIssue["code"];
  readonly issues: readonly GrammarIssue[];

  constructor(issues: readonly GrammarIssue[]) {
    const shown = issues.slice(0, SHOWN).map((issue) => excerpt(issue.message));
    const more = issues.length > SHOWN ? [`(and ${issues.length - SHOWN} more)`] : [];
    super([...shown, ...more].join("\n"));
    this.code = issues[0]?.code ?? "undefined-rule";
    this.issues = issues;
  }
}
