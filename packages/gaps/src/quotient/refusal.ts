// Why a gap cannot be written as a grammar of lexemes without layout.

/** A language or a gap that no plain grammar can say. */
export class QuotientError extends Error {
  override readonly name = "QuotientError";
  /**
   * `layout`: lines and indentation matter. `modes`: what a lexeme is depends on what is open. `several-terminals`: one lexeme is read as
   * several terminals. `only-before`: a lexeme stands only where the parser could read another. `munch`: where a lexeme ends, or which it
   * is, depends on what the parser expects. `terminals`: control tokens, lazy terminals, empty ones. `too-large`: a limit was reached.
   */
  readonly code: "layout" | "modes" | "several-terminals" | "only-before" | "munch" | "terminals" | "too-large";

  constructor(code: QuotientError["code"], reason: string) {
    super(`The gap cannot be written as a grammar: ${reason}.`);
    this.code = code;
  }
}
