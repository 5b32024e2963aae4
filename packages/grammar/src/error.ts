// What can be wrong with a grammar, as data and as an error.

/** One complaint about a grammar: which rule, and what. */
export interface GrammarIssue {
  readonly code: "undefined-rule" | "duplicate-rule" | "undefined-start" | "undefined-terminal" | "empty-language";
  /** The rule the complaint is about. */
  readonly rule: string;
  readonly message: string;
}

/** Thrown when a grammar cannot be used; carries every issue found. */
export class GrammarError extends Error {
  override readonly name = "GrammarError";
  readonly code: GrammarIssue["code"];
  readonly issues: readonly GrammarIssue[];

  constructor(issues: readonly GrammarIssue[]) {
    super(issues.map((issue) => issue.message).join("\n"));
    this.code = issues[0]?.code ?? "undefined-rule";
    this.issues = issues;
  }
}

/** Thrown when a limit on size or work is reached; says which, and how far it went. */
export class GrammarLimitError extends Error {
  override readonly name = "GrammarLimitError";
  readonly code = "limit";
  readonly limit: string;
  readonly allowed: number;

  constructor(limit: string, allowed: number, detail: string) {
    super(`grammar limit "${limit}" reached (${allowed}): ${detail}`);
    this.limit = limit;
    this.allowed = allowed;
  }
}
