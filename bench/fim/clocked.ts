// A masker whose time is taken token by token: everything that is asked of it between two tokens counts for the later one. What was asked is
// kept, so that another masker can be asked the same, token by token, and nothing else is in the figures. Calls that take long are timed
// by the lesser of wall and CPU time (clock.ts), so that what else runs on the machine counts little.

import type { Masker } from "@espalier/trie";
import { timed as timedCall } from "../clock.js";

/** Something asked of a masker. */
export type Call = (masker: Masker<number>) => unknown;

export interface Clocked {
  readonly masker: Masker<number>;
  /** Ends a token: the microseconds since the last one ended. */
  lap(): void;
  /** By token. */
  readonly microseconds: number[];
  /** What was asked, by token. */
  readonly calls: (readonly Call[])[];
}

export function clocked(masker: Masker<number>): Clocked {
  let spent = 0;
  let asked: Call[] = [];
  const microseconds: number[] = [];
  const calls: (readonly Call[])[] = [];
  function ask<Result>(call: (masker: Masker<number>) => Result): Result {
    const { result, us } = timedCall(() => call(masker));
    spent += us;
    asked.push(call);
    return result;
  }
  return {
    masker: {
      trie: masker.trie,
      monitor: masker.monitor,
      mask: (state) => ask((its) => its.mask(state)),
      maskWithin: (state, budget) => ask((its) => its.maskWithin(state, budget)),
      allows: (state, id) => ask((its) => its.allows(state, id)),
      push: (state, id) => ask((its) => its.push(state, id)),
      tokenCost: (state) => ask((its) => its.tokenCost(state)),
      finishesWithin: (state, tokens) => ask((its) => its.finishesWithin(state, tokens)),
      nearer: (state) => ask((its) => its.nearer(state)),
    },
    lap() {
      microseconds.push(spent);
      calls.push(asked);
      spent = 0;
      asked = [];
    },
    microseconds,
    calls,
  };
}

/** The same once more: the microseconds of each token. */
export function replayed(calls: readonly (readonly Call[])[], masker: Masker<number>): readonly number[] {
  return calls.map((token) => token.reduce((spent, call) => spent + timedCall(() => call(masker)).us, 0));
}
