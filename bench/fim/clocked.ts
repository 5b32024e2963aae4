// A masker whose time is taken token by token: everything that is asked of it between two tokens counts for the later one. Calls
// that take long are timed by the lesser of wall and CPU time (clock.ts), so that what else runs on the machine counts little.

import type { Masker } from "@espalier/trie";
import { timed as timedCall } from "../clock.js";

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
      const { result, us } = timedCall(() => work(...args));
      spent += us;
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
      microseconds.push(spent);
      spent = 0;
    },
    microseconds,
  };
}
