// What a chart may use before it gives up with a clear error, and that error.

/** Limits of a chart; each has a default that real grammars stay far below. */
export interface ChartLimits {
  /** States over all rule automata. */
  readonly ruleStates: number;
  /** Items in one set: ambiguity beyond this is refused. */
  readonly items: number;
  /** Distinct sets. */
  readonly sets: number;
  /** Bytes held by sets, memos and tables. */
  readonly bytes: number;
}

export const DEFAULT_CHART_LIMITS: ChartLimits = {
  ruleStates: 200_000,
  items: 5_000,
  sets: 4_000_000,
  bytes: 512 * 1024 * 1024,
};

/** A limit of a chart was reached. The chart stays usable for everything it has already computed. */
export class ChartLimitError extends Error {
  override readonly name = "ChartLimitError";
  readonly code = "limit";
  readonly limit: keyof ChartLimits;
  readonly allowed: number;

  constructor(limit: keyof ChartLimits, allowed: number, hint: string) {
    super(`chart limit "${limit}" (${allowed}) reached: ${hint}`);
    this.limit = limit;
    this.allowed = allowed;
  }
}
