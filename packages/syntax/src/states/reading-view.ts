// What a language says of a state to people.

/** One reading of a state, in words. */
export interface ReadingView {
  /** Terminals that the lexeme in progress may become; at the start of a lexeme, those allowed. */
  readonly lexeme: readonly string[];
  /** Whether a lexeme is in progress. */
  readonly inside: boolean;
  /** Terminals that the parser would take next if the lexeme in progress ended here; empty when it cannot. */
  readonly next: readonly string[];
  /** Whether the text may end here by this reading. */
  readonly accepts: boolean;
  /** Rules begun and not ended at the top of the parse, with the number of pending items. */
  readonly rules: readonly string[];
}
