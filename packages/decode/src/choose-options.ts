// What a decoder is asked for when it chooses the next token itself.

import type { TokenId } from "@espalier/vocabulary";
import type { Random } from "./random.js";
import type { Sampling } from "./sampling.js";

/** How the next token is chosen: as `generate` would, given the same. */
export interface ChooseOptions extends Sampling {
  /**
   * How many tokens there may be, this one included, by which the text must be whole. The token chosen leaves a way to finish within the
   * rest. Absent, nothing keeps the text from being cut off.
   */
  readonly budget?: number;
  /** How much the text leans towards its end as the budget shrinks, at least 0; see `lean` of `GenerateOptions`. */
  readonly lean?: number;
  /** Where randomness comes from when `temperature` is above 0; by default a generator of the decoder's own with a seed of its own. */
  readonly random?: Random;
  /** Tokens that may not be chosen: those that were tried here and led nowhere, for example. */
  readonly forbidden?: ReadonlySet<TokenId>;
  /** Tokens before the text, for `repetitionPenalty`. */
  readonly prompt?: readonly TokenId[];
}
