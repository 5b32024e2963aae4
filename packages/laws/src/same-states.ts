// Decides when a law treats two states as equal.

import type { Monitor } from "@espalier/monitor";

/** Returns whether two results agree: values by `===`, objects by what can be observed of them. */
export function sameStates<State>(monitor: Monitor<State>, a: State | undefined, b: State | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (a === undefined || b === undefined || typeof a !== "object" || typeof b !== "object") return false;
  if (monitor.accepts(a) !== monitor.accepts(b)) return false;
  for (let symbol = 0; symbol < 256; symbol++) {
    if ((monitor.step(a, symbol) === undefined) !== (monitor.step(b, symbol) === undefined)) return false;
  }
  return true;
}
