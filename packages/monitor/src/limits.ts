// Combinations number their states as they are met, and keep what each number stands for. The table is bounded: beyond it,
// a typed error, never a silent eviction, since a session may hold any number that was given out.

/** How much a combination may remember. */
export interface Limits {
  /** The greatest number of distinct states (included). */
  readonly states: number;
}

/** About a million states: some 50 MB for pairs. */
export const DEFAULT_LIMITS: Limits = { states: 2 ** 20 };

/** A combination that met more states, or needs a larger table, than it may have. */
export class LimitError extends Error {
  override readonly name = "LimitError";
  /** `states`: distinct states of a combination. `table`: entries of a table built at once. */
  readonly code: "states" | "table";
  /** The bound that was met. */
  readonly limit: number;

  constructor(code: "states" | "table", limit: number) {
    super(code === "states" ? `More than ${limit} distinct states` : `A table of more than ${limit} entries`);
    this.code = code;
    this.limit = limit;
  }
}
