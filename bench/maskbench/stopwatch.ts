// The time that this thread needs for single calls, in microseconds. It is the wall time without the time that the thread waited for a core (run-delay.ts),
// or the CPU time of the process if that is less: each bounds the thread's own time from above. What reading the clocks takes is measured and subtracted.

import { createRunDelay } from "./run-delay.js";

/** From here on (in microseconds) a call may have been interrupted, and CPU time is not too coarse. */
const LONG = 50;

export interface Stopwatch {
  start(): void;
  /** Microseconds since `start`. */
  stop(): number;
  /** What an empty call takes, which `stop` leaves out. */
  readonly overhead: number;
}

export function createStopwatch(): Stopwatch {
  const runDelay = createRunDelay();
  let waited = 0;
  let cpu = process.cpuUsage();
  let began = 0;

  function start(): void {
    waited = runDelay();
    cpu = process.cpuUsage();
    began = performance.now();
  }
  function elapsed(): number {
    const us = 1000 * (performance.now() - began);
    if (us < LONG) return us;
    const { user, system } = process.cpuUsage(cpu);
    return Math.max(0, Math.min(us - (runDelay() - waited), user + system));
  }

  const empty = Float64Array.from({ length: 20_001 }, () => {
    start();
    return elapsed();
  }).sort();
  const overhead = empty[empty.length >> 1]!;
  return { start, stop: () => Math.max(0, elapsed() - overhead), overhead };
}
