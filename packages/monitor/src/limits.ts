// Combinations number their states as they are met, and keep what each number stands for. The table is bounded. When half of it is
// used, the next text begins with an empty table, and the states before are stale. Beyond the bound there is a typed error.

/** How much a combination may remember. */
export interface Limits {
  /** The greatest number of distinct states (included). */
  readonly states: number;
}

/** About a million states: some 50 MB for pairs. */
export const DEFAULT_LIMITS: Limits = { states: 2 ** 20 };

/** More was needed than was allowed: states, bytes, work, … What is not over its limit stays usable. */
export class LimitError extends Error {
  override readonly name = "LimitError";
  readonly code = "limit";
  /**
   * Which limit; the option of that name raises it where there is one. Combinations have `states` (distinct states that one text needs), `numbers`
   * (numbers for states that are left) and `table` (entries of a table built at once).
   */
  readonly limit: string;
  /** The bound that was met. */
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

/** The error of a combination that needs more than it may have. */
export function tooMany(limit: keyof typeof MESSAGES, allowed: number): LimitError {
  return new LimitError(limit, allowed, MESSAGES[limit](allowed));
}
