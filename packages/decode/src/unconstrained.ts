// The monitor that allows every text, so that unconstrained generation uses the same loop. Control tokens other than
// the ends of the vocabulary are excluded.

import type { Monitor } from "@espalier/monitor";

export const everything: Monitor<number> = {
  start: 0,
  step: (_, symbol) => (symbol < 256 ? 0 : undefined),
  accepts: () => true,
  trim: true,
  cost: () => 0,
  table: { classOf: new Uint8Array(256), classCount: 1, generation: 0 },
};

/** Letters are tried first, because they are allowed most often where little is. */
const FIRST_TRIED = 0x61;

/**
 * Returns whether any symbol can follow. In a trim monitor (one without dead ends), a state that does not accept always
 * has a next symbol, so no step is needed; nor where the monitor is quiet. Otherwise it takes at most 256 steps; with a `table`, one step for each byte
 * class.
 */
export function canContinue<State>(monitor: Monitor<State>, state: State): boolean {
  if (monitor.trim === true && !monitor.accepts(state)) return true;
  if (monitor.quiet?.(state)?.includes(1) === true) return true;
  const classOf = monitor.table?.classOf;
  const tried = new Uint8Array(256);
  for (let n = 0; n < 256; n++) {
    const byte = (FIRST_TRIED + n) % 256;
    const of = classOf?.[byte] ?? byte;
    if (tried[of] === 1) continue;
    tried[of] = 1;
    if (monitor.step(state, byte) !== undefined) return true;
  }
  return (monitor.controls ?? []).some((_, k) => monitor.step(state, 256 + k) !== undefined);
}
