// Options for a decoder that chooses the next token itself.

import type { TokenId } from "@espalier/vocabulary";
import type { Random } from "./random.js";
import type { Sampling } from "./sampling.js";

/** How to choose the next token; the same as for `generate`. */
export interface ChooseOptions extends Sampling {
  /**
   * The number of tokens, including this one, within which the text must be complete. The chosen token leaves a way to
   * finish within the rest. If absent, the text may be cut off.
   */
  readonly budget?: number;
  /** How strongly the text leans towards its end as the budget shrinks, at least 0; see `lean` of `GenerateOptions`. */
  readonly lean?: number;
  /**
   * The source of random numbers if `temperature` is above 0; by default the decoder's own generator with a random
   * seed.
   */
  readonly random?: Random;
  /** Tokens that must not be chosen, for example those that led to a dead end here. */
  readonly forbidden?: ReadonlySet<TokenId>;
  /** The tokens before the text, for `repetitionPenalty`. */
  readonly prompt?: readonly TokenId[];
}
