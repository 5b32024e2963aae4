// Clocks of `bench:waiting`: the wall's, with a thread that waits as a model's would be at work, and one whose time passes only where something waits for it.

import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** The time, and what waits for it to pass. All times are milliseconds. */
export interface StepClock {
  now(): number;
  later(milliseconds: number): Promise<void>;
  /** Runs what happens outside of this clock. The clock of a machine goes on; a virtual one stands still until the end, then what `took` says passes. */
  outside<Value>(work: () => Promise<Value>, took: () => number): Promise<Value>;
}

/** A clock whose time passes when all that is at work waits for it. */
export function virtualClock(): StepClock {
  const waiting: { readonly at: number; readonly resolve: () => void }[] = [];
  let time = 0;
  let isOutside: Promise<unknown> | undefined;
  const pass = async (): Promise<void> => {
    while (waiting.length > 0) {
      for (let tasks = 0; tasks < 20; tasks++) await setImmediate();
      for (; isOutside !== undefined; await setImmediate()) await isOutside;
      waiting.sort((one, other) => one.at - other.at);
      const { at, resolve } = waiting.shift()!;
      time = at;
      resolve();
      for (let tasks = 0; tasks < 20; tasks++) await setImmediate();
    }
    isPassing = false;
  };
  let isPassing = false;
  const later = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ at: time + milliseconds, resolve });
      if (!isPassing) void pass();
      isPassing = true;
    });
  return {
    now: () => time,
    later,
    async outside(work, took) {
      const working = work();
      const settled = working.then(
        () => {},
        () => {},
      );
      isOutside = settled;
      await settled;
      if (isOutside === settled) isOutside = undefined;
      await later(took());
      return working;
    },
  };
}

/** Another thread that waits, as a model's would be at work: a timer of this one would count whole milliseconds only. */
export function otherThread(): StepClock {
  const source = `const { parentPort } = require("node:worker_threads");
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    parentPort.on("message", (milliseconds) => { Atomics.wait(nothing, 0, 0, milliseconds); parentPort.postMessage(0); });`;
  const worker = new Worker(source, { eval: true });
  let arrived = (): void => {};
  worker.on("message", () => arrived());
  worker.unref();
  return {
    now: () => performance.now(),
    later: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        arrived = resolve;
        worker.ref();
        worker.postMessage(milliseconds);
      }).finally(() => worker.unref()),
    outside: (work) => work(),
  };
}
