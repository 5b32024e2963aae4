// A description of a state for people.

/** One reading of a state. */
export interface ReadingView {
  /** The terminals that the lexeme in progress may become; at the start of a lexeme, the allowed ones. */
  readonly lexeme: readonly string[];
  /** Whether a lexeme is in progress. */
  readonly inside: boolean;
  /** The terminals that could come next if the lexeme in progress ended here; empty if it cannot. */
  readonly next: readonly string[];
  /** Whether the text may end here in this reading. */
  readonly accepts: boolean;
  /** The unfinished rules at the top of the parse, with the number of pending items. */
  readonly rules: readonly string[];
}
