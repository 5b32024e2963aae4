// The greatest and the least language of bytes: the neutral elements of product and union.

import type { Monitor } from "./monitor.js";

const oneClass = { classOf: new Uint8Array(256), classCount: 1, generation: 0 } as const;

/** Every text of bytes, without control symbols: the neutral element of `product` for text monitors. */
export const top: Monitor<number> = {
  start: 0,
  step: (state, symbol) => (symbol < 256 ? state : undefined),
  accepts: () => true,
  trim: true,
  table: oneClass,
  cost: () => 0,
};

/**
 * No text at all: the neutral element of `union`. Nothing can follow its start, so it has no dead ends and counts as
 * trim. The cost of its start is infinite.
 */
export const bottom: Monitor<number> = {
  start: 0,
  step: () => undefined,
  accepts: () => false,
  trim: true,
  prefixFree: true,
  table: oneClass,
  cost: () => Number.POSITIVE_INFINITY,
};
