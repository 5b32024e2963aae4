// Computes the allowed text tokens in a state by a walk over all tokens, cached by state. For monitors without further
// capabilities.

import type { Monitor, Question } from "@espalier/monitor";
import { maskBytes } from "../masks/mask.js";
import { createSharedMasks } from "../masks/shared-masks.js";
import { createIdList } from "../memory/id-list.js";
import { createMemo, MEMO_BYTES, type MemoPool } from "../memory/memo.js";
import type { Trie } from "../tree/trie.js";
import type { Walker } from "../walks/walk.js";
import { maskOfReached } from "./reached-masks.js";
import { type Remembered, rememberedOf, type TextMasks } from "./remembered.js";

const NO_QUESTIONS: readonly Question[] = [];

/** @param pool the memory for cached masks. */
export function createPlainTextMasks<State>(
  trie: Trie,
  monitor: Monitor<State>,
  walker: Walker<State>,
  pool: MemoPool,
): TextMasks<State> {
  const masks = createMemo<State, Remembered>(pool);
  const shared = createSharedMasks(pool);
  const none = createIdList(1);

  return {
    of(state) {
      const asks = monitor.asks?.(state) ?? NO_QUESTIONS;
      const known = asks.length === 0 ? masks.get(state) : undefined;
      if (known !== undefined) return known;
      const made = maskOfReached(trie, walker.collect(trie, state, none));
      if (asks.length > 0) return rememberedOf(made, asks);
      const { mask, bytes } = shared.share(made, made.plane !== undefined);
      const remembered = rememberedOf(mask, asks);
      masks.set(state, remembered, MEMO_BYTES + bytes);
      return remembered;
    },
    grown(state, bytes) {
      const remembered = masks.get(state);
      if (remembered !== undefined) masks.set(state, remembered, MEMO_BYTES + maskBytes(remembered.text) + bytes);
    },
    clear() {
      masks.clear();
      shared.clear();
    },
  };
}
