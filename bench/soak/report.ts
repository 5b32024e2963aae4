// What a soak found, for people.

import type { Percentiles } from "./histogram.js";
import type { MemoryAt, Outcome } from "./outcome.js";

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

const times = (name: string, { masks, p50, p99, p999, longest }: Percentiles): string =>
  `${name}: ${masks} masks, p50 ${p50} µs, p99 ${p99} µs, p99.9 ${p999} µs, longest ${longest} µs`;

/** Memory at one moment of the run, in one line. */
export function formatMemory({ progress, inUse, left, sample, resident, peak }: MemoryAt): string {
  const used = `in use ${inUse.heap} + ${inUse.external}; all dropped ${left.heap} + ${left.external}`;
  return `MiB at ${100 * progress} %: ${used}; of the sample ${sample.heap} + ${sample.external}; resident ${resident}, peak ${peak}`;
}

export function formatOutcome(outcome: Outcome): string {
  const { tokens, generations, abandoned, languages, compiles, refused, workers, memory, masks, failed } = outcome;
  const different = Object.values(languages).reduce((sum, count) => sum + count, 0);
  const [, early, late] = memory.map(({ inUse, left, sample }) =>
    [inUse, left, sample].map(({ heap, external }) => heap + external),
  );
  const ratio = (at: number): string => (late === undefined ? "?" : (late[at]! / early![at]!).toFixed(3));
  const lines = [
    `${tokens} tokens of ${generations} texts (${abandoned} abandoned) in ${outcome.seconds} s, seed ${outcome.plan.seed}`,
    `${different} languages, compiled ${compiles} times: ${listed(languages)}`,
    `refused when compiled: ${listed(refused)}`,
    `worker threads: ${workers.exited}, ${workers.tokens} tokens`,
    ...memory.map(formatMemory),
    `90 % against 30 %: in use ${ratio(0)}, all dropped ${ratio(1)}, of the sample ${ratio(2)}`,
    times("first tenth", masks.first),
    times("last tenth", masks.last),
    `p99.9, last tenth against first: ${(masks.last.p999 / masks.first.p999).toFixed(2)}`,
    ...memory.map(({ progress, sampleMasks }) => times(`the sample at ${100 * progress} %`, sampleMasks)),
    `p99.9 of the sample, 90 % against 10 %: ${memory.length < 3 ? "?" : (memory[2]!.sampleMasks.p999 / memory[0]!.sampleMasks.p999).toFixed(2)}`,
    ...outcome.longest.map(
      ({ us, kind, after, budget, repeat }) =>
        `longest masks: ${us.toFixed(0)} µs, ${kind}${budget === undefined ? "" : `, ${budget} tokens left`}, after …${after}\n  ${repeat}`,
    ),
    `errors: ${failed}`,
  ];
  return `${lines.join("\n")}\n`;
}
