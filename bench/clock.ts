// How time is taken. CPU time is that of the whole process, so the collector's and the compiler's threads count. One call is
// timed by the wall clock, and when it took long, by CPU time as well: each bounds the thread's own time from above (another
// process may have had the core; another thread of ours may have run beside), so the lesser is taken.

import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** From here on (in microseconds) a call may have been interrupted, and CPU time is not too coarse. */
const LONG = 50;

export interface Timed<Result> {
  readonly result: Result;
  readonly us: number;
}

/** One call: see the head of this file. The clocks cost about 0.1 µs. */
export function timed<Result>(work: () => Result): Timed<Result> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = work();
  const us = 1000 * (performance.now() - start);
  return { result, us: us < LONG ? us : Math.min(us, cpuSince(cpu)) };
}

/** The same for work that gives a promise. */
export async function timedAsync<Result>(work: () => Promise<Result>): Promise<Timed<Result>> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const us = 1000 * (performance.now() - start);
  return { result, us: us < LONG ? us : Math.min(us, cpuSince(cpu)) };
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** CPU time of one call in milliseconds. */
export function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return cpuSince(start) / 1000;
}

/** `count` samples of the microseconds per call, over `batch` calls each. */
export function batches(count: number, batch: number, work: (index: number) => void): number[] {
  return Array.from({ length: count }, () => {
    const { us } = timed(() => {
      for (let i = 0; i < batch; i++) work(i);
    });
    return us / batch;
  });
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Collects garbage, so that a measurement does not pay for the one before. */
export function settle(): void {
  collect();
}

/**
 * Bytes that the process holds after full collections: the heap and what lies outside it. Outside is freed beside the running
 * code, so it is read until nothing more goes.
 */
export async function heldBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let unchanged = 0; unchanged < 3; ) {
    collect();
    await setTimeout(10);
    const { heapUsed, external } = process.memoryUsage();
    unchanged = heapUsed + external < least - 4096 ? 0 : unchanged + 1;
    least = Math.min(least, heapUsed + external);
  }
  return least;
}
