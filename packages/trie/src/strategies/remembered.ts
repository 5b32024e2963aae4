// The text tokens allowed in each state, as a masker remembers them.

import type { Question } from "@espalier/monitor";
import type { Mask } from "../masks/mask.js";
import type { Masked } from "../masks/masked.js";
import type { Refusal } from "./refusals.js";

/** What is remembered of a state. */
export interface Remembered {
  /** The text tokens allowed. */
  readonly text: Mask;
  readonly asks: readonly Question[];
  /** The mask with control tokens; made when it is first asked for. */
  masked: Masked | undefined;
  /** What an intersection found out about the state last. */
  beside: Beside | undefined;
}

/** What an intersection knows of a state of one part and a refusal of another part. */
export interface Beside {
  readonly refusal: Refusal;
  readonly left: Left;
  /** Whether the text may end in the state, as far as its own part knows. */
  readonly mayEnd: boolean;
}

/** What a refusal leaves of a mask. */
export interface Left {
  /** `undefined` once it was dropped. */
  remembered: Remembered | undefined;
}

export interface TextMasks<State> {
  /** With open questions it is a value of its own, and not remembered. */
  of(state: State): Remembered;
  /** Accounts for `bytes` more that hang off what is remembered of a state. */
  grown(state: State, bytes: number): void;
  /** Builds a table that has become worth building, if there is one: for when a mask was remembered and there is time. */
  catchUp(): void;
  clear(): void;
}

export const rememberedOf = (text: Mask, asks: readonly Question[]): Remembered => ({
  text,
  asks,
  masked: undefined,
  beside: undefined,
});
