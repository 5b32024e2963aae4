// Reports where lexemes end while a text is read, for monitors over lexemes (over-lexemes.ts).

/** A lexeme that a step ended. */
export interface EndedLexeme {
  /** The number of its terminal; −1 for an ignored lexeme. */
  readonly terminal: number;
  /** Whether the lexeme ended before or after the symbol that was read. */
  readonly at: "before" | "after";
}

/**
 * The ways to read a text as lexemes. A *branch* is a state of the language with one reading and one choice of
 * terminals so far.
 */
export interface LexemeSteps {
  /** Visits each branch after `symbol` from `branch`, with the lexemes that end, in order; at most two. */
  step(branch: number, symbol: number, visit: (next: number, ended: readonly EndedLexeme[]) => void): void;
  /**
   * Visits each way to read the lexeme in progress when it ends with exit `exit` (see `Factor.cross`), with its
   * terminal. The state passed to `visit` may be vague (`Factor.vague`); the terminal is then meaningless.
   */
  cross(branch: number, exit: number, visit: (next: number, terminal: number) => void): void;
  /**
   * Visits each way in which the text may end: the terminal of the lexeme in progress, or `undefined` if there is none.
   */
  finish(branch: number, visit: (terminal: number | undefined) => void): void;
  /** Returns the name of a terminal in the grammar. */
  terminalName(terminal: number): string;
}
