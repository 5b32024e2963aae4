// The error for a gap that cannot be expressed as a grammar of lexemes without layout.

/** A language or a gap that no plain grammar can express. */
export class QuotientError extends Error {
  override readonly name = "QuotientError";
  /**
   * Why no plain grammar expresses the gap or the source. `layout`: line ends and indentation are significant. `modes`:
   * the kind of a lexeme depends on the open brackets and strings. `several-terminals`: the parser reads several
   * terminals for one lexeme. `only-before`: a lexeme is allowed only where the parser could read another terminal.
   * `munch`: the end of a lexeme, or its kind, depends on what the parser expects. `terminals`: there are control
   * tokens, or terminals that are lazy or match the empty text. `too-large`: a limit was reached.
   */
  readonly code: "layout" | "modes" | "several-terminals" | "only-before" | "munch" | "terminals" | "too-large";

  constructor(code: QuotientError["code"], reason: string) {
    super(`The gap cannot be written as a grammar: ${reason}.`);
    this.code = code;
  }
}
