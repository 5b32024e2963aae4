// Monitors that are made of other monitors.

import type { Monitor } from "../monitor.js";

/**
 * The parts of an intersection. A state reads a text of bytes exactly when every part reads the text from its own
 * state. The parts do not know each other, so their own capabilities (`factor`, `key`, `classes`) are valid for their
 * own states.
 */
export interface Conjunction<State> {
  readonly parts: readonly Monitor<unknown>[];
  /** The state of part number `part` when the whole is in `state`. */
  stateOf(state: State, part: number): unknown;
  /** Whether a part other than the first certainly reads every text of such bytes from `state`, a state of that part. A hint for speed only. */
  quiet?(state: unknown, byte: number): boolean;
}

/** A part of a combination, and its state. */
export interface Constituent {
  /** The number of the part in the combination. */
  readonly index: number;
  readonly monitor: Monitor<unknown>;
  readonly state: unknown;
}
