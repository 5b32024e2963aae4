// The cached text tokens of each state of a masker.

import type { Question } from "@espalier/monitor";
import type { Mask } from "../masks/mask.js";
import type { Masked } from "../masks/masked.js";
import type { Refusal } from "./refused-words.js";

/** What is cached for a state. */
export interface Remembered {
  /** The allowed text tokens. */
  readonly text: Mask;
  readonly asks: readonly Question[];
  /** The mask including control tokens; computed on demand. */
  masked: Masked | undefined;
  /** The last result of an intersection for the state. */
  beside: Beside | undefined;
}

/** What an intersection knows about a state of one part and a refusal of another part. */
export interface Beside {
  readonly refusal: Refusal;
  readonly left: Left;
  /** Whether the text may end in the state, according to its own part. */
  readonly mayEnd: boolean;
}

/** What remains of a mask after a refusal. */
export interface Left {
  /** `undefined` once it was dropped. */
  remembered: Remembered | undefined;
}

export interface TextMasks<State> {
  /** Returns the entry of a state. With open questions, it is a separate value and not cached. */
  of(state: State): Remembered;
  /** Adds `bytes` to the size of a state's entry. */
  grown(state: State, bytes: number): void;
  clear(): void;
}

export const rememberedOf = (text: Mask, asks: readonly Question[]): Remembered => ({
  text,
  asks,
  masked: undefined,
  beside: undefined,
});
