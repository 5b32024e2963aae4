// The limits of a chart, and the error past them.

/** Limits of a chart. The defaults are far above what real grammars need. */
export interface ChartLimits {
  /** Total number of states of all rule automata. */
  readonly ruleStates: number;
  /** Items in one set, which bounds ambiguity. */
  readonly items: number;
  /** Distinct sets. */
  readonly sets: number;
  /** Bytes held by sets, caches and tables. */
  readonly bytes: number;
}

export const DEFAULT_CHART_LIMITS: ChartLimits = {
  ruleStates: 200_000,
  items: 5_000,
  sets: 4_000_000,
  bytes: 512 * 1024 * 1024,
};

/** The error past a limit of a chart. Results that the chart has already computed remain available. */
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

/** The error for a set with more than `most` items. */
export function tooAmbiguous(most: number): ChartLimitError {
  return new ChartLimitError("items", most, "the grammar is too ambiguous here; make its alternatives disjoint");
}
