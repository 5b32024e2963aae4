// Judges targets in units of time by the speed of the machine. The targets were set on a machine where the calibration row, a full walk of the first vocabulary,
// takes 1.6 ns per node. On a slower machine they grow in proportion; on a faster one they stay.

import type { Row } from "./row.js";

/** Nanoseconds per node of the calibration row on the machine for which the targets were set. */
const REFERENCE = 1.6;

/** The name of each row that measures the machine itself, and that therefore keeps its target. */
export const CALIBRATION = "full walk a node";

/** How many times slower this machine is than the reference machine, at least 1; `undefined` if the calibration row was not measured. */
export function slowness(rows: readonly Row[]): number | undefined {
  const row = rows.find(({ name }) => name.startsWith(CALIBRATION));
  return row === undefined ? undefined : Math.max(1, row.p50 / REFERENCE);
}

/** The row with its targets in units of time multiplied by `factor`, judged again. */
export function judgedOn(factor: number, row: Row): Row {
  const isOfTime = row.unit !== "bytes" && row.unit !== "x" && !row.name.startsWith(CALIBRATION);
  const bounds = Object.entries((isOfTime && row.limits) || {}) as ["p50" | "p99" | "max", number][];
  if (bounds.length === 0) return row;
  const scaled = bounds.map(([key, bound]) => [key, Number((bound * factor).toPrecision(4))] as const);
  return {
    ...row,
    target: scaled[0]?.[1] ?? null,
    limits: Object.fromEntries(scaled),
    pass: scaled.every(([key, bound]) => row[key] <= bound),
  };
}
