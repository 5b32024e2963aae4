// The alternatives at a moment: the token chosen among those not tried yet, and whether there is one.

import { forcedBytes, type Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";
import { chooseToken, type Place } from "./choose.js";
import { type Moment, momentAfter } from "./moment.js";
import type { Sampling } from "./sampling.js";

export const NOTHING_FORBIDDEN: ReadonlySet<TokenId> = new Set();

/** Returns the moment after the chosen token. Skips tokens that lead to states known to be dead. */
export function nextMoment<State>(
  place: Omit<Place<State>, "state" | "forbidden">,
  here: Moment<State>,
  sampling: Sampling,
  random: { next(): number },
  dead: ReadonlySet<State>,
  forbidden: Map<number, Set<TokenId>>,
): Moment<State> | undefined {
  const { masker } = place;
  for (;;) {
    const tried = forbidden.get(here.length) ?? NOTHING_FORBIDDEN;
    const id = chooseToken({ ...place, state: here.state, forbidden: tried }, sampling, random);
    if (id === undefined) return undefined;
    // If the text may end, an end token ends it, even if the monitor could read it otherwise.
    if (masker.trie.vocabulary.ends.includes(id) && masker.monitor.accepts(here.state)) {
      return { ...here, before: here, id, ended: true };
    }
    const after = momentAfter(masker, here, id);
    if (after !== undefined && !dead.has(after.state)) return after;
    forbidden.set(here.length, new Set(tried).add(id));
  }
}

/**
 * Returns whether a token that has not been tried may follow `moment`. If a tried token consists of forced bytes (bytes
 * that every completion begins with), all other tokens lead to the same text, so they do not count.
 */
export function hasAnotherWay<State>(
  masker: Masker<State>,
  { state }: Moment<State>,
  tried: ReadonlySet<TokenId>,
): boolean {
  const { mask } = masker.mask(state);
  let left = mask.count;
  for (const id of tried) {
    if (mask.has(id)) left--;
    const length = masker.trie.vocabulary.bytes(id)?.length ?? 0;
    if (length > 0 && forcedBytes(masker.monitor, state, length).length === length) return false;
  }
  return left > 0;
}
