// Averages and percentiles of many samples; a percentile is the sample at index ⌊n·p⌋ of the ascending list, as in MaskBench.

export interface MaskStatistics {
  readonly n: number;
  readonly avg: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** Of all the samples together; all null when there are none. */
export function statisticsOf(parts: readonly ArrayLike<number>[]): MaskStatistics | null {
  const n = parts.reduce((sum, part) => sum + part.length, 0);
  if (n === 0) return null;
  const sorted = new Float32Array(n);
  let at = 0;
  let sum = 0;
  for (const part of parts) {
    sorted.set(part, at);
    at += part.length;
    for (let i = 0; i < part.length; i++) sum += part[i]!;
  }
  sorted.sort();
  const percentile = (share: number): number => rounded(sorted[Math.min(n - 1, Math.floor(n * share))]!);
  return {
    n,
    avg: rounded(sum / n),
    p50: percentile(0.5),
    p90: percentile(0.9),
    p99: percentile(0.99),
    p999: percentile(0.999),
    max: percentile(1),
  };
}

export function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
