// What is printed: a row says what was measured, in which unit, and the distribution of its samples. Over several runs each
// statistic is the median of the runs' own, so that one disturbed run does not decide.

export type Unit = "ns" | "us" | "ms" | "bytes" | "x";

/** A row before it is measured. */
export interface RowPlan {
  readonly name: string;
  readonly unit: Unit;
  /** What the statistics should not exceed on an idle machine. */
  readonly limits?: { readonly p50?: number; readonly p99?: number; readonly max?: number };
  /** The row that this one is compared with: its statistics are also given as multiples of that row's. */
  readonly over?: string;
}

/** Samples of one row from one run, and what else is worth knowing about them. */
export interface Reading {
  readonly samples: readonly number[];
  readonly notes?: Readonly<Record<string, string | number>>;
}

export interface Statistics {
  readonly n: number;
  readonly avg: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

export interface Row extends Statistics {
  readonly name: string;
  readonly unit: Unit;
  /** The first of the limits; null when there is none. */
  readonly target: number | null;
  /** Which statistic the target is for. */
  readonly targetOf: "p50" | "p99" | "max" | null;
  readonly limits: RowPlan["limits"] | null;
  /** Whether every limit holds; null without limits. */
  readonly pass: boolean | null;
  /** The statistics of each run. */
  readonly runs: readonly Statistics[];
  readonly notes: Readonly<Record<string, string | number>>;
  /** The row's statistics as multiples of another row's. */
  readonly ratio?: { readonly over: string } & Readonly<Record<RatioKey, number>>;
}

const RATIO_KEYS = ["avg", "p50", "p90", "p99", "max"] as const;
type RatioKey = (typeof RATIO_KEYS)[number];

/** Percentiles as MaskBench takes them: the sample at index ⌊n·p⌋ of the ascending list. */
export function statistics(samples: readonly number[]): Statistics {
  if (samples.length === 0) throw new RangeError("no samples");
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
  const avg = rounded(sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length);
  return { n: sorted.length, avg, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

/** The row of a plan's readings, one reading a run. */
export function rowOf({ name, unit, limits }: RowPlan, readings: readonly Reading[]): Row {
  const runs = readings.map(({ samples }) => statistics(samples));
  const over = (key: keyof Statistics): number => median(runs.map((run) => run[key]));
  const row = {
    n: over("n"),
    avg: over("avg"),
    p50: over("p50"),
    p90: over("p90"),
    p99: over("p99"),
    max: over("max"),
  };
  const bounds = Object.entries(limits ?? {}) as ["p50" | "p99" | "max", number][];
  const [first] = bounds;
  return {
    name,
    unit,
    ...row,
    target: first?.[1] ?? null,
    targetOf: first?.[0] ?? null,
    limits: limits ?? null,
    pass: first === undefined ? null : bounds.every(([key, bound]) => row[key] <= bound),
    runs,
    notes: Object.assign({}, ...readings.map(({ notes }) => notes ?? {})),
  };
}

const NANOSECONDS = { ns: 1, us: 1e3, ms: 1e6, bytes: 1, x: 1 };

/** `row` with its statistics as multiples of `base`'s. */
export function withRatio(row: Row, base: Row): Row {
  const scale = NANOSECONDS[row.unit] / NANOSECONDS[base.unit];
  const ratio = Object.fromEntries(RATIO_KEYS.map((key) => [key, rounded((row[key] * scale) / base[key])]));
  return { ...row, ratio: { over: base.name, ...(ratio as Record<RatioKey, number>) } };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
