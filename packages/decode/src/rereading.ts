// Reading a text again from its start, where the monitor no longer knows its state, or has no room left for what other texts made.
//
// Monitors keep what texts make for a while only (StaleStateError in @espalier/monitor). The tokens are the text, and a state is
// what a monitor remembers of them, so a decoder never loses its place: it pushes its tokens once more.

import { isForgotten } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import { type Moment, momentsTo } from "./moment.js";
import type { Random } from "./random.js";

/**
 * The moment with the states that its tokens lead to now. Costs a step for each byte of the text.
 *
 * @throws `error` itself when it is another kind of error, or when the text cannot be read again: it began at a state that was
 * given, which is gone, or the monitor was given answers on the way.
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
 * What `work` makes of `moment`, with the moment itself. Where the monitor has forgotten the moment, the text is read again and `work` is tried
 * once more.
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

/** A generator that gives the same numbers again after `rewind`, so that work which is repeated draws what it drew before. */
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
