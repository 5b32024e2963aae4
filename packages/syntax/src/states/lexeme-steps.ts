// Where lexemes end while a text is read: what a monitor over lexemes (over-lexemes.ts) needs to know of a language.

/** A lexeme that a step ended. */
export interface EndedLexeme {
  /** The number of its terminal; −1 for an ignored lexeme. */
  readonly terminal: number;
  /** Whether the lexeme ended before the symbol that was read, or with it. */
  readonly at: "before" | "after";
}

/** The ways to read a text as lexemes. A *branch* is a state of the language with one reading and one choice of terminals so far. */
export interface LexemeSteps {
  /** Visits each branch that `symbol` leads to from `branch`, with the lexemes that end, in order: two at most. */
  step(branch: number, symbol: number, visit: (next: number, ended: readonly EndedLexeme[]) => void): void;
  /**
   * Visits each way to read the lexeme in progress once it is handed on as `exit` (see `Factor.cross`), with its terminal. What `visit` gets
   * may be vague (`Factor.vague`); the terminal then says nothing.
   */
  cross(branch: number, exit: number, visit: (next: number, terminal: number) => void): void;
  /** Visits each way in which the text may end: the terminal of the lexeme in progress, or `undefined` where there is none. */
  finish(branch: number, visit: (terminal: number | undefined) => void): void;
  /** The name of a terminal in the grammar. */
  terminalName(terminal: number): string;
}
