// Forced bytes: the bytes with which every completion must begin. A byte is forced if it is the only symbol that may
// follow: the text may not end here, and all other bytes and all control symbols are rejected. (Also called
// fast-forward or jump-forward text.)

import { anything, integer, signature } from "@espalier/arguments";
import { FIRST_CONTROL, type Monitor, monitorKind } from "@espalier/monitor";

const checkForcedBytes = signature("forcedBytes", {
  monitor: monitorKind,
  state: anything,
  limit: integer({ min: 0 }),
});

/**
 * Returns the bytes with which every completion of `state` begins, at most `limit` of them. If fewer are returned,
 * these are all.
 *
 * Cost: up to 256 steps for each byte; if the monitor has a table or classes, one step for each class. No step where
 * the monitor is quiet.
 *
 * @throws RangeError if `limit` is not a non-negative integer.
 */
export function forcedBytes<State>(monitor: Monitor<State>, state: State, limit: number): Uint8Array {
  checkForcedBytes(monitor, state, limit);
  const classOf = (monitor.table ?? monitor.classes)?.classOf;
  const bytes: number[] = [];
  let at = state;
  while (bytes.length < limit) {
    // Two bytes can follow most states. The search for them is often cheaper than `accepts`, which may read the text after a gap.
    const only = onlyStep(monitor, at, classOf);
    if (only === undefined || monitor.accepts(at)) break;
    bytes.push(only.byte);
    at = only.state;
  }
  return Uint8Array.from(bytes);
}

/**
 * All bytes in the order in which they are tried: letters, other printable characters, the rest. If two can follow,
 * nothing is forced, so what is likely comes first.
 */
const TRIED = Uint8Array.from({ length: 256 }, (_, n) => (n < 95 ? 0x20 + ((n + 0x41) % 95) : n < 127 ? n - 95 : n));

function onlyStep<State>(
  monitor: Monitor<State>,
  state: State,
  classOf: Uint8Array | undefined,
): { readonly byte: number; readonly state: State } | undefined {
  const quiet = monitor.quiet?.(state);
  // Two bytes that can certainly be read.
  if (quiet !== undefined && quiet.indexOf(1) !== quiet.lastIndexOf(1)) return undefined;
  const controls = monitor.controls?.length ?? 0;
  for (let k = 0; k < controls; k++) if (monitor.step(state, FIRST_CONTROL + k) !== undefined) return undefined;
  let only: { readonly byte: number; readonly state: State } | undefined;
  const asked = new Uint8Array(256); // by class: 1 dead
  for (const byte of TRIED) {
    if (classOf !== undefined && asked[classOf[byte]!] === 1) continue;
    const next = monitor.step(state, byte);
    if (next === undefined) {
      if (classOf !== undefined) asked[classOf[byte]!] = 1;
      continue;
    }
    if (only !== undefined) return undefined;
    only = { byte, state: next };
  }
  return only;
}
