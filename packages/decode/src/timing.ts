// Measures where the time of a generation goes: the model, the masks, or elsewhere.

import type { Fuel } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";

/** Returns milliseconds since some fixed moment. */
export type Clock = () => number;

/** The duration of a generation and its parts in milliseconds, and counts. */
export interface Timings {
  /** From the first step to the last. */
  readonly totalMs: number;
  /**
   * Waiting for logits, including those of drafts (`whileWaiting`). If an analysis answers in a later task of this thread during a step, the time of that task
   * counts here.
   */
  readonly modelMs: number;
  /** In the monitor and its masks. */
  readonly maskMs: number;
  /** Waiting for answers without other work, and answering in this thread. */
  readonly answersMs: number;
  /** `maskMs / (maskMs + modelMs)`, in [0, 1]. */
  readonly maskShare: number;
  /** Generated tokens, including forced ones, per second of `totalMs`. */
  readonly tokensPerSecond: number;
  /** The number of model runs. */
  readonly modelCalls: number;
  /** The number of masks. */
  readonly masks: number;
  /** The number of forced tokens. */
  readonly forcedTokens: number;
  /** Tokens of drafts that the text did not use. */
  readonly droppedTokens: number;
  /** How often text was taken back. */
  readonly rewinds: number;
}

/** The counters of a run. */
export interface Meter {
  modelMs: number;
  maskMs: number;
  answersMs: number;
  modelCalls: number;
  masks: number;
  forcedTokens: number;
  droppedTokens: number;
  rewinds: number;
  /** When the model's current step began, plus the time of answers that this thread has computed since. */
  stepSince: number | undefined;
}

/** The time until `now` that the parts have taken, including the model's current step. */
export function busyMs({ modelMs, maskMs, answersMs, stepSince }: Meter, now: number): number {
  return modelMs + maskMs + answersMs + (stepSince === undefined ? 0 : now - stepSince);
}

export function createMeter(): Meter {
  return {
    ...{ modelMs: 0, maskMs: 0, answersMs: 0, modelCalls: 0, masks: 0 },
    ...{ forcedTokens: 0, droppedTokens: 0, rewinds: 0, stepSince: undefined },
  };
}

export function readMeter({ stepSince: _, ...meter }: Meter, totalMs: number, tokens: number): Timings {
  const busy = meter.maskMs + meter.modelMs;
  return {
    totalMs,
    ...meter,
    maskShare: busy === 0 ? 0 : meter.maskMs / busy,
    tokensPerSecond: totalMs === 0 ? 0 : (1000 * tokens) / totalMs,
  };
}

/** The most precise clock available. */
export const defaultClock: Clock = (() => {
  const { performance } = globalThis as { readonly performance?: { now(): number } };
  return performance === undefined ? () => Date.now() : () => performance.now();
})();

/** Returns the masker with its time and masks counted. Its work is charged to `fuel`, if given. */
export function metered<State>(masker: Masker<State>, meter: Meter, clock: Clock, fuel?: Fuel): Masker<State> {
  const timed =
    <Arguments extends readonly unknown[], Result>(work: (...args: Arguments) => Result, masks: number) =>
    (...args: Arguments): Result => {
      const from = clock();
      try {
        return fuel === undefined ? work(...args) : fuel.run(() => work(...args));
      } finally {
        meter.maskMs += clock() - from;
        meter.masks += masks;
      }
    };
  return {
    trie: masker.trie,
    monitor: masker.monitor,
    mask: timed((state: State) => masker.mask(state), 1),
    maskWithin: timed((state: State, budget: number) => masker.maskWithin(state, budget), 1),
    allows: timed((state: State, id: number) => masker.allows(state, id), 0),
    push: timed((state: State, id: number) => masker.push(state, id), 0),
    tokenCost: timed((state: State) => masker.tokenCost(state), 0),
    finishesWithin: timed((state: State, tokens: number) => masker.finishesWithin(state, tokens), 0),
    nearer: timed((state: State) => masker.nearer(state), 0),
  };
}
