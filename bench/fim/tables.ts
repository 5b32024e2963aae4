// The figures as a person reads them: the published Tables I and II, for our run.

import type { Protocol } from "./cuts.js";
import { contingency, type Summary } from "./summary.js";
import type { Trial } from "./trial.js";

const ROWS = ["unconstrained yes", "unconstrained no, checked yes", "checked no", "total"];
const WAYS = {
  constrained: "constrained, with the budget in the mask",
  unbudgeted: "constrained, without the budget",
  attempts: "the published loop: 50 attempts, no masks",
} as const;

export function formatReport(protocol: Protocol, trials: readonly Trial[], summary: Summary): string {
  const { cuts, oneTimeAfterEdit: edited } = summary;
  const share = (count: number, of = cuts): string => (of === 0 ? "–" : `${((100 * count) / of).toFixed(3)} %`);
  const lines = [
    `${cuts} cuts, protocol ${protocol}`,
    `  truth accepted                ${summary.truthAccepted}  ${share(summary.truthAccepted)}`,
    `  tokens of it in the mask      ${summary.tokensInMask} of ${summary.tokens}  ${share(summary.tokensInMask, summary.tokens)}`,
  ];
  const free = trials.some(({ unconstrained }) => unconstrained !== undefined);
  if (free) {
    lines.push(
      `  unconstrained parsed          ${summary.unconstrained.parsed}  ${share(summary.unconstrained.parsed)}`,
      `  checked parsed                ${summary.checked.parsed}  ${share(summary.checked.parsed)}`,
    );
  }
  for (const way of ["constrained", "unbudgeted", "attempts"] as const) {
    const figures = summary[way];
    if (figures === null || !trials.some((trial) => trial[way] !== undefined)) continue;
    lines.push(
      `  ${WAYS[way]}`,
      `    connected                   ${figures.connected}  ${share(figures.connected)}`,
      `    parsed                      ${figures.parsed}  ${share(figures.parsed)}`,
    );
    if (free) lines.push(...table(trials, way).map((line) => `    ${line}`));
  }
  lines.push(
    `  least cost above the budget   ${summary.doesNotFit}  ${share(summary.doesNotFit)}`,
    `  connected, and not parsed     ${summary.unsound}`,
    `  CPython said nothing          ${summary.unknown}`,
    `  a token, µs, as the run goes  ${times(summary.perToken)}`,
    `    warm: states met before     ${times(summary.perTokenWarm)}`,
    `    again: masks made before    ${times(summary.perTokenAgain)}`,
    `    along the truth             ${times(summary.perTokenOfTruth)}`,
    ...summary.perTokenByLines.map(
      ({ lines: band, tokens, avg, warm }) =>
        `    ${band.padEnd(18)} lines  ${avg} on average of ${tokens}${warm === null ? "" : `, warm ${warm}`}`,
    ),
    `  once, ms                      ${times(summary.oneTime)}`,
    `    for 1,000 lines             ${perLines(summary.oneTimePer1000Lines, summary.oneTimePer1000LinesOfAll)}`,
    `    after an edit               ${times(edited)}`,
    `      for 1,000 lines           ${perLines(edited.per1000Lines, edited.per1000LinesOfAll)}`,
    `      far before the gap        ${times(edited.early)}`,
    `      far behind the gap        ${times(edited.late)}`,
    ...summary.oneTimeByLines.map(
      ({ lines: band, cuts: count, avgMs }) => `    ${band.padEnd(18)} lines  ${avgMs} ms on average of ${count}`,
    ),
    `  bytes for 10,000 lines        ${summary.bytesPer10000Lines ?? "–"}`,
  );
  return lines.join("\n");
}

function times({ avg, p50, p99 }: Summary["perToken"]): string {
  return avg === null ? "–" : `average ${avg}, p50 ${p50}, p99 ${p99}`;
}

const perLines = (median: number | null, ofAll: number | null): string =>
  median === null ? "–" : `median ${median}, all of the time over all of the lines ${ofAll}`;

function table(trials: readonly Trial[], way: "constrained" | "unbudgeted" | "attempts"): readonly string[] {
  const head = ["", "constr. yes", "constr. no", "total"];
  const rows = contingency(trials, way).map((row, at) => [ROWS[at]!, ...row.map(String)]);
  return [head, ...rows].map(([name, ...cells]) =>
    [name!.padEnd(30), ...cells.map((cell) => cell.padStart(11))].join(" "),
  );
}
