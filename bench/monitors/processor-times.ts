// How long a process's threads were at work, and how long they waited for a processor that others held. Linux only.

import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds that each thread was at work, and waited although it could have been, by its number. */
export type ThreadTimes = ReadonlyMap<string, { readonly used: number; readonly waited: number }>;

/** The times of the threads of some processes; those of processes that have ended are missing. Empty where the system does not tell. */
export function threadTimes(processes: readonly number[]): ThreadTimes {
  const times = new Map<string, { readonly used: number; readonly waited: number }>();
  for (const pid of processes) {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const [used, waited] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
        times.set(thread, { used: Number(used) / 1e6, waited: Number(waited) / 1e6 });
      }
    } catch {
      // Another system, or the process or the thread has just ended.
    }
  }
  return times;
}

/** The processes that a process has started, and those that these have started. */
export function descendants(pid: number): readonly number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

/** How long the thread that was at work for the longest was at work between two times: what its process needs on an idle machine. */
export function longestWork(before: ThreadTimes, after: ThreadTimes): number {
  return Math.max(0, ...[...after].map(([thread, { used }]) => used - (before.get(thread)?.used ?? 0)));
}

/** How long all threads waited for a processor between two times. */
export function waitedFor(before: ThreadTimes, after: ThreadTimes): number {
  return [...after].reduce((sum, [thread, { waited }]) => sum + waited - (before.get(thread)?.waited ?? 0), 0);
}
