// Rows as text for people: one line each, numbers right under numbers.

import type { Row } from "./row.js";

const UNITS = { ns: "ns", us: "µs", ms: "ms", bytes: "B", x: "×" };

function short(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)}M`;
  if (value >= 1000) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** What the runs gave where a limit does not hold: one bad run, or all? */
function failing({ limits, runs, ...row }: Row): readonly string[] {
  const keys = (["p50", "p99", "max"] as const).filter((key) => row[key] > (limits?.[key] ?? Number.POSITIVE_INFINITY));
  return keys.map((key) => `${key} of each run: ${runs.map((run) => short(run[key])).join(", ")}`);
}

/** The rows as a table; a second line under a row holds its ratio and notes. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const limits = Object.entries(row.limits ?? {}).map(([key, limit]) => `${key} ≤ ${limit}`);
    const verdict = row.pass === null ? "" : row.pass ? "holds" : "FAILS";
    const ratio = row.ratio === undefined ? "" : `${short(row.ratio.p50)}×`;
    return [
      row.name,
      UNITS[row.unit],
      short(row.p50),
      short(row.p90),
      short(row.p99),
      short(row.max),
      String(row.n),
      ratio,
    ].concat(limits.join(", "), verdict);
  });
  const head = ["", "unit", "p50", "p90", "p99", "max", "n", "ratio", "target", ""];
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((cell) => cell[i]!.length)));
  const left = new Set([0, 1, 8, 9]);
  const line = (cell: readonly string[]): string =>
    cell
      .map((text, i) => (left.has(i) ? text.padEnd(widths[i]!) : text.padStart(widths[i]!)))
      .join("  ")
      .trimEnd();
  const lines = [line(head)];
  rows.forEach((row, i) => {
    lines.push(line(cells[i]!));
    const details = [
      ...(row.ratio === undefined || row.ratio.over.startsWith("full walk")
        ? []
        : [
            `of ${row.ratio.over}: avg ${row.ratio.avg}×, p50 ${row.ratio.p50}×, p90 ${row.ratio.p90}×, p99 ${row.ratio.p99}×`,
          ]),
      ...failing(row),
      ...Object.entries(row.notes).map(([key, value]) => `${key} ${value}`),
    ];
    if (details.length > 0) lines.push(`    ${details.join(" · ")}`);
  });
  const failed = rows.filter(({ pass }) => pass === false).length;
  const judged = rows.filter(({ pass }) => pass !== null).length;
  lines.push(
    "",
    `${judged - failed} of ${judged} targets hold. Ratios are of medians: to the peer where one is named below the row, else to a full walk of the vocabulary.`,
  );
  return lines.join("\n");
}
