// Going along a text token by token as a decoder does, mask, commit, mask, commit; each mask must allow the token that
// follows and the text must be accepted at its end, for a wrong mask's time is worth nothing.

import type { Language, LanguageState } from "@espalier/syntax";
import type { Masker } from "@espalier/trie";
import { timed } from "./clock.js";

export type { Language };

/** What one walk took, in microseconds: an entry a token. */
export interface Walk {
  readonly masks: number[];
  readonly commits: number[];
  /** Whether the state had been met before, by this set. */
  readonly known: boolean[];
}

export function emptyWalk(): Walk {
  return { masks: [], commits: [], known: [] };
}

/**
 * Goes along `ids` from the start, adding to `walk`; `met` gathers the states.
 *
 * @throws Error when a mask refuses the text's own token, or the text is not accepted at its end.
 */
export function walkAlong(
  masker: Masker<LanguageState>,
  ids: readonly number[],
  walk: Walk,
  met: Set<LanguageState>,
): void {
  let state = masker.monitor.start;
  for (const [i, id] of ids.entries()) {
    const mask = timed(() => masker.mask(state).mask);
    const commit = timed(() => masker.push(state, id));
    walk.masks.push(mask.us);
    walk.commits.push(commit.us);
    walk.known.push(met.has(state));
    met.add(state);
    if (!mask.result.has(id) || commit.result === undefined) throw new Error(`token ${i} (${id}) is refused`);
    state = commit.result;
  }
  const { ends } = masker.trie.vocabulary;
  const last = masker.mask(state).mask;
  if (!masker.monitor.accepts(state) || !ends.every((end) => last.has(end)))
    throw new Error("the text's end is refused");
}

/** The state after `text`. @throws Error when the language refuses it. */
export function stateAfter(language: Language, text: string): LanguageState {
  let state = language.start;
  for (const byte of Buffer.from(text)) {
    const next = language.step(state, byte);
    if (next === undefined) throw new Error(`the language refuses ${text}`);
    state = next;
  }
  return state;
}
