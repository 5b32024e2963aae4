// What a masker gives for a state.

import type { Question } from "@espalier/monitor";
import type { Mask } from "./mask.js";

/** A mask and the questions its state waits for; with open questions the mask may grow once they are answered. */
export interface Masked {
  readonly mask: Mask;
  readonly asks: readonly Question[];
}
