// How long the calling thread was ready to run and waited for a core, where Linux tells. V8 compiles and collects garbage in threads of its own. On a
// machine with few cores, they take the core from the thread that is measured.

import { openSync, readSync } from "node:fs";

/** The second number of `schedstat` is in nanoseconds (proc(5); Documentation/scheduler/sched-stats of Linux). */
export const microsecondsOf = (schedstat: string): number => Number(schedstat.split(" ")[1]) / 1000;

/** Returns the microseconds that this thread has waited so far. A reading takes about 3 µs. It is always 0 where the system does not tell. */
export function createRunDelay(): () => number {
  let file: number;
  try {
    file = openSync("/proc/thread-self/schedstat", "r");
  } catch {
    return () => 0;
  }
  const buffer = Buffer.alloc(96);
  return () => microsecondsOf(buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, 0)));
}
