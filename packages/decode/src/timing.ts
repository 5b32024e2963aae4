// Where the time of a generation goes: in the model, in masks, or elsewhere.

import type { Fuel } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";

/** Milliseconds since some fixed moment. */
export type Clock = () => number;

/** How long a generation took, in milliseconds, and what it did. */
export interface Timings {
  /** From the first step to the last. */
  readonly totalMs: number;
  /** Waiting for logits, those of drafts too (`whileWaiting`). */
  readonly modelMs: number;
  /** In the monitor and its masks. */
  readonly maskMs: number;
  /** Waiting for answers with nothing else to do. */
  readonly answersMs: number;
  /** `maskMs / (maskMs + modelMs)`, in [0, 1]. */
  readonly maskShare: number;
  /** Tokens generated, forced ones included, by `totalMs`. */
  readonly tokensPerSecond: number;
  /** How many times the model was run. */
  readonly modelCalls: number;
  /** How many masks were asked for. */
  readonly masks: number;
  /** How many tokens were forced. */
  readonly forcedTokens: number;
  /** Tokens that the model read in vain while an answer was awaited. */
  readonly droppedTokens: number;
  /** How many times a text was taken back. */
  readonly rewinds: number;
}

/** What is counted along the way. */
export interface Meter {
  modelMs: number;
  maskMs: number;
  answersMs: number;
  modelCalls: number;
  masks: number;
  forcedTokens: number;
  droppedTokens: number;
  rewinds: number;
}

export function createMeter(): Meter {
  return {
    ...{ modelMs: 0, maskMs: 0, answersMs: 0, modelCalls: 0, masks: 0 },
    ...{ forcedTokens: 0, droppedTokens: 0, rewinds: 0 },
  };
}

export function readMeter(meter: Meter, totalMs: number, tokens: number): Timings {
  const busy = meter.maskMs + meter.modelMs;
  return {
    totalMs,
    ...meter,
    maskShare: busy === 0 ? 0 : meter.maskMs / busy,
    tokensPerSecond: totalMs === 0 ? 0 : (1000 * tokens) / totalMs,
  };
}

/** The best clock there is. */
export const defaultClock: Clock = (() => {
  const { performance } = globalThis as { readonly performance?: { now(): number } };
  return performance === undefined ? () => Date.now() : () => performance.now();
})();

/** The same masker, with its time and its masks counted; what it does uses `fuel`, if there is any. */
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
