// A measurement is a few rows taken together, in as many runs as asked for. What it will print is known before it runs, so
// that `--only` can leave out what was not asked for.

import { settle } from "./clock.js";
import { type Reading, type Row, type RowPlan, rowOf, withRatio } from "./row.js";

export interface Settings {
  readonly runs: number;
  readonly seed: number;
  /** Fewer texts, shorter outputs: to see that everything works. */
  readonly quick: boolean;
}

export interface Measurement {
  readonly rows: readonly RowPlan[];
  /** The most runs that it is worth; unlimited when absent. */
  readonly mostRuns?: number;
  /** One run: a reading for each row, in their order. */
  run(settings: Settings): readonly Reading[] | Promise<readonly Reading[]>;
}

/** The rows whose names contain one of `only` (all rows if it is empty), and the rows they are compared with; each measurement calls `progress` with its first name. */
export async function measure(
  measurements: readonly Measurement[],
  settings: Settings,
  only: readonly string[],
  progress: (name: string) => void,
): Promise<readonly Row[]> {
  const isAsked = (name: string): boolean => only.length === 0 || only.some((text) => name.includes(text));
  const asked = measurements.flatMap(({ rows }) => rows.filter(({ name }) => isAsked(name)));
  const bases = new Set(asked.map(({ over }) => over));
  const wanted = ({ name }: RowPlan): boolean => isAsked(name) || bases.has(name);
  const rows: Row[] = [];
  for (const measurement of measurements) {
    if (!measurement.rows.some(wanted)) continue;
    progress(measurement.rows[0]!.name);
    const runs: (readonly Reading[])[] = [];
    const count = Math.min(settings.runs, measurement.mostRuns ?? settings.runs);
    for (let run = 0; run < count; run++) {
      settle();
      runs.push(await measurement.run(settings));
    }
    measurement.rows.forEach((plan, i) => {
      if (wanted(plan))
        rows.push(
          rowOf(
            plan,
            runs.map((readings) => readings[i]!),
          ),
        );
    });
  }
  return measurements
    .flatMap((measurement) => measurement.rows)
    .flatMap((plan) => {
      const row = rows.find(({ name }) => name === plan.name);
      const base = rows.find(({ name }) => name === plan.over);
      return row === undefined ? [] : [base === undefined ? row : withRatio(row, base)];
    });
}
