// Adds control tokens to masks of text tokens that several maskers share. Each masker adds its own control tokens,
// because they depend on where the texts of its monitor may end.

import { createMemo, type MemoPool } from "../memory/memo.js";
import { type Remembered, rememberedOf, type TextMasks } from "./remembered.js";

/** The bytes of an entry without a mask of its own. */
const ENTRY_BYTES = 128;

/** @param pool the memory for the entries. */
export function createOwnMasks<State>(shared: TextMasks<State>, pool: MemoPool): TextMasks<State> {
  const own = createMemo<State, Remembered>(pool);
  return {
    of(state) {
      const known = own.get(state);
      if (known !== undefined) return known;
      const { text, asks } = shared.of(state);
      const remembered = rememberedOf(text, asks);
      if (asks.length === 0) own.set(state, remembered, ENTRY_BYTES);
      return remembered;
    },
    grown(state, bytes) {
      const remembered = own.get(state);
      if (remembered !== undefined) own.set(state, remembered, ENTRY_BYTES + bytes);
    },
    clear() {
      shared.clear();
      own.clear();
    },
  };
}
