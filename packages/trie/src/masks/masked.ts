// The result of a masker for a state.

import type { Question } from "@espalier/monitor";
import type { Mask } from "./mask.js";

/** A mask and the open questions of its state. While there are open questions, an answer may still change the mask. */
export interface Masked {
  readonly mask: Mask;
  readonly asks: readonly Question[];
}
