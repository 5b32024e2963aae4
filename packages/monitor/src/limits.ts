// Limits of combinations. A combination numbers its states as they occur and stores what each number means. The table
// is bounded: when half of it is used, the next text begins with an empty table, and earlier states become stale.
// Beyond the bound, an error is thrown.

/** Limits of a combination. */
export interface Limits {
  /** The maximum number of distinct states (included). */
  readonly states: number;
}

/** About a million states: some 50 MB for pairs. */
export const DEFAULT_LIMITS: Limits = { states: 2 ** 20 };

/** A limit was exceeded: states, bytes, work, … Everything within the limit stays usable. */
export class LimitError extends Error {
  override readonly name = "LimitError";
  readonly code = "limit";
  /**
   * The name of the limit. If an option has this name, it raises the limit. Combinations have `states` (distinct states
   * of one text), `numbers` (state numbers over the lifetime of the combination) and `table` (entries of a table that
   * is built at once).
   */
  readonly limit: string;
  /** The value of the limit. */
  readonly allowed: number;

  constructor(limit: string, allowed: number, message: string) {
    super(message);
    this.limit = limit;
    this.allowed = allowed;
  }
}

const MESSAGES = {
  states: (most: number): string => `More than ${most} distinct states`,
  numbers: (most: number): string =>
    `All of ${most} numbers for states have been given out: make the monitor once more`,
  table: (most: number): string => `A table of more than ${most} entries`,
};

/** Creates the error of a combination that exceeds a limit. */
export function tooMany(limit: keyof typeof MESSAGES, allowed: number): LimitError {
  return new LimitError(limit, allowed, MESSAGES[limit](allowed));
}
