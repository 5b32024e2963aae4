// Errors in grammars: as data, and as an exception.

import { excerpt } from "@espalier/arguments";

/** One error in a grammar. */
export interface GrammarIssue {
  readonly code: "undefined-rule" | "duplicate-rule" | "undefined-start";
  /** The rule that the error concerns. */
  readonly rule: string;
  readonly message: string;
}

/** Maximum number of issues in the message. */
const SHOWN = 4;

/** Thrown for an invalid grammar. Contains every issue found. */
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
