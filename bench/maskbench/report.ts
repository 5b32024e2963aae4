// A summary as text for people, and what the file says of each schema.

import type { Entry } from "./journal.js";
import { MODES, OURS } from "./protocol.js";
import { type MaskStatistics, statisticsOf } from "./statistics.js";
import type { EngineSummary, Summary } from "./summary.js";
import { verdictOf } from "./verdict.js";

/** What the file says of one schema and one engine. */
export function schemaReport({ answer, valid }: Entry): object {
  const { refusal, failure, passes, contradictions, grownBytes } = answer;
  const wrong = (passes[0]?.fates ?? []).flatMap((fate, instance) =>
    (fate === "accepted") === valid[instance] ? [] : [{ instance, valid: valid[instance], fate }],
  );
  const tbm = Object.fromEntries(passes.map(({ mode, times }) => [mode, statisticsOf([times])]));
  const ttfm = Object.fromEntries(passes.map((pass) => [pass.mode, Number(pass.ttfm.toPrecision(4))]));
  return {
    verdict: verdictOf(answer, valid),
    ...(refusal === undefined ? {} : { refusal }),
    ...(failure === undefined ? {} : { failure }),
    ...(wrong.length === 0 ? {} : { wrong }),
    ...(contradictions.length === 0 ? {} : { contradictions }),
    ...(grownBytes === undefined ? {} : { grownMegabytes: Math.round(grownBytes / 2 ** 20) }),
    ttfm,
    tbm,
  };
}

export function formatSummary(summary: Summary): string {
  const { peers, ...ours } = summary;
  const engines = [...(ours.schemas === 0 ? [] : [[OURS, ours] as const]), ...Object.entries(peers)];
  const rows: (readonly [string, (engine: EngineSummary) => string | number])[] = [
    ["schemas", (engine) => engine.schemas],
    [
      "passing",
      (engine) => `${engine.passing} (${((100 * engine.passing) / Math.max(1, engine.schemas)).toFixed(1)} %)`,
    ],
    ["… in declared order only", (engine) => engine.order],
    ["refused", (engine) => engine.refused],
    ["validation errors", (engine) => engine.validationErrors],
    ["invalidation errors", (engine) => engine.invalidationErrors],
    ["timeouts, memory, crashes", (engine) => `${engine.timeouts}, ${engine.memory}, ${engine.crashes}`],
    ["contradictions", (engine) => engine.contradictions],
    ["tokens", (engine) => engine.tokens],
    ...MODES.flatMap((mode) => times(`TBM ${mode}`, (engine) => engine.tbm[mode])),
    ...times("TTFM", (engine) => engine.ttfm),
    ...times("TTFM, engine anew", (engine) => engine.ttfmCold),
    ["peak memory, MiB", (engine) => engine.peakMegabytes ?? "?"],
    ["… by one schema, MiB", (engine) => engine.grownMegabytes ?? "?"],
    ["CPU share", (engine) => engine.cpuShare],
  ];
  const lines = table(
    ["µs of CPU", ...engines.map(([name, { version }]) => `${name} ${version}`)],
    [
      ...rows
        .map(([title, of]) => [title, ...engines.map(([, engine]) => String(of(engine)))])
        .filter(([, ...cells]) => cells.some((cell) => cell !== "")),
    ],
  );
  for (const [name, { longest }] of engines)
    for (const [mode, places] of Object.entries(longest))
      for (const { schema, instance, token, us } of places)
        lines.push(`${name}, ${mode}: ${short(us)} µs at token ${token} of instance ${instance} of ${schema}`);
  for (const [name, { refusedBy, refusedCodes }] of engines) {
    const by = listed(name === OURS ? refusedBy : refusedCodes);
    if (by !== "") lines.push(`${name} refuses by ${name === OURS ? "keyword" : "code"}: ${by}`);
  }
  for (const [name, { ratios }] of Object.entries(peers)) {
    if (ratios === undefined) continue;
    const { schemas, tbm, ttfm, averageWithin } = ratios;
    lines.push(`of ${name}, over ${schemas} schemas both take:`);
    for (const [title, ratio, within] of [
      ["TBM cold", tbm.cold, averageWithin.cold] as const,
      ["TBM warm", tbm.warm, averageWithin.warm] as const,
      ["TTFM", ttfm, averageWithin.ttfm] as const,
    ]) {
      if (ratio === null) continue;
      const interval = within === null ? "" : ` (95 %: ${within.join("–")})`;
      const parts = Object.entries(ratio).map(([key, value]) => `${key} ${value}×${key === "avg" ? interval : ""}`);
      lines.push(`    ${title.padEnd(9)} ${parts.join(" · ")}`);
    }
  }
  return lines.join("\n");
}

function times(
  title: string,
  of: (engine: EngineSummary) => MaskStatistics | null | undefined,
): (readonly [string, (engine: EngineSummary) => string | number])[] {
  const keys = ["avg", "p50", "p90", "p99", "p999", "max"] as const;
  return keys.map((key) => [`${title} ${key}`, (engine) => short(of(engine)?.[key])]);
}

function short(value: number | undefined): string {
  if (value === undefined) return "";
  return value >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .slice(0, 30)
    .map(([key, count]) => `${key} ${count}`)
    .join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
  return all.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  "),
  );
}
