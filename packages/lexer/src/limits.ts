// The limits of a lexer, and the error past them.

export interface LexerLimits {
  /** Distinct states of the lazy automaton. */
  readonly states: number;
  /** Bytes held by the states and transition rows. */
  readonly bytes: number;
}

export const DEFAULT_LEXER_LIMITS: LexerLimits = { states: 2_000_000, bytes: 256 * 1024 * 1024 };

const ROOM_BYTES = 32 * 1024 * 1024;

/** The size from which `isFull` is true. States are only a cache, so it is below the limit. */
export const roomOf = ({ bytes }: LexerLimits): number => Math.min(bytes / 2, ROOM_BYTES);

/** The error past a limit of a lexer. */
export class LexerLimitError extends Error {
  override readonly name = "LexerLimitError";
  readonly code = "limit";
  readonly limit: keyof LexerLimits;
  readonly allowed: number;

  constructor(limit: keyof LexerLimits, allowed: number) {
    super(
      `lexer limit "${limit}" (${allowed}) reached: lower the counts in the terminals' patterns, or raise the limit`,
    );
    this.limit = limit;
    this.allowed = allowed;
  }
}
