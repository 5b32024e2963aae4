// A masker whose time is taken token by token: everything that is asked of it between two tokens counts for the later one.

import type { Masker } from "@espalier/trie";

export interface Clocked {
  readonly masker: Masker<number>;
  /** Ends a token: the microseconds since the last one ended. */
  lap(): void;
  /** By token. */
  readonly microseconds: number[];
}

export function clocked(masker: Masker<number>): Clocked {
  let spent = 0;
  const microseconds: number[] = [];
  const timed =
    <Arguments extends readonly unknown[], Result>(work: (...args: Arguments) => Result) =>
    (...args: Arguments): Result => {
      const from = performance.now();
      const result = work(...args);
      spent += performance.now() - from;
      return result;
    };
  return {
    masker: {
      trie: masker.trie,
      monitor: masker.monitor,
      mask: timed(masker.mask),
      maskWithin: timed(masker.maskWithin),
      allows: timed(masker.allows),
      push: timed(masker.push),
      tokenCost: timed(masker.tokenCost),
      finishesWithin: timed(masker.finishesWithin),
      nearer: timed(masker.nearer),
    },
    lap() {
      microseconds.push(1000 * spent);
      spent = 0;
    },
    microseconds,
  };
}
