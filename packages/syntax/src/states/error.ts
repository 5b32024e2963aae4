// The errors and limits of languages.

import { excerpt } from "@espalier/arguments";

/** The source cannot be a language, or its language is empty. */
export class SyntaxSourceError extends Error {
  override readonly name = "SyntaxSourceError";
  readonly code: "undefined-terminal" | "duplicate-terminal" | "bad-skip" | "bad-block" | "empty-language";
  readonly hint: string;

  constructor(code: SyntaxSourceError["code"], message: string, hint: string) {
    super(`${excerpt(message, 400)}. ${excerpt(hint, 400)}`);
    this.code = code;
    this.hint = hint;
  }
}

/** Limits of a language in addition to those of its lexer and chart. */
export interface SyntaxLimits {
  /** The number of states (pairs of lexer state and parser set). */
  readonly configurations: number;
  /** Bytes of transition rows. Past it, rows are dropped and computed again. */
  readonly rowBytes: number;
  /** Steps of one search for a completion, if munch makes completion uncertain. */
  readonly searchSteps: number;
  /** Readings of one text (branches of the lexer) that are live at once. */
  readonly readings: number;
  /** Nesting of the expressions in a rule. */
  readonly nesting: number;
  /**
   * Bytes that the texts of one generation may create (16 MiB); the next text then begins a new generation: see
   * generations.ts. It does so earlier if all languages of the thread hold too much: see
   * shared-memory.ts.
   */
  readonly generationBytes: number;
  /**
   * State numbers available in the lifetime of a language (2³¹, which is also the maximum). A language never reuses a
   * number. When no number is left, no further text can begin.
   */
  readonly numbers: number;
  /** Units of work to create the language, not counting texts (30,000,000): see `createFuel` in @espalier/monitor. */
  readonly fuel: number;
}

export const DEFAULT_SYNTAX_LIMITS: SyntaxLimits = {
  configurations: 8_000_000,
  rowBytes: 64 * 1024 * 1024,
  searchSteps: 20_000,
  readings: 256,
  nesting: 2_000,
  generationBytes: 16 * 1024 * 1024,
  numbers: 2 ** 31,
  fuel: 30_000_000,
};

/** A limit of a language was reached. Earlier results stay usable. */
export class SyntaxLimitError extends Error {
  override readonly name = "SyntaxLimitError";
  readonly code = "limit";
  readonly limit: keyof SyntaxLimits;
  readonly allowed: number;

  constructor(limit: keyof SyntaxLimits, allowed: number, hint: string) {
    super(`syntax limit "${limit}" (${allowed}) reached: ${hint}`);
    this.limit = limit;
    this.allowed = allowed;
  }
}
