// Reading the bytes of a token.

import type { Monitor } from "@espalier/monitor";

/** Returns the state after `bytes[from, to)`; `undefined` if they cannot be read. */
export type ReadBytes<State> = (state: State, bytes: Uint8Array, from: number, to: number) => State | undefined;

/** Reads the bytes one by one. */
export function readBySteps<State>(
  monitor: Monitor<State>,
  state: State,
  bytes: Uint8Array,
  from: number,
  to: number,
): State | undefined {
  let next: State | undefined = state;
  for (let at = from; at < to && next !== undefined; at++) next = monitor.step(next, bytes[at]!);
  return next;
}
