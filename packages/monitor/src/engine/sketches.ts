// Sketches: numbered states that stand for sets of states without numbers.

import type { Monitor } from "../monitor.js";
import type { EngineCapabilities } from "./engine-capabilities.js";

/**
 * One sketch stands for all states that differ only in what few tokens can tell. A text that leads from the sketch to no vague state
 * (`Factor.vague`) can be read from the sketch exactly when it can be read from the state. When it leads to a vague state, only the state itself
 * decides.
 */
export interface Sketches<State> {
  /** Steps the sketches. When a sketch does not accept, no state that it stands for accepts. */
  readonly monitor: Omit<Monitor<number>, "start"> & Required<Pick<EngineCapabilities<number>, "table" | "factor">>;
  /** Whether the sketches rest on a user's `key`. Then the masker tries a token of a mask now and then, as a check. */
  readonly keyed: boolean;
  /**
   * The sketch of a state. Later steps may show that this sketch is wrong for the state, and then this call gives another one: a caller asks
   * again after its work, and repeats the work when the sketch has changed. `table.generation` may grow during this call, and only then. Sketches
   * of earlier generations are invalid.
   */
  of(state: State): number;
}
