// Times of single calls in microseconds, as in ../clock.ts: wall time, and where that is long the lesser of wall and process
// CPU time, since either bounds the thread's own time from above. What reading the clock takes is measured and subtracted.

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
  let cpu = process.cpuUsage();
  let began = 0;

  function start(): void {
    cpu = process.cpuUsage();
    began = performance.now();
  }
  function elapsed(): number {
    const us = 1000 * (performance.now() - began);
    if (us < LONG) return us;
    const { user, system } = process.cpuUsage(cpu);
    return Math.min(us, user + system);
  }

  const empty = Float64Array.from({ length: 20_001 }, () => {
    start();
    return elapsed();
  }).sort();
  const overhead = empty[empty.length >> 1]!;
  return { start, stop: () => Math.max(0, elapsed() - overhead), overhead };
}
