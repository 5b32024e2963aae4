// Combinations number their states as they are met, and keep what each number stands for. The table is bounded. When half of it is
// used, the next text begins with an empty table, and the states before are stale. Beyond the bound there is a typed error.

/** How much a combination may remember. */
export interface Limits {
  /** The greatest number of distinct states (included). */
  readonly states: number;
}

/** About a million states: some 50 MB for pairs. */
export const DEFAULT_LIMITS: Limits = { states: 2 ** 20 };

const MESSAGES = {
  states: (limit: number): string => `More than ${limit} distinct states`,
  numbers: (limit: number): string =>
    `All of ${limit} numbers for states have been given out: make the monitor once more`,
  table: (limit: number): string => `A table of more than ${limit} entries`,
};

/** A combination that met more states, or needs a larger table, than it may have. */
export class LimitError extends Error {
  override readonly name = "LimitError";
  /** `states`: distinct states that one text needs. `numbers`: numbers for states that are left. `table`: entries of a table built at once. */
  readonly code: "states" | "numbers" | "table";
  /** The bound that was met. */
  readonly limit: number;

  constructor(code: "states" | "numbers" | "table", limit: number) {
    super(MESSAGES[code](limit));
    this.code = code;
    this.limit = limit;
  }
}
