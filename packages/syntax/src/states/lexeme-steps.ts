// Reports where lexemes end while a text is read, for monitors over lexemes (over-lexemes.ts).

/** A lexeme that a step ended. */
export interface EndedLexeme {
  /** The number of its terminal; −1 for an ignored lexeme. */
  readonly terminal: number;
  /** Whether the lexeme ended before or after the symbol that was read. */
  readonly at: "before" | "after";
}

/**
 * Steps through a text lexeme by lexeme, in all possible ways. A *branch* is a state of the language for one way to
 * split the text into lexemes and one choice of terminals for them.
 */
export interface LexemeSteps {
  /** Visits each branch after `symbol` from `branch`, with the lexemes that end, in order; at most two. */
  step(branch: number, symbol: number, visit: (next: number, ended: readonly EndedLexeme[]) => void): void;
  /**
   * For a lexeme in progress that ends here: visits each terminal that it may be, with the state after it. `exit` says
   * which terminals have matched (see `Factor.cross`). If `branch` is an abstract state, the state after it may be
   * unknown (`Factor.vague`); the terminal is then meaningless.
   */
  cross(branch: number, exit: number, visit: (next: number, terminal: number) => void): void;
  /**
   * Visits each way in which the text may end: the terminal of the lexeme in progress, or `undefined` if there is none.
   */
  finish(branch: number, visit: (terminal: number | undefined) => void): void;
  /** Returns the name of a terminal in the grammar. */
  terminalName(terminal: number): string;
}
