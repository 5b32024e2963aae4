// The error for a gap that cannot be expressed as a grammar of lexemes without layout.

/** A language or a gap that no plain grammar can express. */
export class QuotientError extends Error {
  override readonly name = "QuotientError";
  /**
   * `layout`: lines and indentation have meaning. `modes`: the kind of a lexeme depends on what is open. `several-terminals`: one lexeme is read as several
   * terminals. `only-before`: a lexeme may only stand where the parser could read another. `munch`: the end of a lexeme, or its kind, depends on what the
   * parser expects. `terminals`: control tokens, lazy terminals or empty ones. `too-large`: a limit was reached.
   */
  readonly code: "layout" | "modes" | "several-terminals" | "only-before" | "munch" | "terminals" | "too-large";

  constructor(code: QuotientError["code"], reason: string) {
    super(`The gap cannot be written as a grammar: ${reason}.`);
    this.code = code;
  }
}
