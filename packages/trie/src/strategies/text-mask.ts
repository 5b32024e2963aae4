// Caches the allowed text tokens of states that have a lexer state as a part (`Factor`), and of the sketches that
// represent them. Equal large masks are shared. (How masks are computed: text-methods.ts.)

import type { Monitor, Question } from "@espalier/monitor";
import type { LocalStore } from "../lexer-states/local-store.js";
import { createMask, type Mask, maskBytes } from "../masks/mask.js";
import { createSharedMasks } from "../masks/shared-masks.js";
import { appendAll, createIdList, taken } from "../memory/id-list.js";
import { createMemo, MEMO_BYTES, type Memo, type MemoPool } from "../memory/memo.js";
import type { Trie } from "../tree/trie.js";
import type { Walker } from "../walks/walk.js";
import type { Certain, Made } from "./made.js";
import { appendReadable } from "./readable.js";
import { type Remembered, rememberedOf, type TextMasks } from "./remembered.js";
import { createTextMethods } from "./text-methods.js";

/** What is certain about a state, as a cache entry. */
export interface Sketched {
  readonly certain: Certain;
  /** How many masks it was used for; counted by its users. */
  uses: number;
  /** For its users: the entry that is valid for all states it represents. */
  remembered: Remembered | undefined;
}

/** Masks of states that may be sketches. */
export interface SketchMasks<State> extends TextMasks<State> {
  /** Returns the cache entry of a state. */
  known(state: State): Sketched | undefined;
  /** Computes and caches what is certain about its mask. */
  make(state: State): Sketched;
}

const NO_QUESTIONS: readonly Question[] = [];

/** A cache entry: the result, and what was derived from it later. */
interface Entry extends Sketched {
  readonly certain: Made;
  readonly asks: readonly Question[];
}

/**
 * Creates the functions that compute the allowed text tokens of a state.
 *
 * @param monitor must have a `factor`.
 * @param store caches what has been computed for the lexer states of the monitor.
 * @param pool the memory for the masks.
 * @param memoOf creates the cache of masks.
 */
export function createTextMasks<State>(
  trie: Trie,
  monitor: Monitor<State>,
  walker: Walker<State>,
  store: LocalStore,
  pool: MemoPool,
  memoOf: <Value>(pool: MemoPool) => Memo<State, Value> = createMemo,
): SketchMasks<State> {
  const masks = memoOf<Entry>(pool);
  const shared = createSharedMasks(pool);
  const madeFor = (state: State): Made => entryOf(state).certain;
  const methods = createTextMethods(trie, monitor, walker, store, pool, madeFor);

  function of(state: State): Remembered {
    const entry = entryOf(state);
    if (entry.remembered === undefined) {
      const { mask, unsure } = entry.certain;
      const text = unsure.length === 0 ? mask : decided(state, mask, unsure);
      entry.remembered = rememberedOf(text, entry.asks);
    }
    return entry.remembered;
  }

  function entryOf(state: State): Entry {
    const asks = monitor.asks?.(state) ?? NO_QUESTIONS;
    if (asks.length === 0) {
      const known = masks.get(state);
      if (known !== undefined) return known;
    }
    const made = methods.compute(state);
    const entry: Entry = { certain: made, asks, uses: 0, remembered: undefined };
    if (asks.length > 0) return entry;
    masks.set(state, entry, MEMO_BYTES + (made.remembered ? 0 : remember(made)));
    return entry;
  }

  /** Replaces a large mask by an existing equal one, if there is one. Returns how many bytes it adds. */
  function remember(made: Made): number {
    made.remembered = true;
    const { mask, bytes } = shared.share(made.mask, made.owned > 0);
    if (mask !== made.mask) {
      made.mask = mask;
      made.owned = 0;
    }
    return bytes + 16 * made.unsure.length;
  }

  /** Returns the mask with those of the unsure tokens that the state itself can read. */
  function decided(state: State, mask: Mask, unsure: Uint32Array): Mask {
    const ids = createIdList(mask.extra.length + unsure.length);
    appendAll(ids, mask.extra);
    appendReadable(trie, monitor, state, unsure, ids);
    return createMask(trie.size, mask.plane, taken(ids));
  }

  return {
    of,
    known: (state) => masks.get(state),
    make: entryOf,
    grown(state, bytes) {
      const entry = masks.get(state);
      if (entry !== undefined) masks.set(state, entry, MEMO_BYTES + maskBytes(entry.certain.mask) + bytes);
    },
    clear() {
      masks.clear();
      shared.clear();
    },
  };
}
