// What a lexer may use before it gives up with a clear error.

export interface LexerLimits {
  /** Distinct states of the lazy automaton. */
  readonly states: number;
  /** Bytes held by its states and transition rows. */
  readonly bytes: number;
}

export const DEFAULT_LEXER_LIMITS: LexerLimits = { states: 2_000_000, bytes: 256 * 1024 * 1024 };

const ROOM_BYTES = 32 * 1024 * 1024;

/** Bytes from which on what is begun anew had better begin with another lexer: states are a cache, and need not grow to the limit. */
export const roomOf = ({ bytes }: LexerLimits): number => Math.min(bytes / 2, ROOM_BYTES);

/** A limit of a lexer was reached. */
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
