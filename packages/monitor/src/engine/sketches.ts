// Sketches: numbered states that stand for sets of states without numbers.

import type { Monitor } from "../monitor.js";
import type { EngineCapabilities } from "./engine-capabilities.js";

/**
 * Numbered sketches. A *sketch* is an abstract state: it stands for all states that differ only in something that matters to few tokens. A text may lead the
 * sketch to a *vague* state, which does not know what can follow; then only the state itself decides. All other texts can be read from the sketch exactly when
 * they can be read from the state.
 */
export interface Sketches<State> {
  /** Steps the sketches. When a sketch does not accept, no state that it stands for accepts. */
  readonly monitor: Omit<Monitor<number>, "start"> & Required<Pick<EngineCapabilities<number>, "table" | "factor">>;
  /** Whether the sketches rest on a user's `key`. Then the masker tries a token of a mask now and then, as a check. */
  readonly keyed: boolean;
  /**
   * The sketch of a state: the number of the abstract state that stands for it. Later steps may show that this sketch is wrong for the state, and then this
   * call gives another one. So call it again after your work, and repeat the work if the sketch has changed. `table.generation` may grow during this call, and
   * only then. Sketches of earlier generations are invalid.
   */
  of(state: State): number;
}
