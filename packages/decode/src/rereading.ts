// Reads a text again from its start if the monitor has dropped the state of the text, or if other texts have filled the
// monitor's tables.
//
// Monitors store what texts create only for a limited time (StaleStateError in @espalier/monitor). The tokens determine
// the state, so a decoder can always get a current state: it pushes its tokens again.

import { isForgotten } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import { type Moment, momentsTo } from "./moment.js";
import type { Random } from "./random.js";

/**
 * Returns `moment` (a point in the history of a text) with the states to which its tokens lead now. Costs a step for
 * each byte of the text.
 *
 * @param error what a method of the monitor threw. It is thrown again unless it says that the monitor has dropped a
 * state or that its tables are full. It is also thrown again if the text cannot be read again: the monitor may ask
 * questions, or the text began at a state that the monitor has dropped.
 */
function reread<State>(masker: Masker<State>, moment: Moment<State>, error: unknown): Moment<State> {
  if (!isForgotten(error) || masker.monitor.asks !== undefined) throw error;
  const [root, ...others] = momentsTo(moment);
  let at = root!;
  for (const each of others) {
    const state = each.ended ? at.state : masker.push(at.state, each.id);
    if (state === undefined) throw error;
    at = { ...each, before: at, state };
  }
  return at;
}

/**
 * Calls `work` with `moment`, a point in the history of a text, and returns the result with the point. If the monitor
 * has dropped the state at that point, reads the text again from its start and calls `work` once more with the new
 * state.
 */
export function steadily<State, Result>(
  masker: Masker<State>,
  moment: Moment<State>,
  work: (moment: Moment<State>) => Result,
): { readonly moment: Moment<State>; readonly result: Result } {
  try {
    return { moment, result: work(moment) };
  } catch (error) {
    const again = reread(masker, moment, error);
    return { moment: again, result: work(again) };
  }
}

/** Returns a generator that repeats its numbers after `rewind`, so that repeated work draws the same numbers. */
export function taped(random: Random): Random & { rewind(): void } {
  const drawn: number[] = [];
  let at = 0;
  return {
    next() {
      if (at === drawn.length) drawn.push(random.next());
      return drawn[at++]!;
    },
    rewind() {
      at = 0;
    },
  };
}
